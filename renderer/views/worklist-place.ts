import type { Worklist } from '#shared/worklists.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { fromFilterText, toFilterText, toListParams } from '../query/list-params.ts'
import { createPlace, everything, type Place } from '../query/place.ts'

/** Where the rows of a worklist are seen. */
export function placeOfWorklist(
  workspaceId: string,
  { entity_type: type, filter, q }: Pick<Worklist, 'entity_type' | 'filter' | 'q'>,
): Place {
  const query = { ...emptyGridQuery, ...fromFilterText(filter), q }
  return { ...createPlace(workspaceId, type), savedView: everything, query }
}

/** Which rows a query is about, as a worklist keeps it; their order is nobody's work. */
export function rowsOf(query: GridQuery): Pick<Worklist, 'filter' | 'q'> {
  return { filter: toFilterText(query), q: query.q.trim() }
}

/** Whether the rows of a worklist are on the screen, in whatever order. */
export function showsWorklist(place: Place, worklist: Worklist): boolean {
  const of = ({ view, query }: Place) => JSON.stringify([view, toListParams({ ...query, sort: [] })])
  return of(place) === of(placeOfWorklist('', worklist))
}

/** How much of it is done: a part of the rows that matched when it was made. */
export function doneOf({ progress: { total, left }, done_at: doneAt }: Worklist): number | undefined {
  if (doneAt !== null) return total
  return left === null ? undefined : Math.max(0, total - left)
}

/** Whether its day is over, where the person is. */
export function isLate({ due_on: due, done_at: doneAt }: Worklist, now = new Date()): boolean {
  if (due === null || doneAt !== null) return false
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  const two = (part: number) => String(part).padStart(2, '0')
  return due < `${year}-${two(month)}-${two(day)}`
}
