/** Finds the rows under a header that are no data: units, headers that come again, numbers of pages, totals and notes. */
import { unitOf } from '../../catalog/imports/number-words.ts'
import { evidenceOf, parseNumberCell } from '../../catalog/imports/number-cell.ts'
import type { LeftOutRows, LeftOutReason } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'

type Cells = readonly (string | number)[]

/** A row that may be one of the last, which only what follows it tells. */
interface Waiting<Row> {
  readonly row: Row
  readonly number: number
  readonly reason: LeftOutReason
  /** Whether it is no data whatever follows. */
  readonly isSure: boolean
}

const maxFooters = 10
const fewestColumns = 3
const maxRowsNamed = 5

/** Hands rows on in their order, each as data or as left out. */
export class NonDataRowFilter<Row extends { readonly cells: Cells }> {
  readonly #header: Cells
  readonly #columns: number
  readonly #hand: (row: Row, isData: boolean) => void
  readonly #counts = new Map<LeftOutReason, { count: number; rows: number[] }>()
  #waiting: Waiting<Row>[] = []
  #number = 0
  #hasNarrow = false

  constructor(header: Cells, hand: (row: Row, isData: boolean) => void) {
    this.#header = header
    this.#columns = countFilled(header)
    this.#hand = hand
  }

  add(row: Row): void {
    this.#number += 1
    const count = countFilled(row.cells)
    const sure = this.#reasonOf(row.cells, count)
    const reason = sure ?? this.#footerOf(row.cells, count)
    if (this.#waiting.length === maxFooters) this.#settle(false)
    const mayWait = sure === undefined || this.#waiting.length > 0
    const one = { row, number: this.#number, isSure: sure !== undefined }
    if (reason === undefined) {
      this.#settle(false)
      this.#hasNarrow ||= count === 1
      this.#hand(row, true)
    } else if (mayWait) this.#waiting.push({ ...one, reason })
    else this.#leave({ ...one, reason })
  }

  /** To be called behind the last row: what has waited until then is at the end. */
  end(): void {
    this.#settle(true)
  }

  get leftOut(): LeftOutRows[] {
    return [...this.#counts].map(([reason, { count, rows }]) => ({ reason, count, rows }))
  }

  #settle(isEnd: boolean): void {
    for (const waiting of this.#waiting) {
      const isLeftOut = waiting.isSure || (isEnd && countFilled(waiting.row.cells) > 0)
      if (isLeftOut) this.#leave(waiting)
      else this.#hand(waiting.row, true)
    }
    this.#waiting = []
  }

  #leave({ row, number, reason }: Waiting<Row>): void {
    const known = this.#counts.get(reason) ?? { count: 0, rows: [] }
    known.count += 1
    if (known.rows.length < maxRowsNamed) known.rows.push(number)
    this.#counts.set(reason, known)
    this.#hand(row, false)
  }

  /** Rows that are no data wherever they stand. */
  #reasonOf(cells: Cells, count: number): LeftOutReason | undefined {
    if (count > 1 && count === this.#columns && this.#isHeader(cells)) return 'header'
    if (this.#columns < fewestColumns || count === 0) return undefined
    if (this.#number === 1 && isUnits(cells)) return 'units'
    return count === 1 && page.test(firstOf(cells)) ? 'page' : undefined
  }

  #isHeader(cells: Cells): boolean {
    return this.#header.every((name, index) => String(name).trim() === String(cells[index] ?? '').trim())
  }

  /** Rows that are no data where none follows; blank ones go with those around them. */
  #footerOf(cells: Cells, count: number): LeftOutReason | undefined {
    if (count === 0) return this.#waiting.length > 0 ? 'note' : undefined
    if (this.#columns < fewestColumns || count >= this.#columns) return undefined
    const first = firstOf(cells)
    if (total.test(first) && cells.every((cell) => String(cell).trim() === first || isBlankOrNumber(cell)))
      return 'total'
    return count === 1 && !this.#hasNarrow && isSentence(first) ? 'note' : undefined
  }
}

function countFilled(cells: Cells): number {
  let count = 0
  for (const cell of cells) if (cell !== '' && (typeof cell === 'number' || cell.trim() !== '')) count += 1
  return count
}

function firstOf(cells: Cells): string {
  return String(cells.find((cell) => String(cell).trim() !== '') ?? '').trim()
}

const page =
  /^(?:-\s*)?(?:seite|page|página|pagina|str\.?|sida|side)\s*\d+(?:\s*(?:von|of|\/|de|di|van|z|av|af)\s*\d+)?(?:\s*-)?$/i
const total =
  /^(?:(?:zwischen|gesamt|end)?summen?|gesamt|grand total|sub-?total|totale?s?|totaal|somme|suma|summa|razem|celkem|összesen|toplam)(?=$|[\s:(.])/i
const beginnings =
  /^(?:stand|alle preise|all prices|prices|preise|hinweis|notes?|anmerkung|quelle|source|generated|erstellt|gedruckt|printed|exported|exportiert|tous les prix|todos los precios|prezzi|\*|©|\(c\))(?=$|[\s:*.,])/i

function isSentence(text: string): boolean {
  return beginnings.test(text) || text.split(/\s+/).length >= 5
}

/** A row of units names nothing else, and has none for what the rows are known by. */
function isUnits(cells: Cells): boolean {
  if (!/^[-–—]?$/.test(String(cells[0] ?? '').trim())) return false
  const filled = cells.map((cell) => String(cell).trim()).filter((cell) => cell !== '')
  const units = filled.map((cell) => foldText(cell.replaceAll(/^[([]|[)\]]$/g, '')))
  return units.some(isUnit) && units.every((unit) => isUnit(unit) || /^[-–—]$/.test(unit))
}

function isUnit(folded: string): boolean {
  return unitOf(folded) !== undefined
}

function isBlankOrNumber(cell: string | number): boolean {
  if (typeof cell === 'number' || cell.trim() === '') return true
  const parsed = parseNumberCell(cell)
  return parsed !== undefined && evidenceOf(parsed.digits) !== undefined
}
