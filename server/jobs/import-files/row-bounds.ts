import { refusal, requireColumns } from './file-rows.ts'
import { message } from '#shared/messages/message.ts'

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
