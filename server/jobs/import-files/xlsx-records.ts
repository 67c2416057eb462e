import { readFile, stat } from 'node:fs/promises'
import { serialToDate } from 'hucre'
import { CatalogError } from '../../catalog/errors.ts'
import { openZip, type ZipFile } from '../sources/zip-file.ts'
import { type FileRecord, type RecordReader, refuseLongRow } from './record-reader.ts'
import { findHeader, nameColumns, noHeaderRow, rowsToLookAt } from './find-header.ts'
import { refusal } from './file-rows.ts'
import {
  type CellFormat,
  readFormats,
  readTexts,
  readWorkbook,
  type Workbook,
  decodeEscapes,
  splitAtEnds,
  textOfRuns,
  textOfValue,
} from './workbook-parts.ts'
import { message, type Message } from '#shared/messages/message.ts'

// The packed file and the texts that its sheets share are held in memory, its sheets are not.
const maxFileBytes = 128 * 1024 * 1024
const maxUnpackedBytes = 2 * 1024 ** 3
const sheetRows = 1_048_576

/**
 * Reads one sheet of an Excel workbook, from the row on that names the columns. A cell is read by its stored value:
 * a formula by its last result, a number with a date format as that date, one that is shown with zeros in front with them,
 * text as it stands.
 */
export async function readXlsx(
  file: string,
  sheetName: string | undefined,
  headerRow: number | undefined,
): Promise<RecordReader> {
  const { size } = await stat(file)
  if (size > maxFileBytes) throw refusal(message('workbook.too_large'))
  const bytes = await readFile(file)
  if (bytes.readUInt32BE(0) === protectedMark) throw refusal(message('workbook.has_password'))
  try {
    const zip = await openZip(bytes, maxUnpackedBytes)
    const workbook = await readWorkbook(zip)
    const names = workbook.sheets.map(({ name }) => name)
    const sheet = chooseSheet(names, sheetName)
    const place = { above: 0 }
    const rows = readRows(zip, workbook, { sheet, place })
    const first = await takeFirst(rows)
    const table = findHeaders(first, place.above, headerRow)
    return {
      ...table,
      format: 'xlsx',
      sheet,
      sheets: names,
      encoding: null,
      records: () => inOrder(first.slice(table.layout.headerAt + 1), rows),
    }
  } catch (error) {
    throw toRefusal(error)
  }
}

function findHeaders(first: readonly FileRecord[], above: number, asked: number | undefined) {
  const cells = first.map((record) => record.cells)
  const headerAt = findHeader(cells, asked && Math.max(1, asked - above))
  if (headerAt >= 0 && headerAt >= first.length && first.length > 0)
    throw refusal(noHeaderRow(first.length + above))
  const header = cells[headerAt] ?? []
  const headers = headerAt < 0 ? nameColumns(cells) : header.map(String)
  return { headers, layout: { headerAt, above, header } }
}

async function takeFirst(rows: AsyncGenerator<FileRecord>): Promise<FileRecord[]> {
  const first: FileRecord[] = []
  while (first.length < rowsToLookAt) {
    const next = await rows.next()
    if (next.done) break
    first.push(next.value)
  }
  return first
}

async function* inOrder(
  first: readonly FileRecord[],
  others: AsyncGenerator<FileRecord>,
): AsyncGenerator<FileRecord> {
  yield* first
  yield* others
}

const protectedMark = 0xd0_cf_11_e0

function chooseSheet(sheets: readonly string[], name: string | undefined): string {
  const [first] = sheets
  if (first === undefined) throw refusal(message('workbook.no_sheet'))
  if (name === undefined) return first
  if (sheets.includes(name)) return name
  throw refusal(`The workbook has no sheet named "${name}". It has: ${sheets.slice(0, 20).join(', ')}.`)
}

