import {
  type ReadOptions,
  type FileRows,
  refusal,
  requireBounds,
  isBlankRow,
  nameColumnsWithout,
  readHeaders,
  type RowBatch,
  BatchCollector,
  type FileRow,
  maxRowLength,
} from './file-rows.ts'
import { readHead, detectEncoding } from './detect-format.ts'
import { type EncodingDoubt, guessEncoding } from './guess-encoding.ts'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import {
  readSeparatorLine,
  detectDelimiter,
  NotUtf8,
  isMostlyUtf8,
  SeenText,
  isGarbled,
  type TextFormat,
  decodeSample,
  readAsUtf8,
  textsOf,
} from './csv-text.ts'
import type { QuoteMode } from '#shared/imports.ts'
import { CsvError, type Parser, parse } from 'csv-parse'
import { type FileScan, RowScan } from '../recognise/file-scan.ts'
import {
  rowsToLookAt,
  NonDataRowFilter,
  findHeader,
  headerOf,
  nameColumns,
  noHeaderRow,
  describeLayout,
} from './table-layout.ts'
import { headerCells, trustedCells, WrittenCells } from './written-cells.ts'
import { pipeline } from 'node:stream'

/**
 * Reads a CSV file as a stream, so that a file of any size needs the same memory: once to scan it
 * (encoding, delimiter, quoting, types), then to yield its rows in batches.
 */
interface CsvFormat extends RecordFormat {
  /** Whether quoted cells with line ends and delimiters have been checked and are no swallowed rows. */
  readonly isQuoted?: boolean
  /** The user's choice about quotation marks. */
  readonly quote: QuoteMode | undefined
  readonly isDetected: boolean
  readonly isGuess: boolean
  readonly doubt?: EncodingDoubt | undefined
  readonly hasNul: boolean
}

interface CsvLayout {
  /** The index of the header record; -1 without a header. */
  readonly headerAt: number
  readonly headers: readonly string[]
  readonly leftOut: ReadonlySet<number>
}

interface ReadAs {
  readonly format: CsvFormat
  readonly layout: CsvLayout
}

const headLength = 64 * 1024

export async function openCsvFile(file: string, options: ReadOptions): Promise<FileRows> {
  let format = await detectFormat(file, options)
  for (;;) {
    try {
      const { scan, hasNul, layout } = await scanAs(file, format, options)
      const read = { format: { ...format, hasNul }, layout }
      return {
        scan,
        sheets: [],
        batches: (skip) => readBatches(file, read, skip),
        records: () => readRecords(file, read),
      }
    } catch (error) {
      const next = await fallBack(file, format, { error, signal: options.signal })
      if (!next) throw toRefusal(error)
      format = next
    }
  }
}

async function detectFormat(file: string, asked: ReadOptions): Promise<CsvFormat> {
  const head = await readHead(file, headLength)
  const nature = detectEncoding(head, asked.encoding)
  if (nature.kind === 'empty') throw refusal(message('file.empty'))
  if (nature.kind === 'unreadable') throw refusal(nature.reason)
  const { encoding, by } = nature
  const sample = await decodeSample(head, encoding)
  const declared = readSeparatorLine(sample)
  return {
    encoding,
    hasFlaws: false,
    isDetected: by !== 'content',
    isGuess: by === 'content' && encoding !== 'utf-8',
    delimiter: asked.delimiter ?? declared?.delimiter ?? detectDelimiter(sample, head.length < headLength),
    fromLine: declared ? 2 : 1,
    isStrict: true,
    hasNul: false,
    ...quotedAs[asked.quote ?? 'double'],
    quote: asked.quote,
  }
}

/** The reading of each choice about quotation marks; `double` allows for no other reading. */
const quotedAs: Record<QuoteMode, Pick<CsvFormat, 'isUnquoted'>> = {
  double: {},
  none: { isUnquoted: true },
}

