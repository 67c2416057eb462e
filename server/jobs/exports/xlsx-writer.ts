import type { ExportCellKind, ExportColumn } from '../../catalog/exports/export-columns.ts'
import type { ExportCell } from '../../catalog/exports/export-rows.ts'
import { CatalogError } from '../../catalog/errors.ts'
import type { PartFile } from './part-file.ts'
import type { LeftOutListener, RowWriter } from './row-writer.ts'
import { cellStyles, sheetName, sheetStart, workbookParts } from './xlsx-parts.ts'
import { type ZipEntry, ZipWriter } from './zip-writer.ts'

const maxRows = 1_048_575
const maxColumns = 16_384
const maxCellLength = 32_767

export interface SheetSize {
  readonly title: string
  readonly rows: number
}

/** A workbook of one sheet: texts as text whatever they look like, numbers, checkboxes and dates with their types. */
export class XlsxWriter implements RowWriter {
  readonly #zip: ZipWriter
  readonly #sheet: ZipEntry
  readonly #columns: readonly ExportColumn[]
  readonly #letters: readonly string[]
  #rows = 1

  /** Throws `conflict` where the rows or columns do not fit on a sheet. */
  static async begin(
    file: PartFile,
    columns: readonly ExportColumn[],
    { title, rows }: SheetSize,
  ): Promise<XlsxWriter> {
    if (rows > maxRows) throw tooLarge(`${rows} rows do not fit on a sheet, which holds ${maxRows}`)
    if (columns.length > maxColumns)
      throw tooLarge(`${columns.length} columns do not fit on a sheet, which holds ${maxColumns}`)
    const zip = new ZipWriter(file)
    for (const [name, text] of workbookParts(title)) await zip.add(name, text)
    const sheet = await zip.begin(sheetName)
    const writer = new XlsxWriter(zip, sheet, columns)
    await sheet.write(Buffer.from(writer.#start()))
    return writer
  }

  private constructor(zip: ZipWriter, sheet: ZipEntry, columns: readonly ExportColumn[]) {
    this.#zip = zip
    this.#sheet = sheet
    this.#columns = columns
    this.#letters = columns.map((_, index) => columnLetters(index))
  }

  async write(rows: readonly (readonly ExportCell[])[], onLeftOut: LeftOutListener): Promise<void> {
    let text = ''
    for (const [index, row] of rows.entries()) text += this.#row(row, index, onLeftOut)
    await this.#sheet.write(Buffer.from(text))
  }

  async end(): Promise<void> {
    await this.#sheet.write(Buffer.from('</sheetData></worksheet>'))
    await this.#sheet.end()
    await this.#zip.end()
  }

  #start(): string {
    const columns = this.#columns.map(
      ({ kind }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${kind === 'text' ? 24 : 16}" style="${columnStyles[kind]}" customWidth="1"/>`,
    )
    const headers = this.#columns.map(({ header }, index) =>
      textCell(`${this.#letters[index]}1`, header, cellStyles.header),
    )
    return `${sheetStart}<cols>${columns.join('')}</cols><sheetData><row r="1">${headers.join('')}</row>`
  }

  #row(cells: readonly ExportCell[], index: number, onLeftOut: LeftOutListener): string {
    this.#rows += 1
    const row = this.#rows
    let text = `<row r="${row}">`
    for (let place = 0; place < cells.length; place++) {
      const cell = cells[place] ?? null
      if (cell === null) continue
      const column = this.#columns[place] as ExportColumn
      const value = typeof cell === 'object' ? cell.join(', ') : cell
      if (typeof value === 'string' && value.length > maxCellLength)
        onLeftOut(index, { column, issue: tooLongForCell, value })
      else text += cellXml(`${this.#letters[place]}${row}`, value, column.kind)
    }
    return `${text}</row>`
  }
}

const tooLongForCell = `A cell of a workbook holds ${maxCellLength} characters at most. Export as CSV or JSONL to have it.`

function tooLarge(what: string): CatalogError {
  return new CatalogError('conflict', `${what}. Export as CSV, or fewer rows or columns at a time.`)
}

const columnStyles: Record<ExportCellKind, number> = {
  text: cellStyles.text,
  references: cellStyles.text,
  number: cellStyles.plain,
  boolean: cellStyles.plain,
  date: cellStyles.date,
  timestamp: cellStyles.timestamp,
}

function cellXml(place: string, value: string | number | boolean, kind: ExportCellKind): string {
  if (typeof value === 'number' && isExact(value)) return `<c r="${place}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  const serial = kind === 'date' || kind === 'timestamp' ? toSerial(String(value)) : undefined
  if (serial === undefined) return textCell(place, String(value), cellStyles.text)
  return `<c r="${place}" s="${columnStyles[kind]}"><v>${serial}</v></c>`
}

/** Excel keeps 15 digits of a number: one with more is written as text, so that none is lost. */
function isExact(value: number): boolean {
  return Number(value.toPrecision(15)) === value && (value === 0 || Math.abs(value) >= smallest)
}

// Below it, spreadsheets and readers of workbooks drop digits.
const smallest = 1e-5

function textCell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

const dayMs = 86_400_000
const dayZero = Date.UTC(1899, 11, 30)
// Before it the days of a workbook are off by one: it takes 1900 for a leap year.
const firstSafe = Date.UTC(1900, 2, 1)

/** The days of a date in a workbook; undefined for what is no date or lies before those that a workbook counts rightly. */
function toSerial(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return undefined
  const at = Date.parse(text)
  return at >= firstSafe ? (at - dayZero) / dayMs : undefined
}

// oxlint-disable-next-line no-control-regex -- XML takes none of them
const notPlain = /[&<>\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9a-f]{4}_/i
// oxlint-disable-next-line no-control-regex -- as above
const notInXml = /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g

/** What XML cannot hold is written as workbooks write it: _x000D_. A text that looks so already is kept apart from it. */
function escapeXml(text: string): string {
  if (!notPlain.test(text)) return text
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(notInXml, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}

/** A, B … Z, AA … as workbooks name their columns. */
function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
