import type { DateOrder } from '#shared/imports.ts'
import { type CountedCells, MarkCounts, type MarkedCells, OtherCells } from './counted-cells.ts'
import { readDate } from './read-date.ts'

/** What the cells of a column tell of the dates in it. */
export interface DateTraits {
  /** Cells that are dates, and those of them that the catalog reads as they stand. */
  readonly dates: number
  readonly plain: number
  /** In which order the dates are written; `either` are those whose day may be a month. */
  readonly marks: MarkedCells<DateOrder | 'either'>
  readonly placeholders: CountedCells
  /** Cells that are anything else. */
  readonly texts: CountedCells
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/
// Dashes between years of two digits stand in article numbers too.
const writtenDate =
  /^(?:\d{1,2}([./])\d{1,2}\1(?:\d{4}|\d{2})|\d{1,2}-\d{1,2}-\d{4}|\d{4}([./-])\d{1,2}\2\d{1,2})$/

/** Watches the cells of a column for dates, until it holds mostly something else. */
export class DateScan {
  #isOver = false
  #dates = 0
  #plain = 0
  readonly #marks = new MarkCounts<DateOrder | 'either'>()
  readonly #others = new OtherCells()

  add(cell: string, row: number): void {
    if (this.#isOver) return
    if (plainDate.test(cell) && readDate(cell, 'ymd') === cell) {
      this.#dates += 1
      this.#plain += 1
      return
    }
    const order = orderOf(cell.trim())
    if (order === undefined) return this.#addOther(cell)
    this.#dates += 1
    if (order !== 'none') this.#marks.add(order, row, cell)
  }

  #addOther(cell: string): void {
    this.#others.add(cell)
    this.#isOver = this.#others.outnumber(this.#dates)
  }

  /** Undefined where the column holds no date, or mostly something else. */
  get result(): DateTraits | undefined {
    if (this.#isOver || this.#dates === 0) return undefined
    return {
      dates: this.#dates,
      plain: this.#plain,
      marks: this.#marks.result,
      ...this.#others.result,
    }
  }
}

/** What a date tells of its order: nothing where day and month are the same. */
function orderOf(cell: string): DateOrder | 'either' | 'none' | undefined {
  if (!writtenDate.test(cell)) return undefined
  if (/^\d{4}/.test(cell)) return readDate(cell, 'ymd') === undefined ? undefined : 'ymd'
  const dayFirst = readDate(cell, 'dmy')
  // Nobody writes the month first between points.
  const monthFirst = cell.includes('.') ? undefined : readDate(cell, 'mdy')
  if (dayFirst !== undefined && monthFirst !== undefined) return dayFirst === monthFirst ? 'none' : 'either'
  if (dayFirst !== undefined) return 'dmy'
  return monthFirst === undefined ? undefined : 'mdy'
}
