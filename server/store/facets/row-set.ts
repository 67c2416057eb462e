/**
 * Which entities are meant, a bit each by their internal ids: conditions are looked at once, and what meets several of them is
 * told by their bits. Statements ask for a row by a function of the connection.
 */
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'
import type { EntitySet } from '../quality/entity-set.ts'

export class RowSet {
  readonly #entities: EntitySet
  readonly #total: number

  /** Of entities, out of so many in all. */
  constructor(entities: EntitySet, total: number) {
    this.#entities = entities
    this.#total = total
  }

  get count(): number {
    return this.#entities.count
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#entities.bytes
  }

  /** Whether looking up each of them is quicker than going through all and asking. */
  get isFew(): boolean {
    return this.count <= this.#total / 8
  }

  has(id: number): boolean {
    return this.#entities.has(id)
  }

  /** What is in both. */
  and(other: RowSet): RowSet {
    return new RowSet(this.#entities.within(other.#entities), this.#total)
  }

  /** What is in either. */
  or(other: RowSet): RowSet {
    return new RowSet(this.#entities.with([other.#entities]), this.#total)
  }

  /** In ascending order. */
  ids(): number[] {
    return this.#entities.page(0, 0, Infinity)
  }
}

const functionName = 'in_row_set'

/** Runs statements that ask for the rows by `isInRowSet`; without a set all are in it. */
export function withRowSet<T>(db: ReadableDb, rows: RowSet | undefined, read: () => T): T {
  return rows ? db.withFunction(functionName, (id) => (rows.has(Number(id)) ? 1 : 0), read) : read()
}

/** Whether a row is in a set, in a statement that `withRowSet` runs; the guard is asked along. */
export function isInRowSet(rows: RowSet | undefined, entity: Fragment): Fragment {
  return rows ? sql`(${raw(functionName)}(${entity}) AND ${guardRow(entity)})` : guardRow(entity)
}

/** The ids of a set that is so small that its rows are looked up, as a table of one column `value`. */
export function fewRows(rows: RowSet | undefined): Fragment | undefined {
  if (!rows?.isFew) return undefined
  return rows.count === 0 ? raw('(SELECT 0 AS value WHERE 0)') : sql`json_each(${JSON.stringify(rows.ids())})`
}
