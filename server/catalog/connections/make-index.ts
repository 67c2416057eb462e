import type { FixedIndex, IndexName } from '../../store/database/writer-requests.ts'
import { entityTypes } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  beginIndex,
  dropPartOfIndex,
  fillIndex,
  finishIndex,
  listIndexRows,
} from '../../store/tables/index-tables.ts'

interface IndexSlice {
  readonly name: IndexName
  readonly rows: Float64Array
}

/** Begins to keep an index current with every write; undefined where no work is left. */
export function beginToIndex(tx: WritableDb, { name }: Pick<IndexSlice, 'name'>): string | undefined {
  if (!beginIndex(tx, name)) return undefined
  const attributes = entityTypes.flatMap((type) => attributesOf(tx, type).list)
  return (
    titles[name] ??
    attributes.find(({ id }) => name === `value_${id}` || name === `length_${id}`)?.name ??
    name
  )
}

const titles: Readonly<Record<string, string>> = {
  updated: 'Last change',
  referring: 'References',
  history: 'History',
  actor: 'Who changed what',
} satisfies Record<FixedIndex, string>

/** The rows that a begun index still needs, in the fastest order. Reads the whole source. */
export function rowsToIndex(db: ReadableDb, { name }: Pick<IndexSlice, 'name'>): Float64Array {
  return Float64Array.from(listIndexRows(db, name))
}

// A waiting write waits for one slice at most; the clock is read between steps.
const sliceMs = 6
const rowsPerStep = 100

/** Indexes as many rows as fit between two writes, and returns their number. */
export function indexRows(tx: WritableDb, { name, rows }: IndexSlice): number {
  const end = performance.now() + sliceMs
  let done = 0
  while (done < rows.length && performance.now() < end) {
    fillIndex(tx, name, [...rows.subarray(done, done + rowsPerStep)])
    done += rowsPerStep
  }
  return Math.min(done, rows.length)
}

export function giveUpIndexing(tx: WritableDb, { name }: Pick<IndexSlice, 'name'>): void {
  dropPartOfIndex(tx, name)
}

export function finishIndexing(tx: WritableDb, { name }: Pick<IndexSlice, 'name'>): void {
  finishIndex(tx, name)
}
