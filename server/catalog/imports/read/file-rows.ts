import { type Message, type Sentence, message } from '#shared/messages/message.ts'
import type { FileScan, FileShape } from '../recognise/file-scan.ts'
import type { EntityType } from '#shared/entities.ts'
import type {
  TextEncoding,
  ShapeChoice,
  FileFormat,
  TakenLanguage,
  LeftOutRows,
  QuoteMode,
} from '#shared/imports.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { CatalogError } from '../../errors.ts'
import type { SampledCells } from '../recognise/identity.ts'
import { letterOf } from './column-letters.ts'
import type { Spans } from './headings.ts'
import type { PictureSource } from './picture-files.ts'
import type { RowError } from '#shared/jobs.ts'

export interface ImportRow {
  readonly row: number
  readonly cells: readonly string[]
  /** The cells that are numbers in the file, not texts that look like numbers. */
  readonly numbers?: ReadonlySet<number> | undefined
  /** The source row in the file, where it differs from the row's own number. */
  readonly line?: number | undefined
  readonly refused?: ReadonlyMap<number, Sentence> | undefined
  /** The cells as the file has them, where steps of columns have changed `cells`. */
  readonly written?: readonly string[] | undefined
  /** The steps that failed, from 1, by the index of their column; these cells are refused. */
  readonly failedSteps?: ReadonlyMap<number, number> | undefined
  /** The columns whose values a step clears. */
  readonly cleared?: ReadonlySet<number> | undefined
  /** The link targets of cells, for attributes that hold addresses. */
  readonly links?: ReadonlyMap<number, string> | undefined
  /** The cells that are options of a variant, in the order of its shop. */
  readonly options?: readonly number[] | undefined
}

export interface RowFlaw extends RowError {
  readonly line?: number | undefined
}

export interface RowBatch {
  readonly rows: ImportRow[]
  readonly broken: RowFlaw[]
  upTo: number
  /** Rows that are known to change nothing, which are counted and delivered without being written. */
  readonly unchanged?: UnchangedRow[] | undefined
}

export interface UnchangedRow {
  readonly row: number
  readonly entity: number
}

export interface FileRow extends ImportRow {
  readonly issue?: Sentence | undefined
}

export interface FileRows {
  readonly scan: FileScan
  readonly sheets: string[]
  batches(skip: number): AsyncGenerator<RowBatch>
  records(): AsyncGenerator<FileRow>
  /** The pictures that came in the same ZIP. */
  readonly pictures?: PictureSource | undefined
}

export interface ReadOptions {
  readonly format?: string | undefined
  /** The imported type: of several lists in one file, the one of this name holds the rows. */
  readonly type?: EntityType | undefined
  readonly delimiter?: string | undefined
  readonly quote?: QuoteMode | undefined
  readonly encoding?: TextEncoding | undefined
  /** The name of a sheet of a workbook; the first sheet by default. */
  readonly sheet?: string | undefined
  readonly language?: string | undefined
  /** The number of the header row, from 1, or 0 for none; detected from the content by default. */
  readonly header_row?: number | undefined
  /** The shape to read the file as; detected from its columns by default. */
  readonly shape?: ShapeChoice | undefined
  readonly hasFolder?: boolean | undefined
  /** Limits the rows that are read, for a preview. */
  readonly maxRows?: number | undefined
  readonly signal: AbortSignal
}

// A batch is one transaction of the writer, unless others wait for it. These limits take about 80 ms.
export const batchRows = 1000
const batchCells = 30_000
const batchLength = 2_000_000

export class BatchCollector {
  #batch: RowBatch
  #taken: number
  #cells = 0
  #length = 0

  constructor(skip: number) {
    this.#batch = { rows: [], broken: [], upTo: skip }
    this.#taken = skip
  }

  add(record: ImportRow, flaw: { issue: Sentence; value: string } | undefined): void {
    const { row, cells, line } = record
    this.#batch.upTo = row
    if (flaw)
      this.#batch.broken.push({ row, line, field: '', ...issueSentence(flaw.issue), value: flaw.value })
    else this.#batch.rows.push(record)
    this.#cells += cells.length
    for (const cell of cells) this.#length += cell.length
  }

  skip(row: number): void {
    this.#batch.upTo = row
  }

  get isFull(): boolean {
    const { rows, broken } = this.#batch
    return (
      rows.length + broken.length >= batchRows || this.#cells >= batchCells || this.#length >= batchLength
    )
  }

  get isEmpty(): boolean {
    return this.#batch.rows.length + this.#batch.broken.length === 0
  }

  get isPending(): boolean {
    return this.#batch.upTo > this.#taken
  }

  take(): RowBatch {
    const batch = this.#batch
    this.#batch = { rows: [], broken: [], upTo: batch.upTo }
    this.#taken = batch.upTo
    this.#cells = 0
    this.#length = 0
    return batch
  }
}

export function refusal(sentence: Sentence): CatalogError {
  return new CatalogError('validation_failed', sentence, {
    fieldErrors: [{ field: 'file', ...issueSentence(sentence) }],
  })
}

const maxColumns = 5000

export function readHeaders(record: readonly string[]): string[] {
  const headers = record.map((header) => header.trim())
  if (headers.every((header) => header === '')) throw refusal(message('file.header_missing'))
  requireColumns(headers)
  if (headers.some((header) => header.includes('\0'))) throw refusal('The header holds NUL characters.')
  return distinctHeaders(headers)
}

