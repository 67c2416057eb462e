/**
 * Reads a CSV file as a stream, so that a file of any size needs the same memory. `scanCsv` looks at the whole file once
 * (encoding, delimiter, quoting, types); `readCsv` then yields its rows in batches.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'
import { unguardCell } from '#shared/cell-guard.ts'
import type { RowError } from '#shared/jobs.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { type Delimiter, detectDelimiter } from '../../catalog/imports/delimiter.ts'
import { ColumnScan } from '../../catalog/imports/guess-data-type.ts'
import type { ImportRow } from '../../catalog/imports/import-rows.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import { detectEncoding, type TextEncoding } from '../../catalog/imports/text-encoding.ts'

/** How a file has to be read. */
export interface CsvFormat {
  readonly encoding: TextEncoding
  readonly delimiter: Delimiter
  /** False where quotes stand in places they must not; such rows are looked at with suspicion. */
  readonly isStrict: boolean
  readonly hasNul: boolean
}

const headLength = 64 * 1024
const maxRowLength = 8 * 1024 * 1024
const maxColumns = 5000

/** Looks at the whole file. Throws `validation_failed` with one clear sentence where it cannot be imported. */
export async function scanCsv(
  file: string,
  signal: AbortSignal,
): Promise<{ scan: FileScan; format: CsvFormat }> {
  let format = await detectFormat(file)
  for (;;) {
    try {
      return await scanAs(file, format, signal)
    } catch (error) {
      const next = fallBack(format, error)
      if (!next) throw toRefusal(error)
      format = next
    }
  }
}

async function detectFormat(file: string): Promise<CsvFormat> {
  const head = await readHead(file)
  const nature = detectEncoding(head)
  if (nature.kind === 'empty') throw refusal('The file is empty.')
  if (nature.kind === 'unreadable') throw refusal(nature.reason)
  const { encoding } = nature
  const sample = new TextDecoder(encoding).decode(head, { stream: true })
  return {
    encoding,
    delimiter: detectDelimiter(sample, head.length < headLength),
    isStrict: true,
    hasNul: false,
  }
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file).catch(() => {
    throw refusal('The uploaded file is no longer there. Import it again.')
  })
  try {
    const buffer = new Uint8Array(headLength)
    const { bytesRead } = await handle.read(buffer, 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
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

function refusal(sentence: string): CatalogError {
  return new CatalogError('validation_failed', sentence, {
    fieldErrors: [{ field: 'file', issue: sentence }],
  })
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

async function scanAs(file: string, format: CsvFormat, signal: AbortSignal) {
  const seen = { nul: false }
  let headers: string[] | undefined
  let columns: ColumnScan[] = []
  let rows = 0
  let soundRows = 0
  for await (const record of openCsv(file, format, seen)) {
    if (!headers) {
      headers = readHeaders(record)
      columns = headers.map((header) => new ColumnScan(header))
      continue
    }
    rows += 1
    if (rows % 1000 === 0) signal.throwIfAborted()
    if (isBlank(record, headers) || findFlaw(record, headers.length, { ...format, hasNul: seen.nul }))
      continue
    soundRows += 1
    for (const [index, column] of columns.entries()) column.add(unguardCell(record[index] ?? ''))
  }
  if (!headers) throw refusal('The file is empty.')
  const scan: FileScan = {
    headers,
    guesses: columns.map((column) => column.guess()),
    filled: columns.map((column) => column.filled),
    rows,
    soundRows,
    encoding: format.encoding,
    delimiter: format.delimiter,
  }
  return { scan, format: { ...format, hasNul: seen.nul } }
}

function readHeaders(record: readonly string[]): string[] {
  const headers = record.map((header) => unguardCell(header).trim())
  if (headers.every((header) => header === '')) throw refusal('The first line of the file names no column.')
  if (headers.length > maxColumns) throw refusal(`The file has more than ${maxColumns} columns.`)
  if (headers.some((header) => header.includes('\0'))) throw refusal('The header holds NUL characters.')
  return headers
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

/** A batch of rows: the sound ones, and what is wrong with the others. */
export interface CsvBatch {
  readonly rows: ImportRow[]
  readonly broken: RowError[]
  /** The number of the last row in the batch. */
  upTo: number
}

const batchRows = 500
const batchLength = 2_000_000

/** Yields the rows behind the first `skip` ones in batches that are limited in rows and in size. */
export async function* readCsv(file: string, format: CsvFormat, skip: number): AsyncGenerator<CsvBatch> {
  let headers: string[] | undefined
  let batch = emptyBatch(skip)
  let row = 0
  let length = 0
  for await (const record of openCsv(file, format, { nul: false })) {
    if (!headers) {
      headers = readHeaders(record as string[])
      continue
    }
    row += 1
    if (row <= skip) continue
    batch.upTo = row
    length += addRecord(batch, record as string[], headers, format)
    if (batch.rows.length + batch.broken.length < batchRows && length < batchLength) continue
    yield batch
    batch = emptyBatch(row)
    length = 0
  }
  if (batch.upTo > skip && row > 0 && row === batch.upTo) yield batch
}

function emptyBatch(upTo: number): CsvBatch {
  return { rows: [], broken: [], upTo }
}

function addRecord(batch: CsvBatch, record: string[], headers: readonly string[], format: CsvFormat): number {
  if (isBlank(record, headers)) return 0
  const issue = findFlaw(record, headers.length, format)
  if (issue === undefined) batch.rows.push({ row: batch.upTo, cells: record.map(unguardCell) })
  else batch.broken.push({ row: batch.upTo, field: '', issue, value: record.join(format.delimiter) })
  return record.reduce((sum, cell) => sum + cell.length, 0)
}

function isBlank(record: readonly string[], headers: readonly string[]): boolean {
  return record.length === 1 && record[0] === '' && headers.length > 1
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
