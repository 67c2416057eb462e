import { refusal, type FileRecord, refuseLongRow } from './file-rows.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { openZip, type ZipFile } from '../../files/zip-file.ts'
import { indexOfLetters, letterOf } from './column-letters.ts'
import { MergedCells } from './merged-cells.ts'
import { readSheetTail, type SheetLinks } from './workbook-links.ts'
import { serialToDate, isDateFormat } from 'hucre'
import { CatalogError } from '../../errors.ts'
import { load } from 'cheerio/slim'
import { posix } from 'node:path'
import { toIso } from '#shared/iso-times.ts'

const sheetRows = 1_048_576

export interface OpenWorkbook {
  readonly zip: ZipFile
  readonly sheets: readonly WorkbookSheet[]
  readonly values: CellValues
}

/** Opens a workbook; throws a refusal where it cannot be read, or unpacks to more than `maxBytes`. */
export async function openWorkbook(bytes: Buffer, maxBytes?: number): Promise<OpenWorkbook> {
  const zip = await openZip(bytes, maxBytes)
  const workbook = await readWorkbook(zip)
  return { zip, sheets: workbook.sheets, values: await readValues(zip, workbook) }
}

export async function* readSheets(
  bytes: Buffer,
): AsyncGenerator<{ readonly name: string; readonly rows: FileRecord['cells'][] }> {
  try {
    const workbook = await openWorkbook(bytes)
    for (const sheet of workbook.sheets) {
      if (sheet.isHidden || sheet.part === undefined) continue
      const rows: FileRecord['cells'][] = []
      for await (const { cells } of readRows(workbook, sheet)) if (cells.length > 0) rows.push(cells)
      yield { name: sheet.name, rows }
    }
  } catch (error) {
    throw toRefusal(error)
  }
}

interface SheetCell {
  readonly column: number
  /**
   * The cell's attribute `t`: n for a number, s for a shared text, str, inlineStr, b for true or false, e
   * for an error.
   */
  readonly type: string
  readonly style: number
  readonly text: string
  readonly isUnsolved: boolean
  readonly link: string | undefined
}

interface SheetRow {
  /** The row in the sheet, from 0. */
  readonly index: number
  readonly cells: readonly SheetCell[]
}

const maxColumn = 16_383

async function* readSheetRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  let index = -1
  for await (const piece of splitAtEnds(chunks, rowEnd, () => refuseLongRow(index + 1))) {
    let start = 0
    // Empty rows without an end tag come before the row that has one.
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
    // Empty cells without an end tag come before the cell that has one.
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
  return { column, type, style, text, isUnsolved, link: linkOf(content) }
}

function linkOf(content: string): string | undefined {
  if (!content.includes('HYPERLINK')) return undefined
  return linkFormula.exec(decodeEntities(content))?.[1]
}

const linkFormula = /<(?:\w+:)?f[^>]*>\s*=?HYPERLINK\(\s*"(https?:[^"]+)"/i

const formula = /<(?:\w+:)?f[\s/>]/

function textOfCell(type: string, content: string): string {
  if (type === 'inlineStr') return textOfRuns(content)
  const text = textOfValue(content)
  return type === 'str' ? decodeEscapes(text) : text
}