export function requireColumns({ length }: readonly string[]): void {
  if (length > maxColumns) throw refusal(message('file.too_many_columns', { count: maxColumns }))
}

/**
 * Numbers repeated names, as in `Price (2)`, so that each column can be mapped, left out and reported by
 * itself.
 */
function distinctHeaders(headers: readonly string[]): string[] {
  const taken = new Set(headers)
  const seen = new Set<string>()
  return headers.map((header) => {
    if (header === '' || !seen.has(header)) {
      seen.add(header)
      return header
    }
    let count = 2
    while (taken.has(`${header} (${count})`)) count += 1
    taken.add(`${header} (${count})`)
    return `${header} (${count})`
  })
}

/** The names of columns after all rows: an unnamed column with values is named by its spreadsheet letter. */
export function nameColumnsWithout(
  headers: readonly string[],
  filled: readonly number[],
): { readonly headers: string[]; readonly notes: Message[] } {
  const nameless = headers.flatMap((header, index) =>
    header === '' && filled[index] ? [letterOf(index)] : [],
  )
  const named = headers.map((header, index) =>
    header === '' && filled[index] ? `Column ${letterOf(index)}` : header,
  )
  const columns = nameless.slice(0, maxNamed).join(', ')
  const notes =
    columns === '' ? [] : [message('file.columns_without_heading', { columns, count: nameless.length })]
  return { headers: distinctHeaders(named), notes }
}

const maxNamed = 10

export interface FileRecord {
  readonly cells: readonly (string | number)[]
  readonly issue?: Sentence
  readonly refused?: readonly (readonly [column: number, why: Sentence])[]
  readonly links?: readonly (readonly [column: number, address: string])[]
  readonly spans?: Spans
  readonly line?: number
  readonly options?: readonly number[]
}

/** A file of records that can only be read from its beginning. */
export interface RecordReader {
  readonly headers: readonly string[]
  readonly format: FileFormat
  readonly sheet: string | null
  readonly sheets: string[]
  readonly encoding: string | null
  /** The language taken from texts in several; known once all records are read. */
  readonly language?: TakenLanguage | undefined
  readonly notes?: readonly Message[]
  /** For a hand-made table: the index of the header record, -1 for none, and the number of rows above it. */
  readonly layout?: {
    readonly headerAt: number
    readonly above: number
    readonly header: FileRecord['cells']
    /** Whether the row above names the columns too. */
    readonly isJoined?: boolean
  }
  /** The shape of the records, where they were made of nested products; known once all are read. */
  readonly shaped?: () => {
    readonly shape: FileShape
    readonly fileRows: number
    readonly leftOut: readonly LeftOutRows[]
  }
  /** The records below the header, including blank ones, so that they count. */
  records(): AsyncGenerator<FileRecord>
}

/** Whether all cells of a row are blank: Excel writes such rows below the filled ones. */
export function isBlankRow(cells: readonly (string | number)[]): boolean {
  return cells.every((cell) => typeof cell === 'string' && cell.trim() === '')
}

const maxRows = 5_000_000
export const maxRowLength = 8 * 1024 * 1024
const maxCells = 16_384
const maxCellsInAll = 100_000_000
const maxLength = 4 * 1024 ** 3

interface SizedRow {
  readonly cells: readonly (string | number)[]
}

/** Counts the rows of a file and throws a sentence where they exceed the limits of an import. */
export class RowBounds {
  #rows = 0
  #cells = 0
  #length = 0

  require({ cells }: SizedRow, headers: readonly string[], length: number): void {
    requireColumns(headers)
    requireBounds(cells, this.#rows)
    this.#rows += 1
    this.#cells += cells.length
    this.#length += length
    if (length > maxRowLength) refuseLongRow(this.#rows)
    if (this.#cells > maxCellsInAll)
      throw refusal('The file has more than 100,000,000 cells. Import it in several parts.')
    if (this.#length > maxLength)
      throw refusal('The rows of the file hold more than 4 GiB of text. Import it in several parts.')
  }
}

/** Throws at a row beyond the limit, or with more cells than any sheet. The header comes before all rows. */
export function requireBounds(cells: readonly unknown[], rowsBefore = -1): void {
  if (rowsBefore >= maxRows) throw refusal(message('file.too_many_rows'))
  if (cells.length <= maxCells) return
  const place = rowsBefore < 0 ? 'The header' : `Row ${rowsBefore + 1}`
  throw refusal(`${place} has more than 16,384 cells. Shorten it and import the file again.`)
}

export function refuseLongRow(row: number): never {
  throw refusal(`Row ${row} is longer than 8 MiB. Shorten it and import the file again.`)
}

// Enough to see whether rows exist already, and fast to look up.
const maxSampledRows = 10_000
const maxSampledLength = 300

export async function sampleCells(
  source: Pick<FileRows, 'records'>,
  indexes: readonly number[],
): Promise<SampledCells> {
  const cells = new Map(indexes.map((index): [number, string[]] => [index, []]))
  let rows = 0
  let isWhole = true
  if (indexes.length > 0) {
    for await (const record of source.records()) {
      if (isBlankRow(record.cells)) continue
      isWhole = rows < maxSampledRows
      if (!isWhole) break
      rows += 1
      for (const [index, column] of cells) column.push((record.cells[index] ?? '').slice(0, maxSampledLength))
    }
  }
  return { cells, rows, isWhole }
}
