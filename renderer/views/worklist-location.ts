import type { Worklist } from '#shared/views.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { fromFilterText, toFilterText, toListParams } from '../query/list-params.ts'
import { createLocation, everything, type PageLocation } from '../query/location.ts'

export function placeOfWorklist(
  workspaceId: string,
  { entity_type: type, filter, q }: Pick<Worklist, 'entity_type' | 'filter' | 'q'>,
): PageLocation {
  const query = { ...emptyGridQuery, ...fromFilterText(filter), q }
  return { ...createLocation(workspaceId, type), savedView: everything, query }
}

/** Returns the rows of a query as a worklist stores them; their order does not matter. */
export function rowsOf(query: GridQuery): Pick<Worklist, 'filter' | 'q'> {
  return { filter: toFilterText(query), q: query.q.trim() }
}

/** Whether the screen shows the rows of a worklist, in whatever order. */
export function showsWorklist(location: PageLocation, worklist: Worklist): boolean {
  const of = ({ view, query }: PageLocation) => JSON.stringify([view, toListParams({ ...query, sort: [] })])
  return of(location) === of(placeOfWorklist('', worklist))
}

/** Returns the number of done rows, of all rows that matched when the worklist was made. */
export function doneOf({ progress: { total, left }, done_at: doneAt }: Worklist): number | undefined {
  if (doneAt !== null) return total
  return left === null ? undefined : Math.max(0, total - left)
}

/** Whether its day is over in the person's time zone. */
export function isLate({ due_on: due, done_at: doneAt }: Worklist, now = new Date()): boolean {
  if (due === null || doneAt !== null) return false
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  const two = (part: number) => String(part).padStart(2, '0')
  return due < `${year}-${two(month)}-${two(day)}`
}
