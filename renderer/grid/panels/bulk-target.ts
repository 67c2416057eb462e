import { pluralOf } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import { answerOf, withParams } from '../../api/client.ts'
import { toListParams } from '../../api/list-params.ts'
import { axesOf } from '../actions/navigation.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridQuery } from '../model/grid-query.ts'
import { blockOf } from '../model/selection.ts'
import { selectedIds } from './selected-ids.ts'
import { toFilterObject, type FilterObject } from './filter-object.ts'

/** The first and the last position of the selected rows; undefined where nothing is selected. */
export function selectedRows(session: GridSession): readonly [number, number] | undefined {
  const selection = session.selection.get()
  if (!selection) return undefined
  const { top, bottom } = blockOf(selection, axesOf(session))
  return [top, bottom]
}

/** More rows than this are not named one by one. */
export const mostNamedRows = 10_000

/** The filters that together mean the rows: one for all that match, else lists of ids. */
export async function filtersOf(
  session: GridSession,
  query: GridQuery,
  rows: readonly [number, number] | 'all',
): Promise<FilterObject[]> {
  const filter = rows === 'all' ? toFilterObject(query) : undefined
  if (filter !== undefined) return [filter]
  const ids = await idsOf(session, query, rows)
  const filters: FilterObject[] = []
  for (let at = 0; at < ids.length; at += maxInValues)
    filters.push({ id: { in: ids.slice(at, at + maxInValues) } })
  return filters
}

/** The selected rows as the grid shows them; all rows, and more than it can hold, are listed. */
async function idsOf(
  session: GridSession,
  query: GridQuery,
  rows: readonly [number, number] | 'all',
): Promise<readonly string[]> {
  if (rows === 'all') return fetchIds(session, query, [0, mostNamedRows - 1])
  const ids = await selectedIds(session, rows)
  if (ids) return [...ids]
  const { plan } = session.rows
  if (!plan) return fetchIds(session, query, rows)
  const listed = plan
    .between(rows[0], rows[1])
    .flatMap(({ stretch }) => (stretch.kind === 'list' ? stretch : []))
  const found: string[] = []
  for (const { from, count } of listed)
    found.push(...(await fetchIds(session, session.query, [from, from + count - 1])))
  return found
}

async function fetchIds(
  session: GridSession,
  query: GridQuery,
  [top, bottom]: readonly [number, number],
): Promise<string[]> {
  const ids: string[] = []
  for (let offset = top; offset <= bottom; offset += maxInValues) {
    const limit = Math.min(maxInValues, bottom - offset + 1)
    const call = session.api.client.GET(`/${pluralOf[session.type]}`, {
      params: { query: { limit, offset } },
      querySerializer: withParams(toListParams(query)),
    })
    const { data, pagination } = await answerOf(call)
    ids.push(...data.map(({ id }) => id))
    if (!pagination.has_more) break
  }
  return ids
}
