import type { SectionTitle } from './section-rows.ts'
import type { LeftOutRows, LeftOutReason } from '#shared/imports.ts'
import type { FileReading } from '../recognise/file-scan.ts'
import { letterOf } from './column-letters.ts'
import { isBlankRow } from './file-rows.ts'
import { readDate } from '../recognise/dates.ts'
import { parseNumberCell, evidenceOf, unitOf } from '../recognise/numbers.ts'
import { joinHeadings, type Spans } from './headings.ts'
import { foldText } from '#shared/text.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'

/** Finds the header row of a table: below titles, in the first row, or missing. */
export const rowsToLookAt = 30

type Cells = readonly (string | number)[]

/**
 * The index of the header among the first rows, of two rows that name the columns together that of the lower;
 * -1 where the first row is data. `spans` tells of each row which cells are merged.
 */
export function findHeader(
  first: readonly Cells[],
  asked: number | undefined,
  spans: readonly (Spans | undefined)[] = [],
): number {
  if (asked !== undefined) return asked - 1
  const rows = toTexts(first)
  const at = firstWide(rows)
  if (isData(rows.slice(at))) return at - 1
  return namesByTwoRows(rows, at + 1, spans) ? at + 1 : at
}

/** The names of columns by the header and, where it groups them, the row above. */
export function headerOf(
  first: readonly Cells[],
  headerAt: number,
  spans: readonly (Spans | undefined)[] = [],
): { readonly header: Cells; readonly isJoined: boolean } {
  const joined = namesByTwoRows(toTexts(first), headerAt, spans)
  return { header: joined ?? first[headerAt] ?? [], isJoined: joined !== undefined }
}

function toTexts(first: readonly Cells[]): string[][] {
  return first.map((cells) => cells.map((cell) => String(cell).trim()))
}

function namesByTwoRows(
  rows: readonly string[][],
  lowerAt: number,
  spans: readonly (Spans | undefined)[],
): string[] | undefined {
  const [upper, lower] = [rows[lowerAt - 1], rows[lowerAt]]
  if (!upper || !lower) return undefined
  const below = rows.slice(lowerAt + 1)
  const isData = (column: number) => {
    const cell = lower[column] ?? ''
    return dataKind(cell, columnOf(below, column)) !== undefined || (isNumber(cell) && !worded.test(cell))
  }
  return joinHeadings({ upper, lower, spans: spans[lowerAt - 1], isData })
}

export function noHeaderRow(rows: number): string {
  return `The file has no row to take the names of the columns from there. Give a header_row from 1 to ${rows}, or 0 where no row names them.`
}

export function describeLayout(
  headerAt: number,
  above: number,
  leftOut: readonly LeftOutRows[],
  isJoined = false,
): Pick<FileReading, 'header_row' | 'left_out_rows'> {
  const rows = Array.from(
    { length: Math.max(0, isJoined ? headerAt - 1 : headerAt) },
    (_, index) => index + 1 + above,
  )
  const titles =
    rows.length === 0 ? [] : [{ reason: 'title' as const, count: rows.length, rows: rows.slice(0, 5) }]
  const all = [...titles, ...countFromTop(leftOut, headerAt + 1 + above)]
  return {
    header_row: headerAt < 0 ? 0 : headerAt + 1 + above,
    ...(all.length > 0 && { left_out_rows: all }),
  }
}

/**
 * Counts rows from the top of the file, where people look for the left-out rows, instead of from the
 * header.
 */
export function countFromTop(leftOut: readonly LeftOutRows[], header: number): LeftOutRows[] {
  return leftOut.map((group) => ({ ...group, rows: group.rows.map((row) => row + header) }))
}

const fewestColumns = 3

/** The first row that is not much narrower than most: titles above a table fill a cell or two. */
function firstWide(rows: readonly string[][]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell !== '').length)
  const [top = 0] = filled
  const usual = median(filled.filter((count) => count > 0))
  if (usual < fewestColumns || top * 2 > usual) return 0
  const at = filled.findIndex((count) => count * 3 >= usual * 2)
  return at > 0 && at < rows.length - 1 && isNames(rows.slice(at)) ? at : 0
}

