/**
 * Which entities are meant, a bit each by their internal ids: conditions are looked at once, and what meets several of them is
 * told by their bits. Statements ask for a row by a function of the connection.
 */
import type { ReadableDb, SqlFunction } from '../database/database.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'

export class RowSet {
  readonly count: number
  readonly #bits: Uint32Array
  readonly #total: number

  private constructor(bits: Uint32Array, total: number) {
    this.#bits = bits
    this.#total = total
    this.count = countBits(bits)
  }

  /** The set of those ids, out of so many in all; an id that comes twice counts once. */
  static of(ids: readonly number[], total: number): RowSet {
    let most = 0
    for (const id of ids) most = Math.max(most, id)
    const bits = new Uint32Array((most >>> 5) + 1)
    for (const id of ids) bits[id >>> 5]! |= 1 << (id & 31)
    return new RowSet(bits, total)
  }

  /** Whether looking up each of them is quicker than going through all and asking. */
  get isFew(): boolean {
    return this.count <= this.#total / 8
  }

  has(id: number): boolean {
    return ((this.#bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0
  }

  /** What is in both. */
  and(other: RowSet): RowSet {
    const bits = this.#bits.slice(0, Math.min(this.#bits.length, other.#bits.length))
    for (let at = 0; at < bits.length; at += 1) bits[at]! &= other.#bits[at] ?? 0
    return new RowSet(bits, this.#total)
  }

  /** What is in either. */
  or(other: RowSet): RowSet {
    const [longer, shorter] = this.#bits.length < other.#bits.length ? [other, this] : [this, other]
    const bits = longer.#bits.slice()
    for (let at = 0; at < shorter.#bits.length; at += 1) bits[at]! |= shorter.#bits[at] ?? 0
    return new RowSet(bits, this.#total)
  }

  /** In ascending order. */
  ids(): number[] {
    const ids: number[] = []
    this.#bits.forEach((word, at) => {
      for (let rest = word; rest !== 0; rest &= rest - 1) ids.push(at * 32 + 31 - Math.clz32(rest & -rest))
    })
    return ids
  }
}

function countBits(bits: Uint32Array): number {
  let count = 0
  for (const word of bits) {
    const pairs = word - ((word >>> 1) & 0x5555_5555)
    const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
  }
  return count
}

/** Of the statement in work; a thread runs one at a time. */
let asked: RowSet | undefined

const functions: ReadonlyMap<string, SqlFunction> = new Map([
  ['is_meant', (id) => (asked?.has(Number(id)) ? 1 : 0)],
])

/** Runs statements that ask for the rows by `isMeant`; without a set all are meant. */
export function asking<T>(db: ReadableDb, rows: RowSet | undefined, read: () => T): T {
  db.defineFunctions(functions)
  asked = rows
  try {
    return read()
  } finally {
    asked = undefined
  }
}

/** Whether a row is meant, in a statement that `asking` runs; the guard is asked along. */
export function isMeant(rows: RowSet | undefined, entity: Fragment): Fragment {
  return rows ? sql`(is_meant(${entity}) AND ${guardRow(entity)})` : guardRow(entity)
}

/** The ids of a set that is so small that its rows are looked up, as a table of one column `value`. */
export function fewRows(rows: RowSet | undefined): Fragment | undefined {
  if (!rows?.isFew) return undefined
  return rows.count === 0 ? raw('(SELECT 0 AS value WHERE 0)') : sql`json_each(${JSON.stringify(rows.ids())})`
}
