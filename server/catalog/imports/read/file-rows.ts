import { type Message, type Sentence, message } from '#shared/messages/message.ts'
import type { FileScan, FileShape } from '../recognise/file-scan.ts'
import type { EntityType } from '#shared/entities.ts'
import type { TextEncoding, ShapeChoice, FileFormat, TakenLanguage, LeftOutRows } from '#shared/imports.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { CatalogError } from '../../errors.ts'
import type { SampledCells } from '../recognise/identity.ts'
import { letterOf } from './column-letters.ts'
import type { RowError } from '#shared/jobs.ts'

/** One row as the file has it; rows count from 1 under the header. */
export interface ImportRow {
  readonly row: number
  readonly cells: readonly string[]
  /** Where the cells are numbers in the file, not texts that look like some. */
  readonly numbers?: ReadonlySet<number> | undefined
  /** The row of the file that it was made of, where that is not its own number. */
  readonly line?: number | undefined
  /** Cells whose values could not be had, such as pictures that are not there, each with a sentence that says why. */
  readonly refused?: ReadonlyMap<number, Sentence> | undefined
  /** The addresses that stand behind cells, for attributes that take such. */
  readonly links?: ReadonlyMap<number, string> | undefined
}

/** Why a row or a cell was refused, with the row of the file that it was made of. */
export interface RowFlaw extends RowError {
  readonly line?: number | undefined
}

/** A batch of rows: the sound ones, and what is wrong with the others. */
export interface RowBatch {
  readonly rows: ImportRow[]
  readonly broken: RowFlaw[]
  upTo: number
}

/** A row of a file, and what is wrong with it where it cannot be trusted. */
export interface FileRow extends ImportRow {
  readonly issue?: Sentence | undefined
}

/** A file of rows that has been looked at as a whole and can be read from any row on. */
export interface FileRows {
  readonly scan: FileScan
  readonly sheets: string[]
  /** The rows behind the first `skip` ones, in batches that are limited in rows, cells and size. */
  batches(skip: number): AsyncGenerator<RowBatch>
  /** All rows with their numbers as the file has them, sound or not. */
  records(): AsyncGenerator<FileRow>
}

/** How a file is to be read, where that is not left to its content. */
export interface ReadOptions {
  readonly format?: string | undefined
  /** What is imported: of several lists in one file, the one of this name holds the rows. */
  readonly type?: EntityType | undefined
  readonly delimiter?: string | undefined
  /** What CSV is encoded in, unless a mark says otherwise. */
  readonly encoding?: TextEncoding | undefined
  /** The name of a sheet of a workbook; without it the first. */
  readonly sheet?: string | undefined
  /** Of XML with texts in several, the one to take. */
  readonly language?: string | undefined
  /** The row that names the columns, from 1, or 0 for none, where that is not left to the content. */
  readonly header_row?: number | undefined
  /** As what the file is read, where its columns are not to tell. */
  readonly shape?: ShapeChoice | undefined
  readonly hasFolder?: boolean | undefined
  /** Only that many rows are looked at, for a preview. */
  readonly maxRows?: number | undefined
  readonly signal: AbortSignal
}

// A batch is one transaction of the writer, unless others wait for it. These take about 80 ms.
const batchRows = 1000
const batchCells = 30_000
const batchLength = 2_000_000

/** Collects rows into batches; `isFull` says when one has to be handed on. */
export class BatchCollector {
  #batch: RowBatch
  #taken: number
  #cells = 0
  #length = 0

  constructor(skip: number) {
    this.#batch = { rows: [], broken: [], upTo: skip }
    this.#taken = skip
  }

  /** Adds a row, sound or with what is wrong with it; a blank row only counts. */
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

  /** Whether rows have come since the last batch, blank ones included. */
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

/** A file that cannot be imported, with the one sentence that says why. */
export function refusal(sentence: Sentence): CatalogError {
  return new CatalogError('validation_failed', sentence, {
    fieldErrors: [{ field: 'file', ...issueSentence(sentence) }],
  })
}

const maxColumns = 5000

/** The names of the columns; throws where the header cannot be one. */
export function readHeaders(record: readonly string[]): string[] {
  const headers = record.map((header) => header.trim())
  if (headers.every((header) => header === '')) throw refusal(message('file.header_missing'))
  requireColumns(headers)
  if (headers.some((header) => header.includes('\0'))) throw refusal('The header holds NUL characters.')
  return distinctHeaders(headers)
}

/** Throws where a file has more columns than an import takes. */
export function requireColumns({ length }: readonly string[]): void {
  if (length > maxColumns) throw refusal(message('file.too_many_columns', { count: maxColumns }))
}

/** A name that comes again gets a number, as in `Price (2)`: each column can then be mapped, left out and told of by itself. */
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

/** The names of columns after all rows: one without a heading that holds something is called as spreadsheets call it. */
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

/** One record as a reader finds it, and what is wrong with it where it cannot be trusted. Numbers are such in the file. */
export interface FileRecord {
  readonly cells: readonly (string | number)[]
  readonly issue?: Sentence
  /** Its cells that cannot be trusted while the others can, each with a sentence that says why. */
  readonly refused?: readonly (readonly [column: number, why: Sentence])[]
  /** The addresses that stand behind its cells. */
  readonly links?: readonly (readonly [column: number, address: string])[]
  /** The row of the file that it was made of, where that is not its own number. */
  readonly line?: number
}

/** A file of records that can only be read from its beginning. */
export interface RecordReader {
  /** The names of the columns. Those of JSON grow while the records are read. */
  readonly headers: readonly string[]
  readonly format: FileFormat
  readonly sheet: string | null
  readonly sheets: string[]
  readonly encoding: string | null
  /** Of texts in several languages: which is taken. Told when all records are read. */
  readonly language?: TakenLanguage | undefined
  /** What people had better know of how it is read. */
  readonly notes?: readonly Message[]
  /** Of a table that people have made: the record that names the columns, from 0 or -1 for none, and how many rows stand above. */
  readonly layout?: {
    readonly headerAt: number
    readonly above: number
    readonly header: FileRecord['cells']
  }
  /** What the records are, where they were made of products that hold others; known when all are read. */
  readonly shaped?: () => {
    readonly shape: FileShape
    readonly fileRows: number
    readonly leftOut: readonly LeftOutRows[]
  }
  /** The records under the header, blank ones included, so that they count. */
  records(): AsyncGenerator<FileRecord>
}

/** Whether no cell of a row holds anything but white space: Excel writes such rows below those that were filled. */
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

/** Follows the rows of a file and throws a sentence where they are more than can be imported. */
export class RowBounds {
  #rows = 0
  #cells = 0
  #length = 0

  /** `length` is that of the whole row as text. */
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

/** Throws at a row that is one too many, or that has more cells than any sheet. The header comes before all rows. */
export function requireBounds(cells: readonly unknown[], rowsBefore = -1): void {
  if (rowsBefore >= maxRows) throw refusal(message('file.too_many_rows'))
  if (cells.length <= maxCells) return
  const place = rowsBefore < 0 ? 'The header' : `Row ${rowsBefore + 1}`
  throw refusal(`${place} has more than 16,384 cells. Shorten it and import the file again.`)
}

/** Refuses a row whose text is not read to its end. */
export function refuseLongRow(row: number): never {
  throw refusal(`Row ${row} is longer than 8 MiB. Shorten it and import the file again.`)
}

// Enough to see whether rows are there already, and looked up in a moment.
const maxSampledRows = 10_000
// Longer texts are no keys.
const maxSampledLength = 300

/** The cells of some columns in the first rows of a file. */
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
