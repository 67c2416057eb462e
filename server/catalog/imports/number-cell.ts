import type { DecimalMark } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { currencyOf, qualifiers, unitOf } from './number-words.ts'
import { CellCounts, type CountedCells, MarkCounts, type MarkedCells, OtherCells } from './counted-cells.ts'

/** A text that is a number, taken apart into what it says and what stands around it. */
export interface NumberCell {
  readonly isNegative: boolean
  readonly digits: string
  /** A unit of measure, a currency or `%`, in one spelling; empty where there is none. */
  readonly unit: string
  /** What makes the number less exact, such as `>` or `ca.`; empty where nothing does. */
  readonly qualifier: string
}

const maxLength = 40
const shape = /^([^\d]*?)([-+\u2212]?)\s*(\d(?:[\d.,'’ \u00A0\u2009\u202F]*\d)?)(\D*?[²³23]?)$/
// German and Swiss lists write 12,- for 12,00.
const noCents = /^[.,][-–—]{1,2}/

/** Takes a cell apart; undefined where it is no number, whatever its marks mean. */
export function parseNumberCell(cell: string): NumberCell | undefined {
  const match = cell.length > maxLength ? null : shape.exec(cell.trim())
  if (!match) return undefined
  const [before = '', sign, digits = '', after = ''] = match.slice(1)
  const words = isName(before, sign, after)
    ? undefined
    : readWords(foldText(before), foldText(after.replace(noCents, '')))
  return words && { isNegative: sign !== '' && sign !== '+', digits, ...words }
}

/** The dash of CH-100 is no sign, and the letter of 1a no unit. */
function isName(before: string, sign: string | undefined, after: string): boolean {
  return (sign !== '' && letterAtEnd.test(before)) || otherLetter.test(after)
}

const otherLetter = /^\s*(?![gmlLtAVW])[A-Za-z]\s*$/
const letterAtEnd = /\p{L}$/u

interface Words {
  readonly unit: string
  readonly qualifier: string
}

function readWords(before: string, after: string): Words | undefined {
  const front = readFront(before)
  const back = readBack(after)
  if (!front || !back) return undefined
  const units = new Set([front.unit, back.unit].filter((unit) => unit !== ''))
  const [unit = ''] = units
  return units.size > 1 ? undefined : { unit, qualifier: front.qualifier || back.qualifier }
}

const nothing: Words = { unit: '', qualifier: '' }

/** `>`, `ca.`, `€`, or a qualifier and a currency. */
function readFront(text: string): Words | undefined {
  if (text === '') return nothing
  if (qualifiers.has(text)) return { unit: '', qualifier: text }
  const currency = currencyOf(text)
  if (currency !== undefined) return { unit: currency, qualifier: '' }
  const qualifier = [...qualifiers].find((word) => text.startsWith(word))
  const rest = qualifier === undefined ? undefined : currencyOf(text.slice(qualifier.length).trim())
  return qualifier === undefined || rest === undefined ? undefined : { unit: rest, qualifier }
}

/** A unit, a currency, `%`, or the `+` of `10+`. */
function readBack(text: string): Words | undefined {
  if (text === '') return nothing
  const isMore = text.startsWith('+')
  const unit = isMore && text.length === 1 ? '' : unitOf(isMore ? text.slice(1).trim() : text)
  return unit === undefined ? undefined : { unit, qualifier: isMore ? '+' : '' }
}

// What begins with a zero has no thousands: 0.500 is a half whose mark is not the one that was said, and not 500.
const forms: Record<DecimalMark, RegExp> = {
  point: /^([1-9]\d{0,2}(?:[, '’\u00A0\u2009\u202F]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([1-9]\d{0,2}(?:[. '’\u00A0\u2009\u202F]\d{3})+|\d+)(?:,(\d+))?$/,
}

/** The number as the catalog writes it, or undefined where its marks cannot mean that. */
export function readDigits({ digits, isNegative }: NumberCell, mark: DecimalMark): string | undefined {
  const match = forms[mark].exec(digits)
  if (!match) return undefined
  const [, whole = '', fraction] = match
  const sign = isNegative ? '-' : ''
  return `${sign}${whole.replaceAll(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`
}

/** What the marks of a number tell: which one stands before the decimals, either, or nothing where there is none. */
export type MarkEvidence = DecimalMark | 'either' | 'none'

/** Undefined where the marks make sense in neither way. */
export function evidenceOf(digits: string): MarkEvidence | undefined {
  const asPoint = forms.point.test(digits)
  const asComma = forms.comma.test(digits)
  if (asPoint && asComma) return /[.,]/.test(digits) ? 'either' : 'none'
  if (asPoint) return 'point'
  return asComma ? 'comma' : undefined
}

export interface NumberTraits {
  readonly numbers: number
  readonly plain: number
  /** What the marks of the numbers tell; `either` are those that can be read both ways. */
  readonly marks: MarkedCells<DecimalMark | 'either'>
  readonly units: Readonly<Record<string, CountedCells>>
  readonly qualified: CountedCells
  readonly placeholders: CountedCells
  readonly texts: CountedCells
  /** False where the digits look like codes: with zeros in front, or long and all of one length. */
  readonly isQuantity: boolean
}

const plainNumber = /^-?(0|[1-9]\d*)(?:\.\d+)?$/
const eitherPlain = /^-?[1-9]\d{0,2}\.\d{3}$/
const maxWholeDigits = 9
const codeWidth = 7

/** Watches the cells of a column for numbers, until it holds mostly something else. */
export class NumberScan {
  #isOver = false
  #numbers = 0
  #plain = 0
  #hasCodes = false
  #hasDecimals = false
  readonly #widths = new Set<number>()
  readonly #marks = new MarkCounts<DecimalMark | 'either'>()
  readonly #units = new Map<string, CellCounts>()
  readonly #qualified = new CellCounts()
  readonly #others = new OtherCells()

  /** `isNumber` says that the file has the number itself, and no text that could be read in several ways. */
  add(cell: string, row: number, isNumber: boolean): void {
    if (this.#isOver) return
    if (plainNumber.test(cell)) this.#addPlain(cell, row, isNumber)
    else this.#addWritten(cell, row)
  }

  #addPlain(cell: string, row: number, isNumber: boolean): void {
    this.#numbers += 1
    this.#plain += 1
    const point = cell.indexOf('.')
    this.#addWhole(point < 0 ? cell.length : point, point >= 0)
    if (point >= 0 && !isNumber) this.#marks.add(eitherPlain.test(cell) ? 'either' : 'point', row, cell)
  }

  #addWhole(length: number, hasDecimals: boolean): void {
    if (length > maxWholeDigits) this.#hasCodes = true
    if (hasDecimals) this.#hasDecimals = true
    else if (this.#widths.size < 2) this.#widths.add(length)
  }

  #addWritten(cell: string, row: number): void {
    const parsed = parseNumberCell(cell)
    const evidence = parsed && evidenceOf(parsed.digits)
    if (!parsed || !evidence) return this.#addOther(cell)
    this.#numbers += 1
    const { digits, unit, qualifier } = parsed
    if (/^0\d/.test(digits)) this.#hasCodes = true
    this.#addWhole(0, true)
    if (evidence !== 'none') this.#marks.add(evidence, row, cell)
    if (qualifier !== '') this.#qualified.add(cell)
    else if (unit !== '') this.#countUnit(unit, cell)
  }

  #countUnit(unit: string, cell: string): void {
    const known = this.#units.get(unit) ?? new CellCounts()
    known.add(cell)
    this.#units.set(unit, known)
  }

  #addOther(cell: string): void {
    this.#others.add(cell)
    this.#isOver = this.#others.outnumber(this.#numbers)
  }

  /** Undefined where the column holds no number, or mostly something else. */
  get result(): NumberTraits | undefined {
    if (this.#isOver || this.#numbers === 0) return undefined
    const [width = 0] = this.#widths
    const isCode = !this.#hasDecimals && this.#widths.size === 1 && width >= codeWidth
    return {
      numbers: this.#numbers,
      plain: this.#plain,
      marks: this.#marks.result,
      units: Object.fromEntries([...this.#units].map(([unit, cells]) => [unit, cells.result])),
      qualified: this.#qualified.result,
      ...this.#others.result,
      isQuantity: !this.#hasCodes && !isCode,
    }
  }
}
