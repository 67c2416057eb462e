import {
  maxBatchItems,
  pluralOf,
  type EntityResource,
  type EntityType,
  type UpsertableType,
} from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxInValues } from '#shared/filters.ts'
import { badAnswer } from '../../api/api-error.ts'
import { ApiError } from '../../api/api-error.ts'
import { answerOf, withParams, type Api } from '../../api/client.ts'
import { isComplete, toListParams } from '../../query/list-params.ts'
import type { components } from '../../api/public-api.generated.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import type { ReadWindow } from './snapshot-reader.ts'

type AttributeWrites = components['schemas']['AttributeWriteMap']

/** Reads windows of the rows that the query names, from a snapshot of their order. */
export function windowReader(api: Api, type: EntityType, query: GridQuery): ReadWindow {
  const params = toListParams(query)
  return async (window, signal) => {
    const isNew = window.snapshot === 'new'
    const call = api.client.GET(`/${pluralOf[type]}`, {
      params: { query: { ...window } },
      // A snapshot knows what it is of; an attribute that has gone since must not matter.
      querySerializer: withParams(isNew ? params : []),
      ...(signal !== undefined && { signal }),
    })
    const { data, pagination } = await answerOf(call)
    const { total, snapshot = '', gone = [] } = pagination
    return { rows: data, total, snapshot, gone }
  }
}

/** Those of the entities that match the query, in its order; at most as many as an `in` filter takes. */
export async function rankIds(
  api: Api,
  type: EntityType,
  query: GridQuery,
  ids: readonly string[],
): Promise<readonly string[]> {
  const idClause = { key: 'id', operator: 'in', value: ids.join(',') }
  const clauses = query.clauses.filter(isComplete)
  // One flat filter cannot say "one of these, and any of those clauses".
  const isAny = query.join === 'or' && clauses.length > 1
  const asked: GridQuery = { ...query, join: 'and', clauses: isAny ? [idClause] : [...clauses, idClause] }
  const call = api.client.GET(`/${pluralOf[type]}`, {
    params: { query: { limit: maxInValues } },
    querySerializer: withParams(toListParams(asked)),
  })
  return (await answerOf(call)).data.map(({ id }) => id)
}

/** Those of the entities that match the query, in no order; where any clause will do, each is asked for alone. */
export async function matchingIds(
  api: Api,
  type: EntityType,
  query: GridQuery,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const clauses = query.clauses.filter(isComplete)
  const isAny = query.join === 'or' && clauses.length > 1
  const queries = isAny ? clauses.map((clause): GridQuery => ({ ...query, clauses: [clause] })) : [query]
  const found = await Promise.all(queries.map((one) => rankIds(api, type, one, ids)))
  return new Set(found.flat())
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
