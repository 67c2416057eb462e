import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Completeness } from '#shared/channels.ts'
import { type AttributeValue, type EntityResource, type EntityType, pluralOf } from '#shared/entities.ts'
import { readSentence } from '#shared/messages/message.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'
import { ApiError } from './api-error.ts'

export const detailKey = (workspaceId: string, id: string) => ['detail', workspaceId, id] as const

export function entityQuery(api: Api, type: EntityType, id: string) {
  return queryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'entity'] as const,
    queryFn: async ({ signal }) => {
      return (await api.call(`GET /${pluralOf[type]}/{id}`, { path: { id }, signal })).data
    },
  })
}

const historyPage = 30

export function historyQuery(api: Api, type: EntityType, id: string) {
  return infiniteQueryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'history'] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: historyPage, ...(cursor !== '' && { cursor }) }
      return api.call(`GET /${pluralOf[type]}/{id}/events`, { path: { id }, query, signal })
    },
    getNextPageParam: nextCursor,
  })
}

const referrerPage = 10

export interface Referrer {
  readonly type: EntityType
  readonly key: string
}

export function referrersQuery(api: Api, { type, key }: Referrer, id: string) {
  return infiniteQueryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'referrers', type, key] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: referrerPage, ...(cursor !== '' && { cursor }) }
      return api.call(`GET /${pluralOf[type]}`, { query, params: [[`filter[${key}]`, id]], signal })
    },
    getNextPageParam: nextCursor,
  })
}

export function variantsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'variants'] as const,
    queryFn: ({ signal }) =>
      api.call('GET /products/{id}/variants', { path: { id }, query: { limit: 200 }, signal }),
  })
}

export function productCompletenessQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'completeness'] as const,
    queryFn: async ({ signal }): Promise<readonly Completeness[]> => {
      const { data } = await api.call('GET /products/{id}/completeness', { path: { id }, signal })
      return Array.isArray(data) ? data : [data]
    },
  })
}

export function effectiveClassesQuery(api: Api, type: EntityType, id: string) {
  return queryOptions({
    queryKey: [...detailKey(api.workspaceId, id), 'classes'] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { id }, query: { type }, signal }
      return (await callWorkspace(api.workspaceId, 'GET /attribute-classes/effective/{id}', input)).data
    },
  })
}

export interface ValueRestore {
  readonly key: string
  readonly value: unknown
  /** The value that the attribute must still have for the write to happen. */
  readonly expected: AttributeValue | null
}

/** Writes one value unless it has changed meanwhile, then returns `undefined`. Throws refusals. */
export async function writeUnlessChanged(
  api: Api,
  { type, id }: Pick<EntityResource, 'type' | 'id'>,
  { key, value, expected }: ValueRestore,
): Promise<{ readonly entity: EntityResource; readonly editId: string | null } | undefined> {
  const body = { type, edits: [{ id, attributes: { [key]: value }, if: { [key]: expected } }] }
  const { data, edit_id: editId } = await api.call('POST /edits', { body })
  const outcome = data[0]
  if (outcome?.status === 'applied' || outcome?.status === 'proposed') return { entity: outcome.data, editId }
  if (outcome?.status !== 'refused') return undefined
  const { code, message, field_errors: fieldErrors } = outcome.error
  throw new ApiError({ status: 400, code, message: readSentence(message, outcome.error), fieldErrors })
}

/** Stores a file in the workspace, once. Returns the value for an image attribute. */
export async function storeFile(api: Api, file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file, file.name)
  return (await api.call('POST /files', { body: form })).data.path
}

export async function knownPicture(
  api: Api,
  key: string,
  value: string,
): Promise<EntityResource | undefined> {
  const params = [[`filter[${key}]`, value]] as const
  return (await api.call('GET /images', { query: { limit: 1 }, params })).data[0]
}

/** The attribute in which images hold their picture; null where there is none. */
export function pictureKeyQuery(api: Api) {
  return queryOptions({
    queryKey: ['picture-key', api.workspaceId] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('GET /attributes', { query: { type: 'image' }, signal })
      return data.find(({ data_type: type }) => type === 'image')?.key ?? null
    },
    staleTime: 30_000,
  })
}
