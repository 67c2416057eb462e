/**
 * Rows of a statement one by one, so that what is read of a million of them is no list of a million arrays.
 */
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql, guardRow } from '../database/fragment.ts'

/** The columns of the rows; `group` only where there is one. */
export interface VisitedRows {
  readonly value: Fragment
  readonly entity: Fragment
  readonly group?: Fragment
  /** What stands behind FROM, with its WHERE. */
  readonly from: Fragment
}

type RowVisitor = (value: number | string, entity: number, group: number | string) => void

/** Calls back for each row that has a value; the guard is asked between them. */
export function visitRows(
  db: ReadableDb,
  { value, entity, group = raw("''"), from }: VisitedRows,
  visit: RowVisitor,
): void {
  const { text, params } =
    sql`SELECT count(row_visitor(${value}, ${entity}, ${group})) AS rows FROM ${from} AND ${guardRow(entity)}`
  const visitor = (of: unknown, id: unknown, name: unknown) => {
    if (typeof of === 'number' || typeof of === 'string')
      visit(of, Number(id), typeof name === 'number' ? name : String(name))
    return null
  }
  db.withFunction('row_visitor', visitor, () => db.column(text, ...params))
}

/** Numbers that come one by one, eight bytes each. */
export class NumberList {
  #numbers = new Float64Array(1024)
  #size = 0

  push(number: number): void {
    if (this.#size === this.#numbers.length) {
      const larger = new Float64Array(this.#size * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#size] = number
    this.#size += 1
  }

  /** All of them as they came. */
  get all(): Float64Array {
    return this.#numbers.subarray(0, this.#size)
  }
}
