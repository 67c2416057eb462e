import { kinds, type TextKindName } from '#shared/kinds.ts'
import { foldText } from '#shared/text.ts'
import { areFlags } from './column-words.ts'
import { type NumberTraits, NumberScan } from './number-cell.ts'
import type { DateOrder } from '#shared/imports.ts'
import { type CountedCells, MarkCounts, type MarkedCells, OtherCells } from './counted-cells.ts'
import { readDate } from './read-written.ts'

interface DateTraits {
  readonly dates: number
  readonly plain: number
  /** In which order the dates are written; `either` are those whose day may be a month. */
  readonly marks: MarkedCells<DateOrder | 'either'>
  readonly placeholders: CountedCells
  readonly texts: CountedCells
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/
// Dashes between years of two digits stand in article numbers too.
const writtenDate =
  /^(?:\d{1,2}([./])\d{1,2}\1(?:\d{4}|\d{2})|\d{1,2}-\d{1,2}-\d{4}|\d{4}([./-])\d{1,2}\2\d{1,2})$/

export interface ListTraits {
  readonly separator: string
  readonly cells: number
  readonly members: number
  readonly options: readonly string[]
}

const separators = ['|', ';', '\n', ','] as const
/** More values, or longer ones, are no options. */
export const maxOptions = 30
export const maxOptionLength = 40

interface ListStats {
  cells: number
  members: number
  readonly options: Map<string, string>
}

/** Watches the cells of a column for values between separators; a separator goes with the first cell that it does not fit. */
class ListScan {
  readonly #alive = new Map<string, ListStats>(
    separators.map((separator) => [separator, { cells: 0, members: 0, options: new Map() }]),
  )

  add(cell: string): void {
    for (const [separator, seen] of this.#alive)
      if (!take(seen, cell, separator)) this.#alive.delete(separator)
  }

  /** By the separator of most cells; undefined where none holds several values. */
  get result(): ListTraits | undefined {
    const [best] = [...this.#alive].sort(([, a], [, b]) => b.cells - a.cells)
    if (!best) return undefined
    const [separator, { cells, members, options }] = best
    if (cells === 0) return undefined
    return { separator, cells, members, options: [...options.values()] }
  }
}

/** False where a cell shows that these are no lists of options: a long text, numbers, addresses, or ever more values. */
function take(seen: ListStats, cell: string, separator: string): boolean {
  const members = cell
    .split(separator)
    .map((member) => member.trim())
    .filter((member) => member !== '')
  if (!members.every(isOption)) return false
  if (members.length > 1) seen.cells += 1
  seen.members += members.length
  for (const member of members) {
    const folded = foldText(member)
    if (!seen.options.has(folded)) seen.options.set(folded, member)
  }
  return seen.options.size <= maxOptions
}

function isOption(member: string): boolean {
  return member.length <= maxOptionLength && !notAnOption.test(member)
}

const notAnOption = /,|\n|^[\d\s.'%-]+$|^https?:|^[[{]/

/** Watches the cells of a column for dates, until it holds mostly something else. */
class DateScan {
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

/** What the cells of a column have in common beyond a data type; it helps to find the attribute they belong to. */
export interface ColumnTraits {
  readonly isGtin: boolean
  readonly kind: TextKindName | undefined
  readonly isImage: boolean
  readonly isCode: boolean
  /** All are words for yes and no, both of them. */
  readonly isFlag: boolean
  /** All are 0 and 1, both of them. */
  readonly isBinary: boolean
  readonly numbers: NumberTraits | undefined
  readonly dates: DateTraits | undefined
  readonly list: ListTraits | undefined
  readonly options: readonly string[]
}

type TrackedKind = WatchedKind | 'image'

const watchedKinds = ['gtin', 'email', 'date_time'] as const satisfies readonly TextKindName[]
type WatchedKind = (typeof watchedKinds)[number]

const fewestGtins = 3
// Of fewer cells nobody can tell whether the next one is of the kind, too.
const fewestOfKind = 10

/** Watches the cells of one column; a trait goes with the first cell that does not have it. */
export class TraitScan {
  #cells = 0
  /** The different words, while there are no more than two. */
  #words: Set<string> | undefined = new Set()
  readonly #numbers = new NumberScan()
  readonly #dates = new DateScan()
  readonly #lists = new ListScan()
  readonly #alive = new Map<TrackedKind, (cell: string) => boolean>([
    ...watchedKinds.map((kind) => [kind, (cell: string) => kinds[kind].toStored(cell) === cell] as const),
    ['image', (cell) => /^https?:\/\/\S+\.(png|jpe?g|webp|gif|avif)(\?\S*)?$/i.test(cell)],
  ])

  /** `isNumber` says that the file has a number there, and no text. */
  add(cell: string, row: number, isNumber: boolean): void {
    this.#cells += 1
    if (this.#words) this.#addWord(cell, this.#words)
    this.#numbers.add(cell, row, isNumber)
    this.#dates.add(cell, row)
    this.#lists.add(cell)
    for (const [trait, has] of this.#alive) if (!has(cell)) this.#alive.delete(trait)
  }

  #addWord(cell: string, words: Set<string>): void {
    if (cell.length <= 10) words.add(cell)
    if (words.size > 4 || cell.length > 10) this.#words = undefined
  }

  result(isCode: boolean, options: readonly string[]): ColumnTraits {
    const has = (trait: TrackedKind) => this.#cells > 0 && this.#alive.has(trait)
    const words = this.#words ?? new Set()
    return {
      isGtin: has('gtin') && this.#cells >= fewestGtins,
      kind: this.#cells >= fewestOfKind ? watchedKinds.find(has) : undefined,
      isImage: has('image'),
      isCode,
      isFlag: areFlags(new Set([...words].map(foldText))),
      isBinary: words.size === 2 && words.has('0') && words.has('1'),
      numbers: this.#numbers.result,
      dates: this.#dates.result,
      list: this.#lists.result,
      options,
    }
  }
}
