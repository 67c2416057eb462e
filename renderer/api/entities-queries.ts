import { queryOptions } from '@tanstack/react-query'
import { pluralOf, type EntityResource, type EntityType } from '#shared/entities.ts'
import type { Pagination } from '#shared/paging.ts'
import type { GridQuery } from '../grid/model/grid-query.ts'
import type { Api } from './client.ts'
import { toListParams } from './list-params.ts'

interface EntityPage {
  readonly data: readonly EntityResource[]
  readonly pagination: Pagination
}

export const countKey = (workspaceId: string) => ['count', workspaceId] as const

/** How many entities of a type match the query; without a query, how many there are. */
export function countQuery(api: Api, type: EntityType, query?: GridQuery) {
  const params = query === undefined ? [] : toListParams({ ...query, sort: [] })
  return queryOptions({
    queryKey: [...countKey(api.workspaceId), type, params] as const,
    queryFn: async ({ signal }) => {
      const page = await api.get<EntityPage>(`/${pluralOf[type]}`, {
        query: [...params, ['limit', '1']],
        signal,
      })
      return page.pagination.total
    },
    staleTime: 10_000,
  })
}

/** A few entities of a type for pickers, found by text. */
export function entityChoicesQuery(api: Api, type: EntityType, text: string) {
  return queryOptions({
    queryKey: ['choices', api.workspaceId, type, text] as const,
    queryFn: async ({ signal }) => {
      const query: [string, string][] = [['limit', '30']]
      if (text.trim() !== '') query.push(['q', text.trim()])
      const page = await api.get<EntityPage>(`/${pluralOf[type]}`, { query, signal })
      return page.data
    },
    staleTime: 5_000,
  })
}

/** Entities by id, for the labels of a filter on references. */
export function entitiesByIdQuery(api: Api, type: EntityType, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['by-id', api.workspaceId, type, ids] as const,
    queryFn: async ({ signal }) => {
      const query = { 'filter[id][in]': ids.join(','), limit: 200 }
      const page = await api.get<EntityPage>(`/${pluralOf[type]}`, { query, signal })
      return page.data
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
  })
}
