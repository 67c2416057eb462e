/**
 * Reads a CSV file as a stream, so that a file of any size needs the same memory: once to look at the whole of it
 * (encoding, delimiter, quoting, types), then to yield its rows in batches.
 */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'
import { unguardCell } from '#shared/cell-guard.ts'
import { detectDelimiter } from '../../catalog/imports/delimiter.ts'
import type { ImportRow } from '../../catalog/imports/row-reader.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import { detectEncoding, type TextEncoding } from '../../catalog/imports/text-encoding.ts'
import { isBlankRow } from './blank-row.ts'
import { readHead } from './read-head.ts'
import {
  BatchCollector,
  readHeaders,
  type ReadOptions,
  refusal,
  type RowBatch,
  type RowSource,
} from './row-source.ts'
import { RowScan } from './scan-rows.ts'

/** How a file has to be read. */
interface CsvFormat {
  readonly encoding: TextEncoding
  readonly delimiter: string
  /** False where quotes stand in places they must not; such rows are looked at with suspicion. */
  readonly isStrict: boolean
  readonly hasNul: boolean
}

const headLength = 64 * 1024
const maxRowLength = 8 * 1024 * 1024

/** Looks at the whole file. Throws `validation_failed` with one clear sentence where it cannot be imported. */
export async function openCsvFile(file: string, options: ReadOptions): Promise<RowSource> {
  let format = await detectFormat(file, options.delimiter)
  for (;;) {
    try {
      const { scan, hasNul } = await scanAs(file, format, options)
      const read = { ...format, hasNul }
      return {
        scan,
        batches: (skip) => readBatches(file, read, skip),
        records: () => readRecords(file, read),
      }
    } catch (error) {
      const next = fallBack(format, error)
      if (!next) throw toRefusal(error)
      format = next
    }
  }
}

async function detectFormat(file: string, asked: string | undefined): Promise<CsvFormat> {
  const head = await readHead(file, headLength)
  const nature = detectEncoding(head)
  if (nature.kind === 'empty') throw refusal('The file is empty.')
  if (nature.kind === 'unreadable') throw refusal(nature.reason)
  const { encoding } = nature
  const sample = new TextDecoder(encoding).decode(head, { stream: true })
  return {
    encoding,
    delimiter: asked ?? detectDelimiter(sample, head.length < headLength),
    isStrict: true,
    hasNul: false,
  }
}

class NotUtf8 extends Error {}

function fallBack(format: CsvFormat, error: unknown): CsvFormat | undefined {
  if (error instanceof NotUtf8) return { ...format, encoding: 'windows-1252' }
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
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return refusal(`The row at line ${line} is longer than 8 MiB; probably a quote is not closed.`)
  }
  return refusal(`The file is not valid CSV near line ${line}: ${error.message}.`)
}

async function scanAs(
  file: string,
  format: CsvFormat,
  { signal, maxRows = Infinity }: ReadOptions,
): Promise<{ scan: FileScan; hasNul: boolean }> {
  const seen = { nul: false }
  let scan: RowScan | undefined
  let headers: string[] = []
  for await (const record of openCsv(file, format, seen)) {
    if (!scan) {
      headers = readHeaders(record.map(unguardCell))
      scan = new RowScan(headers)
      continue
    }
    scan.rows += 1
    if (scan.rows % 1000 === 0) signal.throwIfAborted()
    if (isBlankRow(record)) scan.blankRows += 1
    else if (findFlaw(record, headers.length, { ...format, hasNul: seen.nul }) === undefined)
      scan.add(record.map(unguardCell))
    if (scan.rows >= maxRows) break
  }
  if (!scan) throw refusal('The file is empty.')
  const { encoding, delimiter } = format
  return { scan: scan.result({ format: 'csv', encoding, delimiter, sheet: null }), hasNul: seen.nul }
}

function openCsv(file: string, format: CsvFormat, seen: { nul: boolean }): Parser {
  const parser = parse({
    delimiter: format.delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: !format.isStrict,
    max_record_size: maxRowLength,
  })
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  // Whoever iterates over the parser gets the error of any part.
  pipeline(
    source,
    (chunks: AsyncIterable<Buffer>) => toUtf8(chunks, format.encoding, seen),
    parser,
    () => undefined,
  )
  return parser
}

async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncoding, seen: { nul: boolean }) {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  const decode = (chunk: Buffer | undefined) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new NotUtf8('The file is not UTF-8.')
    }
  }
  for await (const chunk of chunks) {
    const text = decode(chunk)
    const bytes = encoding === 'utf-8' ? chunk : Buffer.from(text)
    if (!seen.nul) seen.nul = bytes.includes(0)
    yield bytes
  }
  const rest = decode(undefined)
  if (encoding !== 'utf-8' && rest !== '') yield Buffer.from(rest)
}

async function* readBatches(file: string, format: CsvFormat, skip: number): AsyncGenerator<RowBatch> {
  const batch = new BatchCollector(skip)
  let headers: readonly string[] = []
  let row = -1
  for await (const record of openCsv(file, format, { nul: false })) {
    row += 1
    if (row === 0) headers = readHeaders(record.map(unguardCell))
    if (row <= skip) continue
    addRecord(batch, row, { cells: record, headers, format })
    if (batch.isFull) yield batch.take()
  }
  if (batch.isPending) yield batch.take()
}

interface CsvRecord {
  readonly cells: readonly string[]
  readonly headers: readonly string[]
  readonly format: CsvFormat
}

function addRecord(batch: BatchCollector, row: number, { cells, headers, format }: CsvRecord): void {
  if (isBlankRow(cells)) return batch.skip(row)
  const issue = findFlaw(cells, headers.length, format)
  const flaw = issue === undefined ? undefined : { issue, value: cells.join(format.delimiter) }
  batch.add({ row, cells: cells.map(unguardCell) }, flaw)
}

async function* readRecords(file: string, format: CsvFormat): AsyncGenerator<ImportRow> {
  let row = -1
  for await (const cells of openCsv(file, format, { nul: false })) {
    row += 1
    if (row > 0) yield { row, cells: cells.map(unguardCell) }
  }
}

/** Why a row cannot be trusted, in a sentence; undefined for a sound one. Empty cells too many do no harm. */
function findFlaw(record: readonly string[], width: number, format: CsvFormat): string | undefined {
  const isTooWide = record.length > width && record.slice(width).some((cell) => cell !== '')
  if (isTooWide || record.length < width)
    return `The row has ${record.length} cells; the header has ${width}.`
  if (format.hasNul && record.some((cell) => cell.includes('\0'))) return 'The row holds a NUL character.'
  const isSuspicious = !format.isStrict && record.some((cell) => cell.startsWith('"') && cell.includes('\n'))
  return isSuspicious ? 'A quote in the row is not closed properly.' : undefined
}
