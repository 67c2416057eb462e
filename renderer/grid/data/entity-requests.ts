import { pluralOf, type EntityResource, type EntityType } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import type { Api } from '../../api/client.ts'
import { withClause } from '../../query/filter-groups.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import { toListParams } from '../../query/list-params.ts'
import type { ReadWindow } from './snapshot-reader.ts'

/** Reads windows of the rows that the query names, from a snapshot of their order. */
export function windowReader(api: Api, type: EntityType, query: GridQuery): ReadWindow {
  const params = toListParams(query)
  return async (window, signal) => {
    const isNew = window.snapshot === 'new'
    const { data, pagination } = await api.call(`GET /${pluralOf[type]}`, {
      query: { ...window },
      // A snapshot knows what it is of; an attribute that has gone since must not matter.
      params: isNew ? params : [],
      signal,
    })
    const { total, snapshot = '', gone = [] } = pagination
    return { rows: data, total, snapshot, gone }
  }
}

/** Entities by id with some of their attributes alone; at most as many as an `in` filter takes. */
export async function fetchAttributes(
  api: Api,
  type: EntityType,
  ids: readonly string[],
  keys: readonly string[],
): Promise<readonly EntityResource[]> {
  const query = { limit: maxInValues, fields: keys.join(',') }
  const params = [['filter[id][in]', ids.join(',')]] as const
  return (await api.call(`GET /${pluralOf[type]}`, { query, params })).data
}

/** Those of the entities that match the query, in its order; at most as many as an `in` filter takes. */
export async function rankIds(
  api: Api,
  type: EntityType,
  query: GridQuery,
  ids: readonly string[],
): Promise<readonly string[]> {
  const idClause = { key: 'id', operator: 'in', value: ids.join(',') }
  const input = { query: { limit: maxInValues }, params: toListParams(withClause(query, idClause)) }
  return (await api.call(`GET /${pluralOf[type]}`, input)).data.map(({ id }) => id)
}

/** Those of the entities that match the query, in no order. */
export async function matchingIds(
  api: Api,
  type: EntityType,
  query: GridQuery,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await rankIds(api, type, { ...query, sort: [] }, ids))
}