function median(counts: readonly number[]): number {
  return [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
}

function isNames([cells = [], ...below]: readonly (readonly string[])[]): boolean {
  const names = cells.filter((cell) => cell !== '')
  if (new Set(names).size !== names.length) return false
  return (
    isKnownHeader(cells) || !cells.some((cell, index) => dataKind(cell, columnOf(below, index)) !== undefined)
  )
}

const fewestKnownWords = 2

/** Two known column names in a row are no coincidence. */
function isKnownHeader(cells: readonly string[]): boolean {
  return cells.filter((cell) => semanticTypeOf(cell) !== undefined).length >= fewestKnownWords
}

function columnOf(rows: readonly (readonly string[])[], index: number): string[] {
  return rows.map((cells) => cells[index] ?? '').filter((cell) => cell !== '')
}

const fewestRows = 3
const maxAlike = 0.8

/**
 * Whether the first row is data too: it has a price, a date, an address or a GTIN where the others do.
 * Whole numbers prove nothing, since years and sizes are column names too.
 */
function isData(rows: readonly string[][]): boolean {
  const [top = [], ...others] = rows.filter((cells) => !isBlankRow(cells))
  if (others.length < fewestRows - 1 || isKnownHeader(top)) return false
  return top.some((cell, index) => {
    const below = columnOf(others, index)
    const kind = dataKind(cell, below)
    if (kind === undefined) return false
    const alike = below.filter((other) => kindOf(other) === kind || (kind === 'number' && isNumber(other)))
    return below.length > 0 && alike.length >= below.length * maxAlike
  })
}

type CellKind = 'number' | 'date' | 'address' | 'code'

/**
 * The kind of a cell as data; a quantity in words above plain numbers, such as `ab 10 Stk.` or `1.000+`,
 * names its column.
 */
function dataKind(cell: string, below: readonly string[]): CellKind | undefined {
  const kind = kindOf(cell)
  const isNameOfTier = kind === 'number' && worded.test(cell) && !below.some((other) => worded.test(other))
  return isNameOfTier ? undefined : kind
}

const worded = /[\p{L}+<>≤≥]/u

function kindOf(cell: string): CellKind | undefined {
  if (/^https?:\/\/\S+$/i.test(cell)) return 'address'
  if (/^\d{8}$|^\d{12,14}$/.test(cell)) return 'code'
  if (
    /\d[./-]\d{1,2}[./-]\d/.test(cell) &&
    (['ymd', 'dmy', 'mdy'] as const).some((order) => readDate(cell, order))
  )
    return 'date'
  const parsed = /[.,€$£]/.test(cell) ? parseNumberCell(cell) : undefined
  return parsed && evidenceOf(parsed) !== undefined ? 'number' : undefined
}

function isNumber(cell: string): boolean {
  const parsed = parseNumberCell(cell)
  return parsed !== undefined && evidenceOf(parsed) !== undefined
}

export function nameColumns(first: readonly Cells[]): string[] {
  const width = Math.max(...first.map(({ length }) => length), 0)
  return Array.from({ length: width }, (_, index) => {
    const cells = first.map((row) => String(row[index] ?? '').trim()).filter((cell) => cell !== '')
    const known = contents.find(
      ({ pattern }) => cells.length > 0 && cells.every((cell) => pattern.test(cell)),
    )
    return known?.name ?? `Column ${letterOf(index)}`
  })
}

const contents: readonly { pattern: RegExp; name: string }[] = [
  { pattern: /^https?:\/\/\S+\.(png|jpe?g|webp|gif|avif)(\?\S*)?$/i, name: 'Image' },
  { pattern: /^https?:\/\/\S+$/i, name: 'URL' },
  { pattern: /^(\d{8}|\d{12,14})$/, name: 'GTIN' },
]

interface Waiting<Row> {
  readonly row: Row
  readonly number: number
  readonly reason: LeftOutReason
  readonly isSure: boolean
}

const maxFooters = 10

const maxRowsNamed = 5
const maxSections = 10_000
const maxTitleLength = 200
const maxTextLength = 60

/** Hands rows on in their order, each as data or as left out. */
export class NonDataRowFilter<Row extends { readonly cells: Cells }> {
  readonly #header: Cells
  readonly #lastOfTitles: number
  readonly #columns: number
  readonly #hand: (row: Row, isData: boolean) => void
  readonly #counts = new Map<LeftOutReason, { count: number; rows: number[]; texts: string[] }>()
  #waiting: Waiting<Row>[] = []
  #number = 0
  #hasNarrow = false
  /** The titles of sections, as far as they may be categories. */
  readonly sections: SectionTitle[] = []

  constructor(header: Cells, hand: (row: Row, isData: boolean) => void) {
    this.#header = header
    const nameAt = header.findIndex((name) => semanticTypeOf(String(name)) === 'name')
    const firstAt = header.findIndex((name) => String(name).trim() !== '')
    this.#lastOfTitles = Math.max(firstAt + 2, nameAt)
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
      this.#settle(false, row.cells)
      this.#hasNarrow ||= count === 1
      this.#hand(row, true)
    } else if (mayWait) this.#waiting.push({ ...one, reason })
    else this.#leave({ ...one, reason })
  }

  /** To be called after the last row: rows still waiting are at the end. */
  end(): void {
    this.#settle(true)
  }

  get leftOut(): LeftOutRows[] {
    return [...this.#counts].map(([reason, { count, rows, texts }]) => ({
      reason,
      count,
      rows,
      ...(texts.length > 0 && { texts }),
    }))
  }

  /** Waiting rows are at the end, or before a row of data, which shows whether they are section titles. */
  #settle(isEnd: boolean, next: Cells = []): void {
    for (const waiting of this.#waiting) {
      const isSection = waiting.reason === 'section'
      const isOver = isSection
        ? this.#isSection(waiting.row, next)
        : isEnd && countFilled(waiting.row.cells) > 0
      if (waiting.isSure || isOver) this.#leave(waiting)
      else {
        this.#hasNarrow ||= isSection
        this.#hand(waiting.row, true)
      }
    }
    this.#waiting = []
  }

  /** At the end, where no row follows, a title counts as one if there were others before. */
  #isSection({ cells }: Row, next: Cells): boolean {
    return next.length === 0 ? this.#counts.has('section') : isAbove(cells, next)
  }

  #leave({ row, number, reason }: Waiting<Row>): void {
    const known = this.#counts.get(reason) ?? { count: 0, rows: [], texts: [] }
    known.count += 1
    if (known.rows.length < maxRowsNamed) known.rows.push(number)
    const text = reason === 'section' ? firstOf(row.cells).slice(0, maxTextLength) : ''
    if (text !== '' && known.texts.length < maxRowsNamed && !known.texts.includes(text))
      known.texts.push(text)
    this.#counts.set(reason, known)
    if (text !== '' && this.sections.length < maxSections)
      this.sections.push({ row: number, text: firstOf(row.cells).slice(0, maxTitleLength) })
    this.#hand(row, false)
  }

  #reasonOf(cells: Cells, count: number): LeftOutReason | undefined {
    if (count > 1 && count === this.#columns && this.#isHeader(cells)) return 'header'
    if (this.#columns < fewestColumns || count === 0) return undefined
    if (this.#number === 1 && isUnits(cells)) return 'units'
    return count === 1 && page.test(firstOf(cells)) ? 'page' : undefined
  }

  #isHeader(cells: Cells): boolean {
    return this.#header.every((name, index) => String(name).trim() === String(cells[index] ?? '').trim())
  }

  /** The reason for rows that are no data at the end; blank ones go with the rows around them. */
  #footerOf(cells: Cells, count: number): LeftOutReason | undefined {
    if (count === 0) return this.#waiting.length > 0 ? 'note' : undefined
    if (this.#columns < fewestColumns || count >= this.#columns) return undefined
    const first = firstOf(cells)
    if (total.test(first) && cells.every((cell) => String(cell).trim() === first || isBlankOrNumber(cell)))
      return 'total'
    return count === 1 && !this.#hasNarrow ? this.#titleOrNote(cells) : undefined
  }

  #titleOrNote(cells: Cells): LeftOutReason | undefined {
    const text = firstOf(cells)
    if (isSentence(text)) return 'note'
    return isTitleOfSection(text) && this.#mayBeTitle(cells) ? 'section' : undefined
  }

  /**
   * Titles of sections stand in the first columns, up to that of names. Elsewhere, and under a heading such as
   * `Attributes / Values` of Odoo, a single cell goes on with a list of the row above.
   */
  #mayBeTitle(cells: Cells): boolean {
    const at = cells.findIndex((cell) => String(cell).trim() !== '')
    const isOfList = /\S\s*\/\s*\S/.test(String(this.#header[at] ?? ''))
    return at <= this.#lastOfTitles && !isOfList
  }
}

const code = /^\S*\d\S*$/

function isTitleOfSection(text: string): boolean {
  return !code.test(text) && /\p{L}{3}/u.test(text)
}

/**
 * Whether a row with one cell is a section title above this row: in its column this row has a code, or the
 * row begins before it.
 */
function isAbove(title: Cells, row: Cells): boolean {
  const at = title.findIndex((cell) => String(cell).trim() !== '')
  const below = String(row[at] ?? '').trim()
  const isWide = countFilled(row) > 2
  const isOfWords = /\s|:$/.test(firstOf(title)) && !/\s/.test(below)
  return (
    isWide && (code.test(below) || isOfWords || row.slice(0, at).some((cell) => String(cell).trim() !== ''))
  )
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

/** A row of units contains only units, and none in the first column, which identifies the rows. */
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
  return parsed !== undefined && evidenceOf(parsed) !== undefined
}