async function fallBack(
  file: string,
  format: CsvFormat,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<CsvFormat | undefined> {
  if (error instanceof NotUtf8) {
    const isUtf8 = format.isDetected || (await isMostlyUtf8(file, signal))
    if (isUtf8) return { ...format, hasFlaws: true }
    const { encoding, doubt } = await guessEncoding(file, signal)
    return { ...format, encoding, doubt, isGuess: true }
  }
  if (error instanceof CellOfRows)
    return withQuotes(file, format, { otherwise: { ...format, isQuoted: true }, signal })
  if (!(error instanceof CsvError) || !Object.hasOwn(quoteFaults, error.code)) return undefined
  const mayRelax = format.isStrict && quoteFaults[error.code] === 'misplaced'
  return withQuotes(file, format, {
    otherwise: mayRelax ? { ...format, isStrict: false } : undefined,
    signal,
  })
}

async function withQuotes(
  file: string,
  format: CsvFormat,
  { otherwise, signal }: { otherwise: CsvFormat | undefined; signal: AbortSignal },
): Promise<CsvFormat | undefined> {
  try {
    const mayBeUnquoted = format.quote === undefined && !format.isUnquoted
    if (mayBeUnquoted && (await quotesNothing(file, format, signal)))
      return { ...format, isStrict: true, isUnquoted: true }
  } catch (error) {
    return fallBack(file, format, { error, signal })
  }
  return otherwise
}

/** Faults that may not be faults of the file: misplaced quotes, and rows without an end. */
const quoteFaults: Readonly<Record<string, 'misplaced' | 'endless'>> = {
  CSV_INVALID_CLOSING_QUOTE: 'misplaced',
  INVALID_OPENING_QUOTE: 'misplaced',
  CSV_QUOTE_NOT_CLOSED: 'endless',
  CSV_MAX_RECORD_SIZE: 'endless',
}

/** A quoted cell holds line ends and delimiters, which may be rows swallowed between two lone quotes. */
class CellOfRows extends Error {}

/**
 * Whether every line has as many cells as the first when quotes are plain characters, and some quotes are
 * lone.
 */
async function quotesNothing(file: string, format: CsvFormat, signal: AbortSignal): Promise<boolean> {
  const { delimiter, fromLine } = format
  if (delimiter === '' || format.hasFlaws) return false
  const decoder = new TextDecoder()
  let width = 0
  let hasLone = false
  let line = 0
  const takes = (text: string): boolean => {
    line += 1
    if (line < fromLine || text === '') return true
    const cells = text.split(delimiter)
    width ||= cells.length
    hasLone ||= cells.some(hasLoneQuote)
    return cells.length === width && width > 1 && !cells.some(isSurelyQuoted)
  }
  let rest = ''
  for await (const chunk of readAsUtf8(file, format, new SeenText())) {
    signal.throwIfAborted()
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > maxRowLength || !lines.every(takes)) return false
  }
  return takes(rest.replace(/\r$/, '')) && hasLone
}

/**
 * Whether a quote begins or ends a cell without its counterpart, or ends within it; `="00123"` is not such
 * a cell.
 */
function hasLoneQuote(cell: string): boolean {
  return cell.includes('"') && !/^=?"[^"]*"$/.test(cell)
}

