import type { DecimalMark } from '#shared/imports.ts'
import { CellCounts, type CountedCells, MarkCounts, type MarkedCells, OtherCells } from './counted-cells.ts'
import { evidenceOf, parseNumberCell } from './number-cell.ts'

/** What the cells of a column tell of the numbers in it. */
export interface NumberTraits {
  /** Cells that are numbers, and those of them that the catalog reads as they stand. */
  readonly numbers: number
  readonly plain: number
  /** What the marks of the numbers tell; `either` are those that can be read both ways. */
  readonly marks: MarkedCells<DecimalMark | 'either'>
  /** Cells with a unit or a currency, by its name. */
  readonly units: Readonly<Record<string, CountedCells>>
  readonly qualified: CountedCells
  readonly placeholders: CountedCells
  /** Cells that are anything else. */
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
