import type { ReadableDb } from '../database/database.ts'
import { remember } from '../database/file-version.ts'

/** A row of a list and how many stand before it. */
interface KnownRow {
  readonly offset: number
  readonly entity: number
}

/** Walking so far costs less than looking further. */
const apart = 1000

/** The nearest known row before an offset. */
export function findRowBefore(db: ReadableDb, list: string, offset: number): KnownRow | undefined {
  return knownRows(db, list).findLast((row) => row.offset < offset)
}

/** Remembers a row, where none near it is known. */
export function learnRow(db: ReadableDb, list: string, row: KnownRow): void {
  const rows = knownRows(db, list)
  const next = rows.findLastIndex(({ offset }) => offset <= row.offset) + 1
  const [before = 0, after = Infinity] = [rows[next - 1]?.offset, rows[next]?.offset]
  if (row.offset - before >= apart && after - row.offset >= apart) rows.splice(next, 0, row)
}

/** In the order of their offsets. */
function knownRows(db: ReadableDb, list: string): KnownRow[] {
  return remember(db, `rows ${list}`, () => [])
}
