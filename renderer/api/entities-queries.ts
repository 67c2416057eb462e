import { queryOptions } from '@tanstack/react-query'
import {
  maxBatchItems,
  pluralOf,
  type EntityResource,
  type EntityType,
  type UpsertableType,
} from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxInValues } from '#shared/filters.ts'
import { ApiError, badAnswer } from './api-error.ts'
import { answerOf, withParams, type Api } from './client.ts'
import type { components } from './public-api.generated.ts'

type AttributeWrites = components['schemas']['AttributeWriteMap']

/** A few entities of a type for pickers, found by text. */
export function entityChoicesQuery(api: Api, type: EntityType, text: string) {
  return queryOptions({
    queryKey: ['choices', api.workspaceId, type, text] as const,
    queryFn: async ({ signal }) => {
      const q = text.trim()
      const query = { limit: 30, ...(q !== '' && { q }) }
      return (await answerOf(api.client.GET(`/${pluralOf[type]}`, { params: { query }, signal }))).data
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
  const filter: [string, string] = ['filter[id][in]', ids.slice(0, maxInValues).join(',')]
  const call = api.client.GET(`/${pluralOf[type]}`, {
    params: { query: { limit: maxInValues } },
    querySerializer: withParams([filter]),
    ...(signal !== undefined && { signal }),
  })
  return (await answerOf(call)).data
}

/** Entities by id, for the labels of a filter on references. */
export function entitiesByIdQuery(api: Api, type: EntityType, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['by-id', api.workspaceId, type, ids] as const,
    queryFn: ({ signal }) => fetchByIds(api, type, ids, signal),
    enabled: ids.length > 0,
    staleTime: 30_000,
  })
}

/** Creates entities without a key of their own, up to 100 a call; each succeeds or fails by itself. */
export async function createMany(
  api: Api,
  type: UpsertableType,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly (EntityResource | ApiError)[]> {
  const created: (EntityResource | ApiError)[] = []
  for (let at = 0; at < rows.length; at += maxBatchItems) {
    const items = rows.slice(at, at + maxBatchItems).map((attributes) => ({
      attributes: attributes as AttributeWrites,
    }))
    const call = api.client.POST(`/${pluralOf[type]}/batch`, { body: { items } })
    created.push(...(await answerOf(call)).data.map(readItem))
  }
  return created
}

function readItem({
  data,
  error,
}: {
  readonly data?: EntityResource
  readonly error?: {
    readonly code: ApiError['code']
    readonly message: string
    readonly field_errors: readonly unknown[]
    readonly is_retriable: boolean
  }
}): EntityResource | ApiError {
  if (data) return data
  if (!error) throw badAnswer(200)
  const { code, message, field_errors, is_retriable } = error
  return new ApiError({
    status: 400,
    code,
    message,
    fieldErrors: field_errors as readonly FieldError[],
    isRetriable: is_retriable,
  })
}

/** Creates an entity; of sources there is no such route, and the server says so. */
export async function createEntity(
  api: Api,
  type: EntityType,
  attributes: Record<string, unknown>,
  parentId: string | null = null,
): Promise<EntityResource> {
  const written = attributes as AttributeWrites
  const body = { attributes: written, ...(parentId !== null && { parent_id: parentId }) }
  return (await answerOf(api.client.POST(`/${pluralOf[type as UpsertableType]}`, { body }))).data
}
