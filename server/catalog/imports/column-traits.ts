import type { DateOrder } from '#shared/imports.ts'
import { readDate } from './read-date.ts'

/** What the cells of a column have in common beyond a data type; it helps to find the attribute they belong to. */
export interface ColumnTraits {
  /** All are GTINs with a right check digit. */
  readonly isGtin: boolean
  /** All are addresses of pictures. */
  readonly isImage: boolean
  /** All are numbers, and some have a decimal comma. */
  readonly isDecimalComma: boolean
  /** All are dates in this order, though not as the catalog writes them. */
  readonly dateOrder: DateOrder | undefined
  /** The different values where they are few. */
  readonly options: readonly string[]
}

type Watched = 'gtin' | 'image' | 'comma' | DateOrder

const gtinLengths = new Set([8, 12, 13, 14])
const minGtins = 3

/** Watches the cells of one column; a trait goes with the first cell that does not have it. */
export class TraitScan {
  #cells = 0
  #hasComma = false
  readonly #alive = new Map<Watched, (cell: string) => boolean>([
    ['gtin', isGtin],
    ['image', (cell) => /^https?:\/\/\S+\.(png|jpe?g|webp|gif|avif)(\?\S*)?$/i.test(cell)],
    ['comma', (cell) => this.#isCommaNumber(cell)],
    ['dmy', (cell) => isForeignDate(cell, 'dmy')],
    ['mdy', (cell) => isForeignDate(cell, 'mdy')],
    ['ymd', (cell) => isForeignDate(cell, 'ymd')],
  ])

  add(cell: string): void {
    if (this.#alive.size === 0) return
    this.#cells += 1
    for (const [trait, has] of this.#alive) if (!has(cell)) this.#alive.delete(trait)
  }

  result(options: readonly string[]): ColumnTraits {
    const has = (trait: Watched) => this.#cells > 0 && this.#alive.has(trait)
    return {
      isGtin: has('gtin') && this.#cells >= minGtins,
      isImage: has('image'),
      isDecimalComma: has('comma') && this.#hasComma,
      dateOrder: (['dmy', 'mdy', 'ymd'] as const).find(has),
      options,
    }
  }

  #isCommaNumber(cell: string): boolean {
    if (!/^[+-]?([1-9]\d{0,2}(\.\d{3})+|\d+)(,\d+)?$/.test(cell)) return false
    this.#hasComma ||= cell.includes(',')
    return true
  }
}

function isForeignDate(cell: string, order: DateOrder): boolean {
  return readDate(cell, order) !== undefined && readDate(cell, order) !== cell
}

function isGtin(cell: string): boolean {
  if (!gtinLengths.has(cell.length) || !/^\d+$/.test(cell)) return false
  const digits = [...cell].map(Number)
  const check = digits.pop() ?? 0
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (sum + check) % 10 === 0
}
