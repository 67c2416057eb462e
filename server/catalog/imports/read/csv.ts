import { CsvError } from 'csv-parse'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import { type FileScan, RowScan } from '../recognise/file-scan.ts'
import { type CsvFormat, CellOfRows, detectFormat, fallBack } from './csv-format.ts'
import { readCsvRecords, tooLongRow } from './csv-records.ts'
import { isGarbled, SeenText } from './csv-text.ts'
import {
  BatchCollector,
  type FileRow,
  type FileRows,
  isBlankRow,
  nameColumnsWithout,
  readHeaders,
  type ReadOptions,
  refusal,
  requireBounds,
  type RowBatch,
} from './file-rows.ts'
import {
  describeLayout,
  findHeader,
  headerOf,
  nameColumns,
  NonDataRowFilter,
  noHeaderRow,
  rowsToLookAt,
} from './table-layout.ts'
import { headerCells, trustedCells, WrittenCells } from './written-cells.ts'

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

/**
 * Opens a CSV file, which is read as a stream, so that a file of any size needs the same memory: once to scan it
 * (encoding, delimiter, quoting, types), then to yield its rows in batches.
 */
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
        ...sectionsOf(this.#rowFilter),
        read: { ...scan.read, ...(allNotes.length > 0 && { notes: allNotes }) },
      },
      layout,
    }
  }
}

function sectionsOf(
  filter: Pick<NonDataRowFilter<{ cells: string[] }>, 'sections'> | undefined,
): Pick<FileScan, 'sections'> {
  return filter && filter.sections.length > 0 ? { sections: filter.sections } : {}
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
