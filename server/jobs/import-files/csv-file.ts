/**
 * Reads a CSV file as a stream, so that a file of any size needs the same memory: once to look at the whole of it
 * (encoding, delimiter, quoting, types), then to yield its rows in batches.
 */
import { pipeline } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'
import { unguardCell } from '#shared/cell-guard.ts'
import { detectDelimiter, readSeparatorLine } from '../../catalog/imports/delimiter.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import { detectEncoding } from '../../catalog/imports/text-encoding.ts'
import { isBlankRow } from './blank-row.ts'
import {
  isGarbled,
  isMostlyUtf8,
  NotUtf8,
  readAsUtf8,
  SeenText,
  type TextFormat,
  textsOf,
} from './csv-text.ts'
import { readHead } from './read-head.ts'
import {
  BatchCollector,
  type FileRow,
  readHeaders,
  type ReadOptions,
  refusal,
  type RowBatch,
  type FileRows,
} from './file-rows.ts'
import { maxRowLength, requireBounds } from './row-bounds.ts'
import { RowScan } from './scan-rows.ts'

/** How a file has to be read. */
interface CsvFormat extends TextFormat {
  /** Whether the file or the user says what the encoding is. */
  readonly isTold: boolean
  readonly isGuess: boolean
  readonly delimiter: string
  /** The line that the header begins in: the second one where the first tells the delimiter. */
  readonly fromLine: number
  /** False where quotes stand in places they must not; such rows are looked at with suspicion. */
  readonly isStrict: boolean
  readonly hasNul: boolean
}

const headLength = 64 * 1024

/** Looks at the whole file. Throws `validation_failed` with one clear sentence where it cannot be imported. */
export async function openCsvFile(file: string, options: ReadOptions): Promise<FileRows> {
  let format = await detectFormat(file, options)
  for (;;) {
    try {
      const { scan, hasNul } = await scanAs(file, format, options)
      const read = { ...format, hasNul }
      return {
        scan,
        sheets: [],
        batches: (skip) => readBatches(file, read, skip),
        records: () => readRecords(file, read, scan.headers.length),
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
  if (nature.kind === 'empty') throw refusal('The file is empty.')
  if (nature.kind === 'unreadable') throw refusal(nature.reason)
  const { encoding, by } = nature
  const sample = new TextDecoder(encoding).decode(head, { stream: true })
  const declared = readSeparatorLine(sample)
  return {
    encoding,
    hasFlaws: false,
    isTold: by !== 'content',
    isGuess: by === 'content' && encoding !== 'utf-8',
    delimiter: asked.delimiter ?? declared?.delimiter ?? detectDelimiter(sample, head.length < headLength),
    fromLine: declared ? 2 : 1,
    isStrict: true,
    hasNul: false,
  }
}

/** Another way to read the file, where there is one. */
async function fallBack(
  file: string,
  format: CsvFormat,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<CsvFormat | undefined> {
  if (error instanceof NotUtf8) {
    const isUtf8 = format.isTold || (await isMostlyUtf8(file, signal))
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
    return refusal(`A quote that opens in ${place} is never closed. Correct the file and import it again.`)
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLongRow(line)
  return refusal(`The file is not valid CSV near line ${line}: ${error.message}.`)
}

async function scanAs(
  file: string,
  format: CsvFormat,
  { signal, maxRows = Infinity }: ReadOptions,
): Promise<{ scan: FileScan; hasNul: boolean }> {
  const seen = new SeenText()
  let scan: RowScan | undefined
  let headers: string[] = []
  for await (const record of openCsv(file, format, seen)) {
    if (!scan) {
      headers = readCsvHeaders(record, format, seen)
      scan = new RowScan(headers)
      continue
    }
    requireBounds(record, scan.rows)
    scan.rows += 1
    if (scan.rows % 1000 === 0) signal.throwIfAborted()
    const place = { width: headers.length, format: { ...format, hasNul: seen.hasNul }, seen }
    if (isBlankRow(record)) scan.blankRows += 1
    else if (findFlaw(record, place) === undefined) scan.add(record.map(unguardCell))
    if (scan.rows >= maxRows) break
  }
  if (!scan) throw refusal('The file is empty.')
  const { encoding, isGuess, delimiter } = format
  const guess = isGuess && { encoding_guessed: true }
  const read = { format: 'csv', encoding, ...guess, delimiter, sheet: null } as const
  return { scan: scan.result(read), hasNul: seen.hasNul }
}

function readCsvHeaders(record: readonly string[], format: CsvFormat, seen: SeenText): string[] {
  requireBounds(record)
  if (isGarbled(record, format, seen)) throw refusal(garbledHeader(format))
  return readHeaders(record.map(unguardCell))
}

function openCsv(file: string, format: CsvFormat, seen: SeenText): Parser {
  const parser = parse({
    delimiter: format.delimiter,
    bom: !format.hasFlaws,
    from_line: format.fromLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: !format.isStrict,
    max_record_size: maxRowLength,
    // Cells come as bytes, so that those that are not UTF-8 can be told.
    ...(format.hasFlaws && { encoding: null, on_record: (cells) => textsOf(cells as Buffer[], seen) }),
  })
  // Whoever iterates over the parser gets the error of any part.
  pipeline(boundRows(readAsUtf8(file, format, seen), parser), parser, () => undefined)
  return parser
}

/** The parser counts what is in the cells of a row, and not how many they are. */
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
  return refusal(`The row at line ${line} is longer than 8 MiB; probably a quote is not closed.`)
}

async function* readBatches(file: string, format: CsvFormat, skip: number): AsyncGenerator<RowBatch> {
  const batch = new BatchCollector(skip)
  const seen = new SeenText()
  let headers: readonly string[] = []
  let row = -1
  for await (const record of openCsv(file, format, seen)) {
    row += 1
    if (row === 0) headers = readHeaders(record.map(unguardCell))
    if (row <= skip) continue
    addRecord(batch, row, { cells: record, headers, format, seen })
    if (batch.isFull) yield batch.take()
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

async function* readRecords(file: string, format: CsvFormat, width: number): AsyncGenerator<FileRow> {
  const seen = new SeenText()
  let row = -1
  for await (const cells of openCsv(file, format, seen)) {
    row += 1
    const issue = isBlankRow(cells) ? undefined : findFlaw(cells, { width, format, seen })
    if (row > 0) yield { row, cells: cells.map(unguardCell), issue }
  }
}

interface RowPlace extends Pick<CsvRecord, 'format' | 'seen'> {
  readonly width: number
}

/** Why a row cannot be trusted, in a sentence; undefined for a sound one. Empty cells too many do no harm. */
function findFlaw(record: readonly string[], { width, format, seen }: RowPlace): string | undefined {
  const isTooWide = record.length > width && record.slice(width).some((cell) => cell !== '')
  if (isTooWide || record.length < width)
    return `The row has ${record.length} cells; the header has ${width}.`
  if (format.hasNul && record.some((cell) => cell.includes('\0'))) return 'The row holds a NUL character.'
  if (isGarbled(record, format, seen)) return garbledRow(format)
  const isSuspicious = !format.isStrict && record.some((cell) => cell.startsWith('"') && cell.includes('\n'))
  return isSuspicious ? 'A quote in the row is not closed properly.' : undefined
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