function columnOf(attributes: string): number | undefined {
  const letters = /\sr\s*=\s*["']([A-Z]{1,4})\d+["']/.exec(attributes)?.[1]
  if (letters === undefined) return undefined
  return indexOfLetters(letters)
}

/**
 * Rows from the first nonempty one on (`place` receives the number of rows above), with a blank one for
 * each that the sheet omits in between.
 */
export async function* readRows(
  { zip, values }: OpenWorkbook,
  { name, part }: WorkbookSheet,
  place = { above: 0 },
): AsyncGenerator<FileRecord> {
  const { links, merged } = await readSheetTail(zip, part)
  const mergedCells = new MergedCells(merged)
  const chunks = part === undefined ? undefined : await zip.stream(part)
  if (!chunks) throw refusal(`The sheet "${name}" cannot be found in the workbook. Save it anew, or as CSV.`)
  let next = -1
  let count = 0
  try {
    for await (const row of readSheetRows(chunks)) {
      count += 1
      requireSheetRow(count)
      const record = mergedCells.fill(row.index, toRecord(row, values, links))
      // Formatted rows without a value count only where a value follows.
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

/** No program writes more rows; a file with more was made to occupy the reader. */
function requireSheetRow(row: number): void {
  if (row <= sheetRows) return
  throw refusal(
    `The sheet has more than ${sheetRows.toLocaleString('en')} rows, which no sheet can have. Import its rows as CSV.`,
  )
}

async function readValues(
  zip: ZipFile,
  { textsPart, stylesPart, isFrom1904 }: Workbook,
): Promise<CellValues> {
  for (const part of [textsPart, stylesPart])
    if (part !== undefined && !zip.has(part)) throw refusal(message('workbook.part_missing', { part }))
  return new CellValues(await readTexts(zip, textsPart), await readFormats(zip, stylesPart), isFrom1904)
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
    return Number.isNaN(number) ? text : shownNumber(number, this.#formats[style], this.#isFrom1904)
  }
}

/** A number as its format shows it: a date, with leading zeros, or plain. */
export function shownNumber(
  number: number,
  { isDate, mask }: CellFormat = plainFormat,
  isFrom1904: boolean,
): string | number {
  if (!Number.isFinite(number)) return String(number)
  if (isDate) return dateText(serialToDate(number, isFrom1904))
  return (mask === undefined ? undefined : maskedText(number, mask)) ?? plainNumber(number)
}

function toRecord({ index, cells: found }: SheetRow, values: CellValues, behind: SheetLinks): FileRecord {
  const width = found.reduce((widest, { column }) => Math.max(widest, column + 1), 0)
  const cells = Array.from({ length: width }, (): string | number => '')
  for (const cell of found) cells[cell.column] = values.of(cell)
  while (cells.at(-1) === '') cells.pop()
  const refused = found.flatMap((cell) => {
    const why = flawOf(cell, `${letterOf(cell.column)}${index + 1}`)
    return why === undefined ? [] : [[cell.column, why] as const]
  })
  const links = found.flatMap(({ column, link }) => {
    const address = link ?? behind.get(`${letterOf(column)}${index + 1}`)
    return address === undefined || cells[column] === '' ? [] : [[column, address] as const]
  })
  return { cells, ...(refused.length > 0 && { refused }), ...(links.length > 0 && { links }) }
}

function flawOf({ isUnsolved, type, text }: SheetCell, name: string): Message | undefined {
  if (isUnsolved) return message('cell.formula_without_result', { place: name })
  if (type === 'e') return message('cell.error_value', { place: name, text })
  const isOutsized = type === 'n' && Math.abs(Number(text)) === Infinity
  return isOutsized ? message('cell.number_too_large', { place: name }) : undefined
}

/**
 * Excel keeps 15 digits; the further binary digits in the file, as in 19.990000000000002, are not shown in
 * the sheet.
 */
function plainNumber(value: number): number {
  return Number(value.toPrecision(15))
}

/**
 * A number under a mask of zeros: 123 under 00000 is 00123. Undefined unless it is a whole number from 0
 * on.
 */
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

/** A date without a time of midnight; a time alone, which Excel counts from day 0. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const [date = '', time = ''] = toIso(value).split(/[TZ.]/)
  if (value.getTime() < firstDay) return time
  return time === '00:00:00' ? date : `${date}T${time}Z`
}

export function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CatalogError) return error
  return refusal(message('workbook.not_readable', { why: error.message.replace(/\.$/, '') }))
}

export interface WorkbookSheet {
  readonly name: string
  readonly part: string | undefined
  readonly isHidden: boolean
}

interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly isFrom1904: boolean
  readonly textsPart: string | undefined
  readonly stylesPart: string | undefined
}

interface CellFormat {
  readonly isDate: boolean
  readonly mask: string | undefined
}

const plainFormat: CellFormat = { isDate: false, mask: undefined }

/** The meaning of the code of a number format, or of the number of a built-in one. */
export function readFormat(code: string, id = code): CellFormat {
  return { isDate: isDateFormat(code || id), mask: maskOf(code) }
}

// These parts are held in memory while they are read.
const maxPartBytes = 16 * 1024 * 1024
const maxTexts = 3_000_000

async function parse(zip: ZipFile, name: string) {
  return load((await zip.read(name, maxPartBytes))?.toString('utf8') ?? '', { xml: true })
}

async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const packaged = await parse(zip, '_rels/.rels')
  const root = packaged('[Type$="/officeDocument"]').attr('Target')?.replace(/^\//, '')
  if (root === undefined || !zip.has(root)) throw refusal(noWorkbook)
  const folder = root.replace(/[^/]*$/, '')
  const relations = await parse(zip, `${folder}_rels/${root.slice(folder.length)}.rels`)
  const $ = await parse(zip, root)
  const partOf = (relation: string | undefined) => {
    const target = relations('Relationship, x\\:Relationship')
      .toArray()
      .map((element) => relations(element).attr() ?? {})
      .find((attributes) => attributes['Id'] === relation)?.['Target']
    return pathOf(folder, target)
  }
  const sheets = $('sheets > sheet, x\\:sheets > x\\:sheet')
    .toArray()
    .map((element) => $(element).attr() ?? {})
  const isHidden = ({ state }: Record<string, string>) => state === 'hidden' || state === 'veryHidden'
  const ordered = [...sheets.filter((sheet) => !isHidden(sheet)), ...sheets.filter(isHidden)]
  const date1904 = $('workbookPr, x\\:workbookPr').attr('date1904')
  return {
    sheets: ordered.map((sheet) => ({
      name: sheet['name'] ?? '',
      part: partOf(relationOf(sheet)),
      isHidden: isHidden(sheet),
    })),
    isFrom1904: date1904 === '1' || date1904 === 'true',
    textsPart: pathOf(folder, relations('[Type$="/sharedStrings"]').attr('Target')),
    stylesPart: pathOf(folder, relations('[Type$="/styles"]').attr('Target')),
  }
}

/**
 * Reads XML of office files piece by piece, so that a part of any size needs memory for one row or text
 * only. Only XML's own entities are replaced, whatever the file declares.
 */
const decodedAtOnce = 256 * 1024
const maxLength = 16 * 1024 * 1024

/**
 * The text before each end tag of one kind; `onTooLong` is called for a piece that does not end, before
 * more is read.
 */
async function* splitAtEnds(
  chunks: AsyncIterable<Buffer>,
  end: RegExp,
  onTooLong: () => never,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let fresh = ''
  for await (const chunk of chunks) {
    fresh += decoder.decode(chunk, { stream: true })
    if (fresh.length < decodedAtOnce) continue
    const pieces = (rest + fresh).split(end)
    rest = pieces.pop() ?? ''
    fresh = ''
    if (rest.length > maxLength) onTooLong()
    yield* pieces
  }
  yield* (rest + fresh + decoder.decode()).split(end).slice(0, -1)
}

/**
 * The text of a cell or of a shared text: all of its runs, without the phonetic readings of East Asian
 * text.
 */
function textOfRuns(xml: string): string {
  const runs = withoutSections(xml).replaceAll(phonetic, '').matchAll(run)
  return decodeEscapes(Array.from(runs, ([, text = '']) => decodeEntities(text)).join(''))
}

const phonetic = /<(\w+:)?rPh[\s>][^]*?<\/\1?rPh>/g
const run = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\//g

function textOfValue(xml: string): string {
  return decodeEntities(/<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)/.exec(withoutSections(xml))?.[1] ?? '')
}

function withoutSections(xml: string): string {
  if (!xml.includes('<![CDATA[')) return xml
  return xml.replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, (_, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return signs[name] ?? entity
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff ? entity : String.fromCodePoint(code)
  })
}

function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

const noWorkbook = message('file.not_a_workbook')

function relationOf(sheet: Record<string, string>): string | undefined {
  return Object.entries(sheet).find(([key]) => key.endsWith(':id'))?.[1]
}

function pathOf(folder: string, target: string | undefined): string | undefined {
  if (target === undefined) return undefined
  return posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1)
}

async function readTexts(zip: ZipFile, part: string | undefined): Promise<string[]> {
  const chunks = part === undefined ? undefined : await zip.stream(part)
  const texts: string[] = []
  for await (const piece of chunks ? splitAtEnds(chunks, textEnd, refuseLongText) : []) {
    // A substring would keep the whole larger text in memory.
    texts.push(Buffer.from(textOfRuns(piece)).toString())
    if (texts.length > maxTexts)
      throw refusal('The workbook holds more than 3,000,000 different texts. Save the sheet as CSV.')
  }
  return texts
}

const textEnd = /<\/(?:\w+:)?si>|<(?:\w+:)?si\s*\/>/

function refuseLongText(): never {
  throw refusal('A text of the workbook is longer than 8 MiB. Shorten it and import the file again.')
}

async function readFormats(zip: ZipFile, part: string | undefined): Promise<readonly CellFormat[]> {
  if (part === undefined) return []
  const $ = await parse(zip, part)
  const codes = new Map(
    $('numFmts > numFmt, x\\:numFmts > x\\:numFmt')
      .toArray()
      .map((element) => [$(element).attr('numFmtId') ?? '', $(element).attr('formatCode') ?? ''] as const),
  )
  return $('cellXfs > xf, x\\:cellXfs > x\\:xf')
    .toArray()
    .map((element) => {
      const id = $(element).attr('numFmtId') ?? ''
      return readFormat(codes.get(id) ?? '', id)
    })
}

function maskOf(code: string): string | undefined {
  const [positive = ''] = code.split(';')
  const shown = positive.replaceAll(/\\(.)|"([^"]*)"/g, '$1$2')
  return /^0[0 \-/.]*0$/.test(shown) && !/0\.0/.test(positive) ? shown : undefined
}
