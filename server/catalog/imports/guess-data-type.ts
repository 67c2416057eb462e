import type { DataType } from '#shared/attributes.ts'
import { foldText } from '#shared/text.ts'
import { type ColumnTraits, TraitScan, maxOptionLength, maxOptions } from './column-traits.ts'

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

const codeName =
  /(^|[^a-z])(sku|gtin|ean|upc|isbn|mpn|asin|barcode|code|id|ids|no|nr|phone|tel|zip|postcode|model|article|serial|parent|handle)([^a-z]|$)/

const canonicalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Watches every cell of one column and guesses the data type of a new attribute for it. A guess never loses anything: what
 * is stored reads back as the text of the cell (a number as an equal number with evenly written decimals).
 */
export class ColumnScan {
  readonly #name: string
  #cells = 0
  #longest = 0
  #isMultiLine = false
  readonly #numbers = new NumberForms()
  readonly #traits = new TraitScan()
  readonly #options = new SeenOptions()
  readonly #multiOptions = new SeenOptions()
  /** What the column could still be; a candidate goes with the first cell that it does not fit. */
  readonly #candidates = new Map<Candidate, (cell: string) => boolean>([
    ['number', (cell) => this.#numbers.add(cell)],
    ['boolean', (cell) => cell === 'true' || cell === 'false'],
    ['date', isDate],
    ['url', isUrl],
    ['single_select_list', (cell) => this.#options.add(cell)],
    ['multi_select_list', (cell) => this.#multiOptions.addList(cell)],
  ])

  constructor(header: string) {
    this.#name = foldText(header)
  }

  /** Takes one cell, which may be a number in its file and no text; empty cells say nothing. */
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
    return this.#traits.result(codeName.test(this.#name), fitsOptions ? this.#options.list : [])
  }

  guess(): GuessedType {
    if (this.#cells === 0) return { data_type: 'single_line_text_field' }
    const certain = (['boolean', 'date', 'url'] as const).find((candidate) => this.#candidates.has(candidate))
    if (certain) return { data_type: certain }
    if (codeName.test(this.#name)) return this.#text()
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

/** How the numbers of a column are written: digits, decimals and widths tell quantities from codes. */
class NumberForms {
  readonly #forms = new Set<number>()
  readonly #widths = new Set<number>()
  #isCanonical = true

  /** Returns false once the column cannot be a number without losing how its cells are written. */
  add(cell: string): boolean {
    if (!canonicalNumber.test(cell)) return false
    const [whole, decimals] = countDigits(cell)
    if (whole > maxNumberDigits || whole + decimals > 15) return false

    this.#forms.add(decimals)
    this.#widths.add(cell.length)
    if (this.#isCanonical && (decimals > 0 || cell === '-0'))
      this.#isCanonical = String(Number(cell)) === cell
    // Whole numbers beside evenly written decimals are common: 1299 and 9.90.
    return this.#isCanonical || this.#forms.size - Number(this.#forms.has(0)) <= 1
  }

  /** False for codes: whole numbers of seven and more digits that are all of one length. */
  get isQuantity(): boolean {
    const [width = 0] = this.#widths
    return !(this.#forms.has(0) && this.#forms.size === 1 && this.#widths.size === 1 && width >= 7)
  }
}

/** How many digits a number has before and behind its point. */
function countDigits(cell: string): [whole: number, decimals: number] {
  const point = cell.indexOf('.')
  const sign = cell.startsWith('-') ? 1 : 0
  return point < 0 ? [cell.length - sign, 0] : [point - sign, cell.length - point - 1]
}

function isDate(cell: string): boolean {
  const match = isoDate.exec(cell)
  if (!match) return false
  const date = new Date(`${cell}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(cell)
}

function isUrl(cell: string): boolean {
  return /^https?:\/\/\S+$/.test(cell) && URL.canParse(cell)
}

/** The options that the cells of a column name, as long as it can be a select. */
class SeenOptions {
  readonly #byFolded = new Map<string, string>()
  /** Most cells name an option just as one before: they need no folding. */
  readonly #asWritten = new Set<string>()

  get list(): string[] {
    return [...this.#byFolded.values()]
  }

  /** Notes an option; false when the cell or the growing number of options shows that this is no select. */
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