/** A cell as it stands in a sheet; columns count from 0. */
interface SheetCell {
  readonly column: number
  /** What it is by its attribute `t`: n for a number, s for a shared text, str, inlineStr, b for true or false, e for an error. */
  readonly type: string
  readonly style: number
  readonly text: string
  /** A formula whose result the workbook does not hold. */
  readonly isUnsolved: boolean
}

interface SheetRow {
  /** The row in the sheet, from 0. */
  readonly index: number
  readonly cells: readonly SheetCell[]
}

const maxColumn = 16_383

/** The rows of a sheet, in its order; rows without a cell are left out. */
async function* readSheetRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  let index = -1
  for await (const piece of splitAtEnds(chunks, rowEnd, () => refuseLongRow(index + 1))) {
    let start = 0
    // Empty rows that have no end tag stand before the one that has.
    for (const tag of piece.matchAll(rowTag)) {
      index = Number(/\sr\s*=\s*["'](\d+)["']/.exec(tag[1] ?? '')?.[1] ?? index + 2) - 1
      start = tag.index + tag[0].length
    }
    const cells = readCells(piece.slice(start))
    if (cells.length > 0) yield { index, cells }
  }
}

const rowEnd = /<\/(?:\w+:)?row>/
const rowTag = /<(?:\w+:)?row(\s[^>]*)?>/g
const cellEnd = /<\/(?:\w+:)?c>/
const cellTag = /<(?:\w+:)?c(\s[^>]*|\/)?>/g

function readCells(row: string): SheetCell[] {
  const cells: SheetCell[] = []
  let column = -1
  const pieces = row.split(cellEnd)
  pieces.pop()
  for (const piece of pieces) {
    let attributes = ''
    let content = ''
    // Empty cells that have no end tag stand before the one that has.
    for (const tag of piece.matchAll(cellTag)) {
      attributes = tag[1] ?? ''
      content = piece.slice(tag.index + tag[0].length)
      column = columnOf(attributes) ?? column + 1
    }
    if (column > maxColumn) throw refusal('The sheet has more than 16,384 columns. Save it anew, or as CSV.')
    cells.push(readCell(column, attributes, content))
  }
  return cells
}

function readCell(column: number, attributes: string, content: string): SheetCell {
  const type = /\st\s*=\s*["'](\w+)["']/.exec(attributes)?.[1] ?? 'n'
  const style = Number(/\ss\s*=\s*["'](\d+)["']/.exec(attributes)?.[1] ?? -1)
  const text = textOfCell(type, content)
  const isUnsolved = text === '' && type !== 'str' && formula.test(content)
  return { column, type, style, text, isUnsolved }
}

const formula = /<(?:\w+:)?f[\s/>]/

function textOfCell(type: string, content: string): string {
  if (type === 'inlineStr') return textOfRuns(content)
  const text = textOfValue(content)
  return type === 'str' ? decodeEscapes(text) : text
}

function columnOf(attributes: string): number | undefined {
  const letters = /\sr\s*=\s*["']([A-Z]{1,4})\d+["']/.exec(attributes)?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Rows from the first that holds anything on (`place` hears what stands above), with a blank one for each that the sheet leaves out in between. */
async function* readRows(
  zip: ZipFile,
  workbook: Workbook,
  { sheet: name, place }: { readonly sheet: string; readonly place: { above: number } },
): AsyncGenerator<FileRecord> {
  const { part } = workbook.sheets.find((sheet) => sheet.name === name) ?? {}
  const values = new CellValues(
    await readTexts(zip, workbook.textsPart),
    await readFormats(zip, workbook.stylesPart),
    workbook.isFrom1904,
  )
  // Opened last: a stream that nobody reads yet would fail unheard.
  const chunks = part === undefined ? undefined : await zip.stream(part)
  if (!chunks) throw refusal(`The sheet "${name}" cannot be found in the workbook. Save it anew, or as CSV.`)
  let next = -1
  let count = 0
  try {
    for await (const row of readSheetRows(chunks)) {
      count += 1
      requireSheetRow(count)
      const record = toRecord(row, values)
      // Formatted rows without a value count only where something follows.
      if (record.cells.length === 0) continue
      requireSheetRow(row.index + 1)
      if (next < 0) place.above = row.index
      else for (; next < row.index; next += 1) yield { cells: [] }
      yield record
      next = row.index + 1
    }
  } catch (error) {
    throw toRefusal(error)
  }
}

/** No program writes more: what has more was made to be read for long. */
function requireSheetRow(row: number): void {
  if (row <= sheetRows) return
  throw refusal(
    `The sheet has more than ${sheetRows.toLocaleString('en')} rows, which no sheet can have. Import its rows as CSV.`,
  )
}

class CellValues {
  readonly #texts: readonly string[]
  readonly #formats: readonly CellFormat[]
  readonly #isFrom1904: boolean

  constructor(texts: readonly string[], formats: readonly CellFormat[], isFrom1904: boolean) {
    this.#texts = texts
    this.#formats = formats
    this.#isFrom1904 = isFrom1904
  }

  of({ type, style, text }: SheetCell): string | number {
    if (text === '') return type === 'b' ? 'false' : ''
    if (type === 's') return this.#texts[Number(text)] ?? ''
    if (type === 'b') return String(text === '1' || text.toLowerCase() === 'true')
    return type === 'n' ? this.#numberOf(text, style) : text
  }

  #numberOf(text: string, style: number): string | number {
    const number = Number(text)
    if (Number.isNaN(number)) return text
    if (!Number.isFinite(number)) return String(number)
    const { isDate = false, mask } = this.#formats[style] ?? {}
    if (isDate) return dateText(serialToDate(number, this.#isFrom1904))
    return (mask && maskedText(number, mask)) ?? plainNumber(number)
  }
}

function toRecord({ index, cells: found }: SheetRow, values: CellValues): FileRecord {
  const width = found.reduce((widest, { column }) => Math.max(widest, column + 1), 0)
  const cells = Array.from({ length: width }, (): string | number => '')
  for (const cell of found) cells[cell.column] = values.of(cell)
  while (cells.at(-1) === '') cells.pop()
  const refused = found.flatMap((cell) => {
    const why = flawOf(cell, `${columnName(cell.column)}${index + 1}`)
    return why === undefined ? [] : [[cell.column, why] as const]
  })
  return refused.length === 0 ? { cells } : { cells, refused }
}

/** What is wrong with a cell that cannot be trusted. */
function flawOf({ isUnsolved, type, text }: SheetCell, name: string): Message | undefined {
  if (isUnsolved) return message('cell.formula_without_result', { place: name })
  if (type === 'e') return message('cell.error_value', { place: name, text })
  const isOutsized = type === 'n' && Math.abs(Number(text)) === Infinity
  return isOutsized ? message('cell.number_too_large', { place: name }) : undefined
}

/** Excel keeps 15 digits; what its binary form adds, as in 19.990000000000002, is not in the sheet. */
function plainNumber(value: number): number {
  return Number(value.toPrecision(15))
}

/** A number as a mask of zeros shows it: 123 under 00000 is 00123. Undefined for what is no whole number from 0 on. */
function maskedText(value: number, mask: string): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined
  const digits = [...String(value)]
  const shown: string[] = []
  const places = [...mask]
  const first = places.indexOf('0')
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const isDigit = places[at] === '0'
    shown.push(isDigit ? (digits.pop() ?? '0') : (places[at] ?? ''))
    if (at === first) shown.push(...digits.splice(0).reverse())
  }
  return shown.reverse().join('')
}

const firstDay = Date.UTC(1900, 0, 1)

/** A date without the time that it does not have; a time alone, which Excel counts from the day 0. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const [date = '', time = ''] = value.toISOString().split(/[TZ.]/)
  if (value.getTime() < firstDay) return time
  return time === '00:00:00' ? date : `${date}T${time}Z`
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CatalogError) return error
  return refusal(message('workbook.not_readable', { why: error.message.replace(/\.$/, '') }))
}
