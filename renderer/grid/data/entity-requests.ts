import { pluralOf, type EntityResource, type EntityType } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import type { Pagination } from '#shared/paging.ts'
import type { Api } from '../../api/client.ts'
import { toListParams } from '../../api/list-params.ts'
import type { GridQuery } from '../model/grid-query.ts'
import type { LoadPage } from './row-source.ts'

interface EntityList {
  readonly data: readonly EntityResource[]
  readonly pagination: Pagination
}

/** Loads pages of the rows that the query names. */
export function pageLoader(api: Api, type: EntityType, query: GridQuery): LoadPage {
  const params = toListParams(query)
  return async (offset, limit, signal) => {
    const paging: [string, string][] = [
      ['limit', String(limit)],
      ['offset', String(offset)],
    ]
    const { data, pagination } = await api.get<EntityList>(`/${pluralOf[type]}`, {
      query: [...params, ...paging],
      signal,
    })
    return { rows: data, total: pagination.total }
  }
}

/** The entities of these ids that exist; at most as many as an `in` filter takes. */
export async function fetchByIds(
  api: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<readonly EntityResource[]> {
  const query = { 'filter[id][in]': ids.slice(0, maxInValues).join(','), limit: maxInValues }
  return (await api.get<EntityList>(`/${pluralOf[type]}`, { query })).data
}

export async function patchEntity(
  api: Api,
  type: EntityType,
  id: string,
  attributes: Record<string, unknown>,
): Promise<EntityResource> {
  const { data } = await api.patch<{ data: EntityResource }>(`/${pluralOf[type]}/${id}`, {
    body: { attributes },
  })
  return data
}

export async function createEntity(
  api: Api,
  type: EntityType,
  attributes: Record<string, unknown>,
): Promise<EntityResource> {
  const { data } = await api.post<{ data: EntityResource }>(`/${pluralOf[type]}`, { body: { attributes } })
  return data
}
