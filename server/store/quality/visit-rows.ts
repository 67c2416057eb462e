import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql, guardRow } from '../database/fragment.ts'

export interface VisitedRows {
  readonly value: Fragment
  readonly entity: Fragment
  readonly group?: Fragment
  readonly from: Fragment
}

type RowVisitor = (value: number | string, entity: number, group: number | string) => void

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

  get all(): Float64Array {
    return this.#numbers.subarray(0, this.#size)
  }
}
