import type { EntityType } from '#shared/entities.ts'
import type { ShapeChoice, TextEncoding } from '#shared/imports.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { ImportRow, RowFlaw } from '../../catalog/imports/row-reader.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import { CatalogError } from '../../catalog/errors.ts'

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
