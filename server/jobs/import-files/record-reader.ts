import type { FileFormat, LeftOutRows, TakenLanguage } from '#shared/imports.ts'
import { type Sentence, message } from '#shared/messages/message.ts'
import type { FileShape } from '../../catalog/imports/file-shape.ts'
import { refusal, requireColumns } from './file-rows.ts'

/** One record as a reader finds it, and what is wrong with it where it cannot be trusted. Numbers are such in the file. */
export interface FileRecord {
  readonly cells: readonly (string | number)[]
  readonly issue?: Sentence
  /** Its cells that cannot be trusted while the others can, each with a sentence that says why. */
  readonly refused?: readonly (readonly [column: number, why: Sentence])[]
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
