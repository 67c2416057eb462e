import type { FileRecord } from './file-rows.ts'
import type { Spans } from './headings.ts'

export interface MergedRange {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

interface OpenRange extends MergedRange {
  readonly value: string | number
}

/**
 * Gives cells that are merged with the one above them its value, row by row from the top, in rows that hold
 * something of their own; merged columns are told as spans.
 */
export class MergedCells {
  readonly #ranges: readonly MergedRange[]
  #next = 0
  #open: OpenRange[] = []

  constructor(ranges: readonly MergedRange[]) {
    this.#ranges = ranges.toSorted((a, b) => a.row - b.row)
  }

  fill(row: number, record: FileRecord): FileRecord {
    if (this.#ranges.length === 0) return record
    this.#open = this.#open.filter((range) => range.row + range.rows > row)
    const cells = [...record.cells]
    if (cells.some((cell) => cell !== '')) for (const range of this.#open) fillCell(cells, range)
    this.#begin(row, record)
    const spans: Spans = this.#open.flatMap(({ column, columns }) =>
      columns > 1 ? [[column, columns] as const] : [],
    )
    return { ...record, cells, ...(spans.length > 0 && { spans }) }
  }

  #begin(row: number, { cells }: FileRecord): void {
    for (let range = this.#ranges[this.#next]; range && range.row <= row; range = this.#ranges[this.#next]) {
      if (range.row === row) this.#open.push({ ...range, value: cells[range.column] ?? '' })
      this.#next += 1
    }
  }
}

function fillCell(cells: (string | number)[], { column, value }: OpenRange): void {
  while (cells.length <= column) cells.push('')
  if (cells[column] === '') cells[column] = value
}
