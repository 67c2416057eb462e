import { queryOptions } from '@tanstack/react-query'
import {
  maxBatchItems,
  pluralOf,
  type EntityResource,
  type EntityType,
  type UpsertableType,
} from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import type { BatchAnswer } from '#shared/schemas/entities.ts'
import { readSentence } from '#shared/messages/message.ts'
import { ApiError, badAnswer } from './api-error.ts'
import { type Api, callWorkspace } from './client.ts'
import type { Pagination } from '#shared/schemas/paging.ts'

export function entityChoicesQuery(api: Api, type: EntityType, text: string) {
  return queryOptions({
    queryKey: ['choices', api.workspaceId, type, text] as const,
    queryFn: async ({ signal }) => {
      const q = text.trim()
      const query = { limit: 30, ...(q !== '' && { q }) }
      return (await api.call(`GET /${pluralOf[type]}`, { query, signal })).data
    },
    staleTime: 5_000,
  })
}

/** The entities of these ids that exist; at most as many as an `in` filter takes. */
export async function fetchByIds(
  api: Api,
  type: EntityType,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly EntityResource[]> {
  const params = [['filter[id][in]', ids.slice(0, maxInValues).join(',')]] as const
  return (await api.call(`GET /${pluralOf[type]}`, { query: { limit: maxInValues }, params, signal })).data
}

export function entitiesByIdQuery(api: Api, type: EntityType, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['by-id', api.workspaceId, type, ids] as const,
    queryFn: ({ signal }) => fetchByIds(api, type, ids, signal),
    enabled: ids.length > 0,
    staleTime: 30_000,
  })
}

/** Creates entities without a key, up to 100 a call; each succeeds or fails by itself. */
export async function createMany(
  api: Api,
  type: EntityType,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly (EntityResource | ApiError)[]> {
  const created: (EntityResource | ApiError)[] = []
  for (let at = 0; at < rows.length; at += maxBatchItems) {
    const items = rows.slice(at, at + maxBatchItems).map((attributes) => ({ attributes }))
    const { data } = await api.call(`POST /${creatable(type)}/batch`, { body: { items } })
    created.push(...data.map(readItem))
  }
  return created
}

function readItem({ data, error }: BatchAnswer['data'][number]): EntityResource | ApiError {
  if (data) return data
  if (!error) throw badAnswer(200)
  const { code, message, field_errors: fieldErrors, is_retriable: isRetriable } = error
  const sentence = readSentence(message, error)
  return new ApiError({ status: 400, code, message: sentence, fieldErrors, isRetriable })
}

/** Sources have no route that creates them; the server answers with an error that says so. */
function creatable(type: EntityType) {
  return pluralOf[type as UpsertableType]
}

export async function createEntity(
  api: Api,
  type: EntityType,
  attributes: Record<string, unknown>,
  parentId: string | null = null,
): Promise<EntityResource> {
  const body = { attributes, ...(parentId !== null && { parent_id: parentId }) }
  return (await api.call(`POST /${creatable(type)}`, { body })).data
}

/** Returns the cursor of the next page, for `getNextPageParam`; undefined after the last one. */
export function nextCursor({
  pagination,
}: {
  readonly pagination: Pick<Pagination, 'has_more' | 'next_cursor'>
}): string | undefined {
  return pagination.has_more ? pagination.next_cursor : undefined
}

/** Returns the rows of the loaded pages; undefined before the first one is. */
export function rowsOf<Row>(
  loaded: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined,
): Row[] | undefined {
  return loaded?.pages.flatMap((page) => page.data)
}

export const boardKey = (workspaceId: string) => ['board', workspaceId] as const

export const treeKey = (workspaceId: string) => ['tree', workspaceId] as const

/** Facts about the nodes of a tree beside counts. */
export interface TreeFacts {
  readonly complete?: string | undefined
  readonly picture?: string | undefined
}

export function categoryTreeQuery(
  { workspaceId }: Api,
  by: string | undefined,
  sort: string | undefined,
  { complete, picture }: TreeFacts = {},
) {
  return queryOptions({
    queryKey: [...treeKey(workspaceId), by, sort, complete, picture] as const,
    queryFn: async ({ signal }) => {
      const query = {
        type: 'category',
        ...(by !== undefined && { of: 'product' as const, by }),
        ...(complete !== undefined && { complete }),
        ...(picture !== undefined && { picture }),
      } as const
      const params = sort === undefined ? [] : [['sort', sort] as const]
      return (await callWorkspace(workspaceId, 'GET /grid/tree', { query, params, signal })).data
    },
    staleTime: 5_000,
  })
}

export async function moveEntity(
  api: Api,
  type: UpsertableType,
  id: string,
  parentId: string | null,
): Promise<EntityResource> {
  const input = { path: { id }, body: { parent_id: parentId } }
  return (await api.call(`PATCH /${pluralOf[type]}/{id}`, input)).data
}

export async function writeValue(
  api: Api,
  type: UpsertableType,
  id: string,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<EntityResource> {
  const input = { path: { id }, body: { attributes: { [key]: value } } }
  return (await api.call(`PATCH /${pluralOf[type]}/{id}`, input)).data
}

export async function addBelow(
  api: Api,
  type: UpsertableType,
  parentId: string | null,
  attributes: Readonly<Record<string, unknown>>,
): Promise<EntityResource> {
  const body = { parent_id: parentId, attributes }
  return (await api.call(`POST /${pluralOf[type]}`, { body })).data
}
