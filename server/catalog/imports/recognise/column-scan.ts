import type { DataType } from '#shared/attributes.ts'
import { foldText } from '#shared/text.ts'
import {
  type MarkedCells,
  type CountedCells,
  MarkCounts,
  OtherCells,
  type NumberTraits,
  NumberScan,
} from './numbers.ts'
import type { DateOrder } from '#shared/imports.ts'
import { parseDateCell, readDate } from './dates.ts'
import { type TextKindName, kinds } from '#shared/kinds.ts'
import { numberText } from './number-text.ts'
import { isCodeName } from './written-cell.ts'
import { areFlags } from './flags.ts'
import { isPictureFile, readPictures } from './cell-values.ts'
import { toIso } from '#shared/iso-times.ts'

export interface GuessedType {
  readonly data_type: DataType
  /** The options of a select, comma-separated as `POST /attributes` takes them. */
  readonly acceptable_values?: string
}

type Candidate = 'number' | 'boolean' | 'date' | 'url' | 'single_select_list' | 'multi_select_list'

const maxSureOptions = 12
const minSelectCells = 50
const minCellsPerOption = 10
const longTextLength = 200
const maxNumberDigits = 9
const shortDigits = 6
const gtinDigits = 12
const maxDigits = 15
const codeWidth = 7

const canonicalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Inspects every cell of one column and guesses the data type of a new attribute. A guess loses nothing: a
 * stored value reads back as the text of the cell (a number as an equal number with evenly written
 * decimals).
 */
