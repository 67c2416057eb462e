/**
 * Reads a CSV file as a stream, so that a file of any size needs the same memory: once to look at the whole of it
 * (encoding, delimiter, quoting, types), then to yield its rows in batches.
 */
import { CsvError } from 'csv-parse'
import { unguardCell } from '#shared/cell-guard.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { detectDelimiter, readSeparatorLine } from '../../catalog/imports/delimiter.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import { detectEncoding } from '../../catalog/imports/text-encoding.ts'
import { isBlankRow, requireBounds } from './record-reader.ts'
import { findHeader, nameColumns, noHeaderRow, rowsToLookAt, describeLayout } from './find-header.ts'
import { isGarbled, isMostlyUtf8, NotUtf8, SeenText } from './csv-text.ts'
import { readCsvRecords, type RecordFormat, tooLongRow } from './csv-records.ts'
import { readHead } from './detect-format.ts'
import {
  BatchCollector,
  type FileRow,
  readHeaders,
  type ReadOptions,
  refusal,
  type RowBatch,
  type FileRows,
} from './file-rows.ts'
import { RowScan } from './scan-rows.ts'
import { NonDataRowFilter } from './skip-non-data-rows.ts'

interface CsvFormat extends RecordFormat {
  readonly isDetected: boolean
  readonly isGuess: boolean
  readonly hasNul: boolean
}

/** Where the header of a file stands, and what under it is no data. */
interface CsvLayout {
  /** The record that names the columns, from 0; -1 where none does. */
  readonly headerAt: number
  readonly headers: readonly string[]
  readonly leftOut: ReadonlySet<number>
}

interface ReadAs {
  readonly format: CsvFormat
  readonly layout: CsvLayout
}

const headLength = 64 * 1024

/** Looks at the whole file. Throws `validation_failed` with one clear sentence where it cannot be imported. */
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
  const sample = new TextDecoder(encoding).decode(head, { stream: true })
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
  }
}

async function fallBack(
  file: string,
  format: CsvFormat,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<CsvFormat | undefined> {
  if (error instanceof NotUtf8) {
    const isUtf8 = format.isDetected || (await isMostlyUtf8(file, signal))
    return isUtf8 ? { ...format, hasFlaws: true } : { ...format, encoding: 'windows-1252', isGuess: true }
  }
  const isMisplacedQuote =
    error instanceof CsvError &&
    (error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE')
  return isMisplacedQuote && format.isStrict ? { ...format, isStrict: false } : undefined
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

/** What is learned of a file while its records are read once: where the header is, and which of them are rows. */
class CsvScan {
  readonly #format: CsvFormat
  readonly #seen: SeenText
  readonly #options: ReadOptions
  readonly #leftOut = new Set<number>()
  #headerAt = 0
  #headers: string[] = []
  #rows = new RowScan([])
  #rowFilter: NonDataRowFilter<{ cells: string[] }> | undefined
  #handed = 0

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

  /** Finds the header among the first records, and adds those under it. */
  begin(first: readonly string[][]): void {
    const [top] = first
    if (!top) throw refusal(message('file.empty'))
    const above = this.#format.fromLine - 1
    const { header_row: asked } = this.#options
    this.#headerAt = findHeader(first, asked && Math.max(1, asked - above))
    const header = this.#headerAt < 0 ? nameColumns(first) : first[this.#headerAt]
    if (!header) throw refusal(noHeaderRow(first.length + above))
    this.#headers = readCsvHeaders(header, this.#format, this.#seen)
    this.#rows = new RowScan(this.#headers)
    this.#rowFilter = new NonDataRowFilter(this.#headerAt < 0 ? [] : header, (row, isData) =>
      this.#take(row, isData),
    )
    for (const record of first.slice(this.#headerAt + 1)) if (!this.isOver) this.add(record)
  }

  add(cells: string[]): void {
    requireBounds(cells, this.#rows.rows)
    this.#rows.rows += 1
    if (this.#rows.rows % 1000 === 0) this.#options.signal.throwIfAborted()
    this.#rowFilter?.add({ cells })
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
    if (findFlaw(cells, place) === undefined) this.#rows.add(cells.map(unguardCell), this.#handed)
  }

  end(): { scan: FileScan; layout: CsvLayout } {
    this.#rowFilter?.end()
    const { encoding, isGuess, delimiter, fromLine } = this.#format
    const layout = { headerAt: this.#headerAt, headers: this.#headers, leftOut: this.#leftOut }
    const guess = isGuess && { encoding_guessed: true }
    const read = { format: 'csv', encoding, ...guess, delimiter, sheet: null } as const
    const described = describeLayout(this.#headerAt, fromLine - 1, this.#rowFilter?.leftOut ?? [])
    return { scan: this.#rows.result({ ...read, ...described }), layout }
  }
}

function readCsvHeaders(record: readonly string[], format: CsvFormat, seen: SeenText): string[] {
  requireBounds(record)
  if (isGarbled(record, format, seen)) throw refusal(garbledHeader(format))
  return readHeaders(record.map(unguardCell))
}

async function* readBatches(
  file: string,
  { format, layout }: ReadAs,
  skip: number,
): AsyncGenerator<RowBatch> {
  const batch = new BatchCollector(skip)
  const seen = new SeenText()
  const { headerAt, headers, leftOut } = layout
  // The header is row 0.
  let row = -1 - headerAt
  for await (const records of readCsvRecords(file, format, seen)) {
    for (const cells of records) {
      row += 1
      if (row <= skip) continue
      if (leftOut.has(row)) batch.skip(row)
      else addRecord(batch, row, { cells, headers, format, seen })
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
}

function addRecord(batch: BatchCollector, row: number, { cells, headers, format, seen }: CsvRecord): void {
  if (isBlankRow(cells)) return batch.skip(row)
  const issue = findFlaw(cells, { width: headers.length, format, seen })
  const flaw = issue === undefined ? undefined : { issue, value: cells.join(format.delimiter) }
  batch.add({ row, cells: cells.map(unguardCell) }, flaw)
}

async function* readRecords(file: string, { format, layout }: ReadAs): AsyncGenerator<FileRow> {
  const seen = new SeenText()
  const { headerAt, headers, leftOut } = layout
  let row = -1 - headerAt
  for await (const records of readCsvRecords(file, format, seen)) {
    for (const cells of records) {
      row += 1
      if (row <= 0 || leftOut.has(row)) continue
      const issue = isBlankRow(cells) ? undefined : findFlaw(cells, { width: headers.length, format, seen })
      yield { row, cells: cells.map(unguardCell), issue }
    }
  }
}

interface RowPlace extends Pick<CsvRecord, 'format' | 'seen'> {
  readonly width: number
}

/** Why a row cannot be trusted, in a sentence; undefined for a sound one. Empty cells beyond the header do no harm. */
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
