import type { ExportCellKind, ExportColumn } from '../../catalog/exports/plan-export.ts'
import type { ExportCell } from '../../catalog/exports/export-rows.ts'
import { CatalogError } from '../../catalog/errors.ts'
import type { PartFile } from './part-file.ts'
import type { LeftOutListener, RowWriter } from './begin-file.ts'
import { type ZipEntry, ZipWriter } from './zip-writer.ts'
import { message } from '#shared/messages/message.ts'

const cellStyles = { plain: 0, date: 1, timestamp: 2, header: 3, text: 4 } as const

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'

const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetPath = 'xl/worksheets/sheet1.xml'

function workbookParts(title: string): readonly (readonly [name: string, text: string])[] {
  return [
    [
      '[Content_Types].xml',
      `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/${sheetPath}" ContentType="${contentTypePrefix}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationshipsXml([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles],
  ]
}

function relationshipsXml(targets: readonly (readonly [kind: string, target: string])[]): string {
  const list = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationshipNamespace}/${kind}" Target="${target}"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}</Relationships>`
}

const formats = `<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`

const fonts = `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>`

const fillsAndBorders = `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`

// Pairs of number format and font in the order of `cellStyles`; 49 is the text format.
const cellFormats = [
  [0, 0],
  [164, 0],
  [165, 0],
  [0, 1],
  [49, 0],
].map(
  ([format, font]) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
)

const styles = `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}">${formats}${fonts}${fillsAndBorders}<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`

const sheetStart = `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`

const maxRows = 1_048_575
const maxColumns = 16_384
const maxCellLength = 32_767

export interface SheetSize {
  readonly title: string
  readonly rows: number
}

/** Writes one sheet; texts are never read as numbers, and numbers, booleans and dates keep their type. */
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
    const sheet = await zip.begin(sheetPath)
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

  async write(rows: readonly (readonly ExportCell[])[], onSkippedValue: LeftOutListener): Promise<void> {
    let text = ''
    for (const [index, row] of rows.entries()) text += this.#row(row, index, onSkippedValue)
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
    for (let position = 0; position < cells.length; position++) {
      const cell = cells[position] ?? null
      if (cell === null) continue
      const column = this.#columns[position] as ExportColumn
      const value = typeof cell === 'object' ? cell.join(', ') : cell
      if (typeof value === 'string' && value.length > maxCellLength)
        onLeftOut(index, { column, issue: tooLongForCell, value })
      else text += cellXml(`${this.#letters[position]}${row}`, value, column.kind)
    }
    return `${text}</row>`
  }
}

const tooLongForCell = `A cell of a workbook holds ${maxCellLength} characters at most. Export as CSV or JSONL to have it.`

function tooLarge(what: string): CatalogError {
  return new CatalogError('conflict', message('export.too_large_for_workbook', { what }))
}

const columnStyles: Record<ExportCellKind, number> = {
  text: cellStyles.text,
  references: cellStyles.text,
  number: cellStyles.plain,
  boolean: cellStyles.plain,
  date: cellStyles.date,
  timestamp: cellStyles.timestamp,
}

function cellXml(address: string, value: string | number | boolean, kind: ExportCellKind): string {
  if (typeof value === 'number' && isExact(value)) return `<c r="${address}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`
  const serial = kind === 'date' || kind === 'timestamp' ? toSerial(String(value)) : undefined
  if (serial === undefined) return textCell(address, String(value), cellStyles.text)
  return `<c r="${address}" s="${columnStyles[kind]}"><v>${serial}</v></c>`
}

/** Excel keeps 15 digits, so a longer number is written as text. */
function isExact(value: number): boolean {
  return Number(value.toPrecision(15)) === value && (value === 0 || Math.abs(value) >= minPlainNumber)
}

const minPlainNumber = 1e-5

function textCell(address: string, text: string, style: number): string {
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

const dayMs = 86_400_000
const serialEpoch = Date.UTC(1899, 11, 30)
// Excel treats 1900 as a leap year, so serial numbers before this date are off by one.
const firstCorrectDate = Date.UTC(1900, 2, 1)

function toSerial(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return undefined
  const at = Date.parse(text)
  return at >= firstCorrectDate ? (at - serialEpoch) / dayMs : undefined
}

// oxlint-disable-next-line no-control-regex -- XML takes none of them
const needsEscape = /[&<>\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9a-f]{4}_/i
// oxlint-disable-next-line no-control-regex -- as above
const invalidXmlCharacters = /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g

/** Escapes characters that XML forbids as `_x000D_`, and text that looks like such an escape. */
function escapeXml(text: string): string {
  if (!needsEscape.test(text)) return text
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(
      invalidXmlCharacters,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