/** Whether a cell has quotes around doubled ones, which only a file with quoting writes. */
function isSurelyQuoted(cell: string): boolean {
  return /^"(?:[^"]|"")*""(?:[^"]|"")*"$/.test(cell) && cell !== '""'
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = 'lines' in error ? String(error['lines']) : '?'
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    const row = Number('records' in error ? error['records'] : 0)
    const place = row === 0 ? 'the header' : `row ${row}`
    return refusal(message('file.quote_never_closed', { place }))
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLongRow(line)
  return refusal(message('file.csv_not_valid', { line, message: error.message }))
}

async function scanAs(
  file: string,
  format: CsvFormat,
  options: ReadOptions,
): Promise<{ scan: FileScan; hasNul: boolean; layout: CsvLayout }> {
  const seen = new SeenText()
  const scan = new CsvScan(format, seen, options)
  const first: string[][] = []
  for await (const records of readCsvRecords(file, format, seen)) {
    for (const record of records) {
      if (scan.isOver) break
      if (scan.isBegun) scan.add(record)
      else if (first.push(record) === rowsToLookAt) scan.begin(first)
    }
    if (scan.isOver) break
  }
  if (!scan.isBegun) scan.begin(first)
  return { ...scan.end(), hasNul: seen.hasNul }
}

class CsvScan {
  readonly #format: CsvFormat
  readonly #seen: SeenText
  readonly #options: ReadOptions
  readonly #leftOut = new Set<number>()
  #headerAt = 0
  #isJoined = false
  #headers: string[] = []
  #rows = new RowScan([])
  #written = new WrittenCells([])
  #rowFilter: NonDataRowFilter<{ cells: string[] }> | undefined
  #handed = 0
  readonly #cellsOfRows: { readonly row: number; readonly at: number }[] = []

  constructor(format: CsvFormat, seen: SeenText, options: ReadOptions) {
    this.#format = format
    this.#seen = seen
    this.#options = options
  }

  get isBegun(): boolean {
    return this.#rowFilter !== undefined
  }

  get isOver(): boolean {
    return this.#rows.rows >= (this.#options.maxRows ?? Infinity)
  }

  begin(first: readonly string[][]): void {
    const [top] = first
    if (!top) throw refusal(message('file.empty'))
    const above = this.#format.fromLine - 1
    const { header_row: asked } = this.#options
    this.#headerAt = findHeader(first, asked && Math.max(1, asked - above))
    const { header: named, isJoined } = headerOf(first, this.#headerAt)
    this.#isJoined = isJoined
    const header = this.#headerAt < 0 ? nameColumns(first) : named.map(String)
    if (this.#headerAt >= first.length) throw refusal(noHeaderRow(first.length + above))
    this.#requireLetters(first)
    this.#headers = readCsvHeaders(header)
    this.#rows = new RowScan(this.#headers)
    this.#written = new WrittenCells(this.#headers)
    this.#rowFilter = new NonDataRowFilter(this.#headerAt < 0 ? [] : header, (row, isData) =>
      this.#take(row, isData),
    )
    for (const record of first.slice(this.#headerAt + 1)) if (!this.isOver) this.add(record)
  }

  /** Refuses names of columns with bytes of another encoding than that of the file. */
  #requireLetters(first: readonly string[][]): void {
    const named =
      this.#headerAt < 0 ? [] : first.slice(this.#headerAt, this.#headerAt + (this.#isJoined ? 2 : 1))
    if (named.some((record) => isGarbled(record, this.#format, this.#seen)))
      throw refusal(garbledHeader(this.#format))
  }

  add(cells: string[]): void {
    requireBounds(cells, this.#rows.rows)
    this.#requireNoRows(cells)
    this.#rows.rows += 1
    if (this.#rows.rows % 1000 === 0) this.#options.signal.throwIfAborted()
    this.#rowFilter?.add({ cells })
  }

  /** Throws where a cell may hold rows, until the file has been checked for it. */
  #requireNoRows(cells: readonly string[]): void {
    const { isQuoted = false, isUnquoted = false, delimiter, quote } = this.#format
    if (isUnquoted) return
    const at = cells.findIndex((cell) => cell.includes('\n') && cell.includes(delimiter))
    if (at < 0) return
    if (!isQuoted && quote === undefined) throw new CellOfRows()
    if (this.#holdsRow(cells[at] ?? '')) this.#cellsOfRows.push({ row: this.#rows.rows + 1, at })
  }

  /** Whether a line of a cell has as many cells as the table has columns. */
  #holdsRow(cell: string): boolean {
    const { length } = this.#headers
    return length > 2 && cell.split('\n').some((line) => line.split(this.#format.delimiter).length === length)
  }

  get #noteOfRows(): Message[] {
    const [first] = this.#cellsOfRows
    if (!first) return []
    const column = this.#headers[first.at] ?? ''
    return [message('file.cells_of_rows', { count: this.#cellsOfRows.length, column, row: first.row })]
  }

  #take({ cells }: { cells: string[] }, isData: boolean): void {
    this.#handed += 1
    if (!isData) this.#leftOut.add(this.#handed)
    if (!isData || isBlankRow(cells)) {
      this.#rows.blankRows += 1
      return
    }
    const format = { ...this.#format, hasNul: this.#seen.hasNul }
    const place = { width: this.#headers.length, format, seen: this.#seen }
    if (findFlaw(cells, place) !== undefined) return
    this.#rows.add(trustedCells(this.#written.read(this.#handed, cells)), this.#handed)
  }

  end(): { scan: FileScan; layout: CsvLayout } {
    this.#rowFilter?.end()
    const { encoding, isGuess, doubt, delimiter, fromLine, isUnquoted } = this.#format
    const layout = { headerAt: this.#headerAt, headers: this.#headers, leftOut: this.#leftOut }
    const guess = isGuess && { encoding_guessed: true }
    const read = { format: 'csv', encoding, ...guess, delimiter, sheet: null } as const
    const described = describeLayout(
      this.#headerAt,
      fromLine - 1,
      this.#rowFilter?.leftOut ?? [],
      this.#isJoined,
    )
    const scan = this.#rows.result({ ...read, ...described })
    const { headers, notes } = nameColumnsWithout(scan.headers, scan.filled)
    const isGuessed = isUnquoted && this.#format.quote === undefined
    const ofQuotes = isGuessed ? [message('file.quotes_as_written')] : this.#noteOfRows
    const allNotes = [...ofQuotes, ...this.#written.notes, ...notes]
    return {
      scan: {
        ...scan,
        headers,
        ...(doubt && { doubt }),
        read: { ...scan.read, ...(allNotes.length > 0 && { notes: allNotes }) },
      },
      layout,
    }
  }
}

function readCsvHeaders(record: readonly string[]): string[] {
  requireBounds(record)
  return readHeaders(headerCells(record))
}

async function* readBatches(
  file: string,
  { format, layout }: ReadAs,
  skip: number,
): AsyncGenerator<RowBatch> {
  const batch = new BatchCollector(skip)
  const seen = new SeenText()
  const { headerAt, headers, leftOut } = layout
  const written = new WrittenCells(headers)
  let row = -1 - headerAt
  for await (const records of readCsvRecords(file, format, seen)) {
    for (const cells of records) {
      row += 1
      if (row <= skip) continue
      if (leftOut.has(row)) batch.skip(row)
      else addRecord(batch, row, { cells, headers, format, seen, written })
      if (batch.isFull) yield batch.take()
    }
  }
  if (batch.isPending) yield batch.take()
}

interface CsvRecord {
  readonly cells: readonly string[]
  readonly headers: readonly string[]
  readonly format: CsvFormat
  readonly seen: SeenText
  readonly written: WrittenCells
}

function addRecord(
  batch: BatchCollector,
  row: number,
  { cells, headers, format, seen, written }: CsvRecord,
): void {
  if (isBlankRow(cells)) return batch.skip(row)
  const issue = findFlaw(cells, { width: headers.length, format, seen })
  const flaw = issue === undefined ? undefined : { issue, value: cells.join(format.delimiter) }
  batch.add({ row, ...written.read(row, cells) }, flaw)
}

async function* readRecords(file: string, { format, layout }: ReadAs): AsyncGenerator<FileRow> {
  const seen = new SeenText()
  const { headerAt, headers, leftOut } = layout
  const written = new WrittenCells(headers)
  let row = -1 - headerAt
  for await (const records of readCsvRecords(file, format, seen)) {
    for (const cells of records) {
      row += 1
      if (row <= 0 || leftOut.has(row)) continue
      const issue = isBlankRow(cells) ? undefined : findFlaw(cells, { width: headers.length, format, seen })
      yield { row, ...written.read(row, cells), issue }
    }
  }
}

interface RowPlace extends Pick<CsvRecord, 'format' | 'seen'> {
  readonly width: number
}

function findFlaw(record: readonly string[], { width, format, seen }: RowPlace): Sentence | undefined {
  const isTooWide = record.length > width && record.slice(width).some((cell) => cell !== '')
  if (isTooWide || record.length < width) return message('row.cell_count', { cells: record.length, width })
  if (format.hasNul && record.some((cell) => cell.includes('\0'))) return message('row.has_nul')
  if (isGarbled(record, format, seen)) return garbledRow(format)
  const isSuspicious = !format.isStrict && record.some((cell) => cell.startsWith('"') && cell.includes('\n'))
  return isSuspicious ? message('row.quote_not_closed') : undefined
}

function garbledHeader({ encoding }: CsvFormat): string {
  return `The header holds bytes that are not ${encodingName(encoding)}. Say which encoding the file has, or save it as UTF-8.`
}

function garbledRow({ encoding }: CsvFormat): string {
  const name = encodingName(encoding)
  return `The row holds bytes that are not ${name}. Correct its letters, or say which encoding the file has and import it again.`
}

function encodingName(encoding: string): string {
  return encoding === 'utf-8' ? 'UTF-8' : encoding
}

/** The records of a CSV file: split here where the file is well-formed, by csv-parse where it is not. */
interface RecordFormat extends TextFormat {
  readonly delimiter: string
  readonly fromLine: number
  readonly isStrict: boolean
  /** Whether the file quotes nothing, so that quotes are plain characters. */
  readonly isUnquoted?: boolean
}

/**
 * All records, some at a time. csv-parse takes eight times as long, so it only reads files that prove
 * irregular: it starts again from the beginning and continues after the records already yielded.
 */
export async function* readCsvRecords(
  file: string,
  format: RecordFormat,
  seen: SeenText,
): AsyncGenerator<readonly string[][]> {
  let given = 0
  if (isPlain(format)) {
    const splitter = new RecordSplitter(format)
    for await (const records of splitAll(splitter, readAsUtf8(file, format, seen))) {
      given += records.length
      yield records
    }
    if (!splitter.isUnterminated) return
  }
  for await (const record of openParser(file, format, seen)) {
    if (given === 0) yield [record]
    else given -= 1
  }
}

function isPlain({ delimiter, isStrict, hasFlaws }: RecordFormat): boolean {
  return isStrict && !hasFlaws && delimiter !== '' && !/["\r\n]/.test(delimiter)
}

async function* splitAll(
  splitter: RecordSplitter,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[][]> {
  for await (const chunk of chunks) {
    yield splitter.split(chunk, false)
    if (splitter.isUnterminated) return
  }
  yield splitter.split(nothing, true)
}

const nothing = Buffer.alloc(0)
const byteOrderMark = Buffer.from('\uFEFF')
const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]

/**
 * Splits the bytes of a file as they arrive. Every record is a text of its own, so that a kept cell
 * retains only its row.
 */
class RecordSplitter {
  readonly #delimiter: string
  readonly #isUnquoted: boolean
  #linesToSkip: number
  #rest: Buffer | undefined
  isUnterminated = false

  constructor({ delimiter, fromLine, isUnquoted = false }: RecordFormat) {
    this.#delimiter = delimiter
    this.#isUnquoted = isUnquoted
    this.#linesToSkip = fromLine - 1
  }

  split(chunk: Uint8Array, isEnd: boolean): string[][] {
    const bytes = Buffer.concat([this.#rest ?? nothing, this.#rest ? chunk : withoutMark(chunk)])
    const ends = new RecordEnds(bytes, isEnd, this.#isUnquoted)
    const records: string[][] = []
    let from = 0
    for (let end = ends.find(from); end && !this.isUnterminated; end = ends.find(from)) {
      const cells = this.#cellsOf(bytes, from, end)
      this.isUnterminated = cells === undefined
      if (this.#linesToSkip > 0) this.#linesToSkip -= 1
      else if (cells) records.push(cells)
      from = end.next
    }
    this.#rest = bytes.subarray(from)
    this.isUnterminated ||= this.#rest.length > maxRowLength
    return records
  }

  #cellsOf(bytes: Buffer, from: number, { at, hasQuotes }: RecordEnd): string[] | undefined {
    if (at - from > maxRowLength) return undefined
    const text = bytes.toString('utf8', from, at)
    return hasQuotes ? unquote(text, this.#delimiter) : text.split(this.#delimiter)
  }
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return byteOrderMark.equals(chunk.subarray(0, 3)) ? chunk.subarray(3) : chunk
}

interface RecordEnd {
  readonly at: number
  readonly next: number
  readonly hasQuotes: boolean
}

/** The ends of records: the first line end with an even number of quotes before it. */
class RecordEnds {
  readonly #bytes: Buffer
  readonly #isEnd: boolean
  #lineFeed = -1
  #carriageReturn = -1
  #quote: number

  /** `isEnd` says that these are the last bytes, `isUnquoted` that quotes are plain characters. */
  constructor(bytes: Buffer, isEnd: boolean, isUnquoted: boolean) {
    this.#bytes = bytes
    this.#isEnd = isEnd
    this.#quote = isUnquoted ? bytes.length : this.#indexOf(quote, 0)
  }

  /** To be called for one record after the other; undefined where no record ends in these bytes. */
  find(from: number): RecordEnd | undefined {
    const { length } = this.#bytes
    if (from >= length) return undefined
    let at = this.#endOfLine(from)
    let quotes = this.#countQuotes(at)
    while (quotes % 2 > 0 && at < length) {
      at = this.#endOfLine(at + 1)
      quotes += this.#countQuotes(at)
    }
    const isReturn = this.#bytes[at] === carriageReturn
    if (!this.#isEnd && at + (isReturn ? 1 : 0) >= length) return undefined
    const next = at + (isReturn && this.#bytes[at + 1] === lineFeed ? 2 : 1)
    return { at, next, hasQuotes: quotes > 0 }
  }

  #countQuotes(end: number): number {
    let count = 0
    for (; this.#quote < end; this.#quote = this.#indexOf(quote, this.#quote + 1)) count += 1
    return count
  }

  #endOfLine(from: number): number {
    if (this.#lineFeed < from) this.#lineFeed = this.#indexOf(lineFeed, from)
    if (this.#carriageReturn < from) this.#carriageReturn = this.#indexOf(carriageReturn, from)
    return Math.min(this.#lineFeed, this.#carriageReturn)
  }

  #indexOf(byte: number, from: number): number {
    const index = this.#bytes.indexOf(byte, from)
    return index < 0 ? this.#bytes.length : index
  }
}

/** The cells of a record with quoted cells; undefined where a quote is misplaced. */
function unquote(text: string, delimiter: string): string[] | undefined {
  const cells: string[] = []
  for (let from = 0; ;) {
    const isQuoted = text.startsWith('"', from)
    const close = isQuoted ? findClosing(text, from + 1) : -1
    const end = isQuoted ? close + 1 : findDelimiter(text, delimiter, from)
    const isDelimited = text.startsWith(delimiter, end)
    if (isQuoted ? close < 0 || !(isDelimited || end === text.length) : text.slice(from, end).includes('"'))
      return undefined
    cells.push(isQuoted ? text.slice(from + 1, close).replaceAll('""', '"') : text.slice(from, end))
    if (!isDelimited) return cells
    from = end + delimiter.length
  }
}

function findDelimiter(text: string, delimiter: string, from: number): number {
  const index = text.indexOf(delimiter, from)
  return index < 0 ? text.length : index
}

function findClosing(text: string, from: number): number {
  for (let index = text.indexOf('"', from); ; index = text.indexOf('"', index + 2))
    if (index < 0 || text[index + 1] !== '"') return index
}

function openParser(file: string, format: RecordFormat, seen: SeenText): Parser {
  const parser = parse({
    delimiter: format.delimiter,
    bom: !format.hasFlaws,
    from_line: format.fromLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: !format.isStrict,
    ...(format.isUnquoted && { quote: false }),
    max_record_size: maxRowLength,
    // Cells arrive as bytes, so that those that are not UTF-8 can be noted.
    ...(format.hasFlaws && { encoding: null, on_record: (cells) => textsOf(cells as Buffer[], seen) }),
  })
  pipeline(boundRows(readAsUtf8(file, format, seen), parser), parser, () => undefined)
  return parser
}

/** csv-parse limits the size of cells, but not their number in a row. */
async function* boundRows(chunks: AsyncIterable<Uint8Array>, parser: Parser): AsyncGenerator<Uint8Array> {
  let records = 0
  let length = 0
  for await (const chunk of chunks) {
    length = parser.info.records === records ? length + chunk.length : 0
    records = parser.info.records
    if (length > maxRowLength) throw tooLongRow(parser.info.lines)
    yield chunk
  }
}

function tooLongRow(line: number | string): Error {
  return refusal(message('file.row_too_long', { line }))
}
