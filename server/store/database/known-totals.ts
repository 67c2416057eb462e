/**
 * Exact totals of recent filters. Paging through a filtered list asks for the same total with every page, and counting
 * costs more than the page itself; a total holds until anybody writes to the file.
 */
import type { ReadableDb } from './database.ts'
import { untilWritten } from './file-version.ts'
import type { Fragment } from './fragment.ts'

const maxTotals = 500
const knownTotals = untilWritten(() => new Map<string, number>())

/** Counts with the given `SELECT count(*) AS total …`, or remembers the result where nothing has been written since. */
export function countCached(db: ReadableDb, { text, params }: Fragment): number {
  const totals = knownTotals(db)
  const key = text + JSON.stringify(params)
  const remembered = totals.get(key)
  if (remembered !== undefined) return remembered
  const total = db.get<{ total: number }>(text, ...params)?.total ?? 0
  if (totals.size >= maxTotals) totals.clear()
  totals.set(key, total)
  return total
}
