import { ColumnScan } from '../../catalog/imports/guess-data-type.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'

const maxSamples = 5
const maxSampleLength = 200

/** Watches all rows of a file go by and tells of every column what it holds. */
export class RowScan {
  readonly #columns: ColumnScan[] = []
  readonly #samples: string[][] = []
  readonly #headers: readonly string[]
  rows = 0
  blankRows = 0
  #soundRows = 0

  /** The headers may still grow while the file is read, as those of JSON do. */
  constructor(headers: readonly string[]) {
    this.#headers = headers
  }

  /** Takes a sound row; `numbers` says where the file has numbers and no texts. */
  add(cells: readonly string[], row: number, numbers?: ReadonlySet<number>): void {
    this.#soundRows += 1
    for (let index = this.#columns.length; index < this.#headers.length; index += 1) {
      this.#columns.push(new ColumnScan(this.#headers[index] ?? ''))
      this.#samples.push([])
    }
    for (const [index, column] of this.#columns.entries()) {
      const cell = cells[index] ?? ''
      column.add(cell, row, numbers?.has(index))
      const samples = this.#samples[index]
      if (samples && samples.length < maxSamples && cell !== '' && !samples.includes(cell)) {
        samples.push(cell.slice(0, maxSampleLength))
      }
    }
  }

  result(read: FileScan['read']): FileScan {
    return {
      headers: this.#headers,
      guesses: this.#headers.map((_, index) => this.#columns[index]?.guess() ?? plainText),
      traits: this.#headers.map((_, index) => this.#columns[index]?.traits ?? noTraits),
      filled: this.#headers.map((_, index) => this.#columns[index]?.filled ?? 0),
      samples: this.#headers.map((_, index) => this.#samples[index] ?? []),
      rows: this.rows,
      blankRows: this.blankRows,
      soundRows: this.#soundRows,
      read,
    }
  }
}

const plainText = { data_type: 'single_line_text_field' } as const
const noTraits = {
  isGtin: false,
  kind: undefined,
  isImage: false,
  isCode: false,
  isFlag: false,
  isBinary: false,
  numbers: undefined,
  dates: undefined,
  list: undefined,
  options: [],
}
