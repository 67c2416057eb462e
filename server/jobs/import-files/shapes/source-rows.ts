import { foldText } from '#shared/text.ts'
import type { FileRows } from '../file-rows.ts'

/** A row of a shop's file as it stands there. */
export interface SourceRow {
  readonly row: number
  readonly cells: readonly string[]
  /** Why it cannot be trusted. */
  readonly issue?: string | undefined
}

/** The file of a shop before anything is made of its rows; they may be gone over as often as needed. */
export class SourceRows {
  readonly headers: readonly string[]
  readonly #indexes: ReadonlyMap<string, number>
  readonly #file: FileRows
  readonly #maxRows: number

  constructor(file: FileRows, maxRows = Infinity) {
    this.headers = file.scan.headers
    this.#indexes = new Map(this.headers.map((header, index) => [foldText(header), index]).reverse() as never)
    this.#file = file
    this.#maxRows = maxRows
  }

  /** Whether there is a column of each of these names; case does not count. */
  has(...names: readonly string[]): boolean {
    return names.every((name) => this.#indexes.has(foldText(name)))
  }

  /** The header of the first of these columns that is there, as the file spells it. */
  header(...names: readonly string[]): string | undefined {
    const index = names.map((name) => this.#indexes.get(foldText(name))).find((found) => found !== undefined)
    return index === undefined ? undefined : this.headers[index]
  }

  /** Reads the cells of the first of these columns that is there. */
  cell(...names: readonly string[]): (row: SourceRow) => string {
    const index = this.headers.indexOf(this.header(...names) ?? '\0')
    return ({ cells }) => (cells[index] ?? '').trim()
  }

  /** Whether every row has something in the first of these columns. */
  isFilled(...names: readonly string[]): boolean {
    const { filled, soundRows } = this.#file.scan
    const index = this.headers.indexOf(this.header(...names) ?? '\0')
    return soundRows > 0 && filled[index] === soundRows
  }

  /** The first few different cells of a column. */
  samples(...names: readonly string[]): readonly string[] {
    return this.#file.scan.samples[this.headers.indexOf(this.header(...names) ?? '\0')] ?? []
  }

  /** All rows that hold something. */
  async *rows(): AsyncGenerator<SourceRow> {
    let count = 0
    for await (const row of this.#file.records()) {
      count += 1
      if (row.cells.some((cell) => cell.trim() !== '')) yield row
      if (count >= this.#maxRows) return
    }
  }
}
