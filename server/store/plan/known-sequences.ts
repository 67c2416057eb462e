/**
 * The sequence numbers of events that match a test for which there is no index. Events never change once they are told, so
 * what has been found is kept, and only what has come since is looked through.
 */
import type { ReadableDb } from '../database/database.ts'
import type { Fragment } from '../database/fragment.ts'

interface Known {
  upTo: number
  readonly sequences: number[]
}

const knownOf = new WeakMap<ReadableDb, Map<string, Known>>()
// Eight bytes an event each, in every reader.
const maxTests = 8

/** The numbers of all events up to `last` that pass the test, ascending. */
export function sequencesOf(db: ReadableDb, { text, params }: Fragment, last: number): readonly number[] {
  const known = recall(db, text + JSON.stringify(params))
  if (known.upTo < last) {
    const query = `SELECT sequence FROM event WHERE sequence > +? AND sequence <= +? AND ${text} ORDER BY sequence`
    for (const sequence of db.column<number>(query, known.upTo, last, ...params))
      known.sequences.push(sequence)
    known.upTo = last
  }
  return known.sequences
}

/** What is known of a test, which becomes the one most recently used; the one that was not used for longest gives way. */
function recall(db: ReadableDb, key: string): Known {
  const tests = knownOf.get(db) ?? new Map<string, Known>()
  knownOf.set(db, tests)
  const known = tests.get(key) ?? { upTo: 0, sequences: [] }
  tests.delete(key)
  tests.set(key, known)
  const [oldest] = tests.keys()
  if (tests.size > maxTests && oldest !== undefined) tests.delete(oldest)
  return known
}

/** The index of the first number that is not below `least`, by bisection. */
export function indexOfLeast(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