export class ColumnScan {
  readonly #isCode: boolean
  #cells = 0
  #longest = 0
  #isMultiLine = false
  readonly #numbers = new NumberForms()
  readonly #traits = new TraitScan()
  readonly #options = new SeenOptions()
  readonly #multiOptions = new SeenOptions()
  /** The possible types; a candidate is dropped at the first cell that does not fit. */
  readonly #candidates = new Map<Candidate, (cell: string) => boolean>([
    ['number', (cell) => this.#numbers.add(cell)],
    ['boolean', (cell) => cell === 'true' || cell === 'false'],
    ['date', isDate],
    ['url', isUrl],
    ['single_select_list', (cell) => this.#options.add(cell)],
    ['multi_select_list', (cell) => this.#multiOptions.addList(cell)],
  ])

  constructor(header: string) {
    this.#isCode = isCodeName(header)
  }

  add(cell: string, row = 0, isNumber = false): void {
    if (cell === '') return
    this.#cells += 1
    if (cell.length > this.#longest) this.#longest = cell.length
    if (!this.#isMultiLine) this.#isMultiLine = cell.includes('\n') || cell.includes('\r')
    for (const [candidate, fits] of this.#candidates) if (!fits(cell)) this.#candidates.delete(candidate)
    this.#traits.add(cell, row, isNumber)
  }

  get filled(): number {
    return this.#cells
  }

  get traits(): ColumnTraits {
    const fitsOptions = this.#candidates.has('single_select_list')
    return this.#traits.result(this.#isCode, fitsOptions ? this.#options.list : [])
  }

  guess(): GuessedType {
    if (this.#cells === 0) return { data_type: 'single_line_text_field' }
    const certain = (['boolean', 'date', 'url'] as const).find((candidate) => this.#candidates.has(candidate))
    if (certain) return { data_type: certain }
    if (this.#isCode) return this.#text()
    if (this.#candidates.has('number'))
      return this.#numbers.isQuantity ? { data_type: 'number' } : this.#text()
    return (
      this.#select('single_select_list', this.#options) ??
      this.#select('multi_select_list', this.#multiOptions) ??
      this.#text()
    )
  }

  #select(data_type: Candidate, { list }: SeenOptions): GuessedType | undefined {
    if (!this.#candidates.has(data_type) || !isClearlySelect(list, this.#cells)) return undefined
    return { data_type, acceptable_values: list.join(', ') }
  }

  #text(): GuessedType {
    const isLong = this.#isMultiLine || this.#longest > longTextLength
    return { data_type: isLong ? 'multi_line_text_field' : 'single_line_text_field' }
  }
}

/** The notation of a column's numbers: digits, decimals and widths distinguish quantities from codes. */
class NumberForms {
  readonly #forms = new Set<number>()
  readonly #widths = new Set<number>()
  #isCanonical = true
  #narrowest = Infinity
  #widest = 0
  #hasZeroAtEnd = false
  #hasOtherEnd = false

  /** Returns false once the column cannot be a number without losing how its cells are written. */
  add(cell: string): boolean {
    if (!canonicalNumber.test(cell)) return false
    const [whole, decimals] = countDigits(cell)
    const isExact = numberText(Number(cell)) === cell
    if (!isExact && whole + decimals > maxDigits) return false

    this.#forms.add(decimals)
    this.#widths.add(cell.length)
    this.#narrowest = Math.min(this.#narrowest, whole)
    this.#widest = Math.max(this.#widest, whole)
    if (decimals > 0) this.#addEnd(cell)
    if (this.#isCanonical && (decimals > 0 || cell === '-0')) this.#isCanonical = isExact
    // Whole numbers among evenly written decimals are common: 1299 and 9.90.
    return this.#isCanonical || this.#forms.size - Number(this.#forms.has(0)) <= 1
  }

  #addEnd(cell: string): void {
    if (cell.endsWith('00')) return
    if (cell.endsWith('0')) this.#hasZeroAtEnd = true
    else this.#hasOtherEnd = true
  }

  /** False for codes: long whole numbers of one length or without a short one among them, and classes such as 9403.60. */
  get isQuantity(): boolean {
    const [width = 0] = this.#widths
    const isWhole = this.#forms.has(0) && this.#forms.size === 1
    if (isWhole && this.#widths.size === 1 && width >= codeWidth) return false
    if (isWhole && this.#widest > maxNumberDigits)
      return this.#widest < gtinDigits && this.#narrowest <= shortDigits
    return !this.#isClassified(width)
  }

  /**
   * Four digits, a point and two or four: prices of one width with a final zero are not that frequent in
   * any list.
   */
  #isClassified(width: number): boolean {
    const isEven = this.#widths.size === 1 && this.#forms.size === 1 && !this.#forms.has(0)
    const isClass = isEven && this.#narrowest === 4 && this.#widest === 4 && width >= codeWidth
    return isClass && this.#hasZeroAtEnd && !this.#hasOtherEnd
  }
}

function countDigits(cell: string): [whole: number, decimals: number] {
  const point = cell.indexOf('.')
  const sign = cell.startsWith('-') ? 1 : 0
  return point < 0 ? [cell.length - sign, 0] : [point - sign, cell.length - point - 1]
}

function isDate(cell: string): boolean {
  const match = isoDate.exec(cell)
  if (!match) return false
  const date = new Date(`${cell}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && toIso(date).startsWith(cell)
}

function isUrl(cell: string): boolean {
  return /^https?:\/\/\S+$/.test(cell) && URL.canParse(cell)
}

class SeenOptions {
  readonly #byFolded = new Map<string, string>()
  /** Most cells repeat an option exactly and need no folding. */
  readonly #asWritten = new Set<string>()

  get list(): string[] {
    return [...this.#byFolded.values()]
  }

  add(cell: string): boolean {
    if (this.#asWritten.has(cell)) return true
    if (cell.length > maxOptionLength || cell.includes(',') || cell !== cell.trim()) return false
    const folded = foldText(cell)
    if (this.#byFolded.has(folded)) return false
    this.#byFolded.set(folded, cell)
    this.#asWritten.add(cell)
    return this.#byFolded.size <= maxOptions && !cell.includes('\n')
  }

  addList(cell: string): boolean {
    if (!cell.includes(', ')) return this.add(cell)
    const tokens = cell.split(', ')
    return new Set(tokens).size === tokens.length && tokens.every((token) => token !== '' && this.add(token))
  }
}

function isClearlySelect({ length }: readonly string[], cells: number): boolean {
  return (
    length > 1 && length <= maxSureOptions && cells >= minSelectCells && cells >= length * minCellsPerOption
  )
}

interface DateTraits {
  readonly dates: number
  readonly plain: number
  /** The number of dates with a time, and of those with eight digits, which may be codes. */
  readonly timed: number
  readonly compact: number
  /** The order of day and month in the dates; `either` are those whose day may be a month. */
  readonly marks: MarkedCells<DateOrder | 'either'>
  readonly placeholders: CountedCells
  readonly texts: CountedCells
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/
export interface ListTraits {
  readonly separator: string
  readonly cells: number
  readonly members: number
  readonly options: readonly string[]
}

const separators = ['|', ';', '\n', ','] as const
/** More or longer values are no options. */
const maxOptions = 30
const maxOptionLength = 40
const maxSpellings = 200

interface ListStats {
  cells: number
  members: number
  readonly options: Map<string, string>
}

class ListScan {
  readonly #alive = new Map<string, ListStats>(
    separators.map((separator) => [separator, { cells: 0, members: 0, options: new Map() }]),
  )

  add(cell: string): void {
    for (const [separator, seen] of this.#alive)
      if (!take(seen, cell, separator)) this.#alive.delete(separator)
  }

  /** Uses the separator of most cells; undefined where no cell holds several values. */
  get result(): ListTraits | undefined {
    const [best] = [...this.#alive].sort(([, a], [, b]) => b.cells - a.cells)
    if (!best) return undefined
    const [separator, { cells, members, options }] = best
    if (cells === 0) return undefined
    return { separator, cells, members, options: [...options.values()] }
  }
}

/** False for a cell that rules out lists of options: a long text, numbers, addresses, or ever more values. */
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

class DateScan {
  #isOver = false
  #dates = 0
  #plain = 0
  #timed = 0
  #compact = 0
  readonly #marks = new MarkCounts<DateOrder | 'either'>()
  readonly #others = new OtherCells()

  add(cell: string, row: number): void {
    if (this.#isOver) return
    if (plainDate.test(cell) && readDate(cell, 'ymd') === cell) {
      this.#dates += 1
      this.#plain += 1
      return
    }
    const date = parseDateCell(cell)
    if (date === undefined) return this.#addOther(cell)
    this.#dates += 1
    if (date.hasTime) this.#timed += 1
    if (date.isCompact) this.#compact += 1
    if (date.mark !== 'none') this.#marks.add(date.mark, row, cell)
  }

  #addOther(cell: string): void {
    this.#others.add(cell)
    this.#isOver = this.#others.outnumber(this.#dates)
  }

  get result(): DateTraits | undefined {
    if (this.#isOver || this.#dates === 0) return undefined
    return {
      dates: this.#dates,
      plain: this.#plain,
      timed: this.#timed,
      compact: this.#compact,
      marks: this.#marks.result,
      ...this.#others.result,
    }
  }
}

/** Common properties of a column's cells besides the data type; they help to find its attribute. */
export interface ColumnTraits {
  readonly isGtin: boolean
  readonly kind: TextKindName | undefined
  /** The currency of price tiers. */
  readonly currency?: string | undefined
  readonly isImage: boolean
  /** How many cells name picture files, and how many of these name several; undefined for other columns. */
  readonly pictureFiles?: PictureFileTraits | undefined
  readonly isCode: boolean
  /** Whether all are words for yes and no: both, or a word used for nothing else. */
  readonly isFlag: boolean
  /** Whether all are 0 and 1: both, or only one of them. */
  readonly isBinary: boolean
  readonly isConstant: boolean
  readonly numbers: NumberTraits | undefined
  readonly dates: DateTraits | undefined
  readonly list: ListTraits | undefined
  readonly options: readonly string[]
  /** The different short texts, as they are written; empty where they are too many for options. */
  readonly spellings: readonly string[]
}

export interface PictureFileTraits {
  readonly cells: number
  readonly lists: number
}

class PictureFileScan {
  #cells = 0
  #lists = 0
  #others = 0
  #isOver = false

  add(cell: string): void {
    if (this.#isOver) return
    const names = pictureEnding.test(cell) ? readPictures(cell, undefined) : []
    if (names.length > 0 && names.every(isPictureFile)) {
      this.#cells += 1
      if (names.length > 1) this.#lists += 1
    } else {
      this.#others += 1
      this.#isOver = this.#others > maxOtherCells && this.#others > this.#cells * maxOtherShare
    }
  }

  get result(): PictureFileTraits | undefined {
    const isMostly = !this.#isOver && this.#cells > 0 && this.#others <= this.#cells * maxOtherShare
    return isMostly ? { cells: this.#cells, lists: this.#lists } : undefined
  }
}

/** Rules out other columns quickly, before their cells are split. */
const pictureEnding = /\.\w{3,4}[\s"\]|;,]*$/
const maxOtherCells = 10
const maxOtherShare = 0.1

type TrackedKind = WatchedKind | 'image'

const watchedKinds = ['gtin', 'email', 'date_time'] as const satisfies readonly TextKindName[]
type WatchedKind = (typeof watchedKinds)[number]

const fewestGtins = 3
// Fewer cells do not show that the next one is of the same kind.
const fewestOfKind = 10

class TraitScan {
  #cells = 0
  #words: Set<string> | undefined = new Set()
  readonly #numbers = new NumberScan()
  readonly #dates = new DateScan()
  readonly #lists = new ListScan()
  readonly #pictureFiles = new PictureFileScan()
  #spellings: Set<string> | undefined = new Set()
  readonly #alive = new Map<TrackedKind, (cell: string) => boolean>([
    ...watchedKinds.map((kind) => [kind, (cell: string) => kinds[kind].toStored(cell) === cell] as const),
    ['image', (cell) => /^https?:\/\/\S+\.(png|jpe?g|webp|gif|avif)(\?\S*)?$/i.test(cell)],
  ])

  add(cell: string, row: number, isNumber: boolean): void {
    this.#cells += 1
    if (this.#words) this.#addWord(cell, this.#words)
    this.#numbers.add(cell, row, isNumber)
    this.#dates.add(cell, row)
    this.#lists.add(cell)
    this.#pictureFiles.add(cell)
    if (this.#spellings) this.#addSpelling(cell.trim(), this.#spellings)
    for (const [trait, has] of this.#alive) if (!has(cell)) this.#alive.delete(trait)
  }

  #addSpelling(cell: string, spellings: Set<string>): void {
    if (cell.length <= maxOptionLength) spellings.add(cell)
    if (cell.length > maxOptionLength || spellings.size > maxSpellings) this.#spellings = undefined
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
      pictureFiles: this.#pictureFiles.result,
      isCode,
      isFlag: areFlags(new Set([...words].map(foldText))),
      isBinary: words.size > 0 && [...words].every((word) => word === '0' || word === '1'),
      isConstant: words.size === 1,
      numbers: this.#numbers.result,
      dates: this.#dates.result,
      list: this.#lists.result,
      options,
      spellings: [...(this.#spellings ?? [])],
    }
  }
}
