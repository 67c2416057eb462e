import { queryOptions } from '@tanstack/react-query'
import { pluralOf, type EntityResource, type EntityType } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { answerOf, withParams, type Api } from './client.ts'
import { toListParams } from '../query/list-params.ts'

export const countKey = (workspaceId: string) => ['count', workspaceId] as const

/** How many entities of a type match the query; without a query, how many there are. */
export function countQuery(api: Api, type: EntityType, query?: GridQuery) {
  const params = query === undefined ? [] : toListParams({ ...query, sort: [] })
  return queryOptions({
    queryKey: [...countKey(api.workspaceId), type, params] as const,
    queryFn: async ({ signal }) => {
      const call = api.client.GET(`/${pluralOf[type]}`, {
        params: { query: { limit: 1 } },
        querySerializer: withParams(params),
        signal,
      })
      return (await answerOf(call)).pagination.total
    },
    staleTime: 10_000,
  })
}

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
