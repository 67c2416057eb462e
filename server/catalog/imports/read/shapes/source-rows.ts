import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import type { LeftOutReason, LeftOutRows } from '#shared/imports.ts'
import type { FileRow, FileRows } from '../file-rows.ts'
import { foldText } from '#shared/text.ts'

export interface SourceRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly issue?: Sentence | undefined
}

interface SourceOptions {
  readonly maxRows?: number | undefined
  readonly hasFolder?: boolean | undefined
  readonly headers?: readonly string[]
  readonly below?: number
}

/** Amazon's flat files have a line about the template and one of display names above the field names. */
const fieldName = 'item_sku'
const maxHeaders = 2

const maxRowsNamed = 5

export class LeftOutCounts {
  readonly #counts = new Map<LeftOutReason, LeftOutRows>()

  add(reason: LeftOutReason, row: number): void {
    const known = this.#counts.get(reason) ?? { reason, count: 0, rows: [] }
    const rows = known.rows.length < maxRowsNamed ? [...known.rows, row] : known.rows
    this.#counts.set(reason, { reason, count: known.count + 1, rows })
  }

  get list(): LeftOutRows[] {
    return [...this.#counts.values()]
  }
}

export class SourceRows {
  readonly headers: readonly string[]
  readonly #indexes: Map<string, number>
  readonly #file: FileRows
  readonly #maxRows: number
  readonly hasFolder: boolean
  readonly #below: number
  readonly #leftOut = new LeftOutCounts()
  readonly #refused = new Map<number, number>()
  #whyRefused: Sentence | undefined

  static async open(
    file: FileRows,
    options: { maxRows?: number | undefined; hasFolder?: boolean | undefined },
  ): Promise<SourceRows> {
    for await (const { row, cells } of file.records()) {
      if (row > maxHeaders) break
      if (cells.some((cell) => foldText(cell) === fieldName))
        return new SourceRows(file, { ...options, headers: cells.map((cell) => cell.trim()), below: row })
    }
    return new SourceRows(file, options)
  }

  private constructor(
    file: FileRows,
    { maxRows = Infinity, hasFolder = false, headers = file.scan.headers, below = 0 }: SourceOptions,
  ) {
    this.hasFolder = hasFolder
    this.#below = below
    this.headers = headers
    this.#indexes = new Map(this.headers.map((header, index) => [foldText(header), index] as const).reverse())
    this.#file = file
    this.#maxRows = maxRows
  }

  translate(toName: (header: string) => string): this {
    for (const [index, header] of this.headers.entries()) {
      const name = foldText(toName(header))
      if (!this.#indexes.has(name)) this.#indexes.set(name, index)
    }
    return this
  }

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.#indexes.has(foldText(name)))
  }

  header(...names: readonly string[]): string | undefined {
    const index = names.map((name) => this.#indexes.get(foldText(name))).find((found) => found !== undefined)
    return index === undefined ? undefined : this.headers[index]
  }

  cell(...names: readonly string[]): (row: SourceRow) => string {
    const index = this.headers.indexOf(this.header(...names) ?? '\0')
    return ({ cells }) => (cells[index] ?? '').trim()
  }

  isFilled(...names: readonly string[]): boolean {
    const { filled, soundRows } = this.#file.scan
    const index = this.headers.indexOf(this.header(...names) ?? '\0')
    return soundRows > 0 && filled[index] === soundRows
  }

  /** Whether all rows that have the one column also have the other. */
  hasWherever(known: string, name: string): boolean {
    const [all = 0, some = 0] = [known, name].map(
      (one) => this.#file.scan.filled[this.headers.indexOf(this.header(one) ?? '\0')],
    )
    return some > 0 && some >= all
  }

  writesComma(header: string): boolean {
    const { comma, point } = this.#file.scan.traits[this.headers.indexOf(header)]?.numbers?.marks ?? {}
    return comma !== undefined && point === undefined
  }

  samples(...names: readonly string[]): readonly string[] {
    return this.#file.scan.samples[this.headers.indexOf(this.header(...names) ?? '\0')] ?? []
  }

  leaveOut(reason: LeftOutReason, { row }: SourceRow): void {
    this.#leftOut.add(reason, row)
  }

  get leftOut(): LeftOutRows[] {
    return this.#leftOut.list
  }

  get notes(): Message[] {
    const count = [...this.#refused.values()].reduce((sum, cells) => sum + cells, 0)
    return this.#whyRefused === undefined
      ? []
      : [message('file.cells_left_out', { count, why: this.#whyRefused })]
  }

  /** The cells of a row; an untrusted one is left out, not the whole product. */
  #trusted({ row, cells, refused }: FileRow): readonly string[] {
    if (refused === undefined || refused.size === 0) return cells
    this.#refused.set(row, refused.size)
    const [first] = refused.values()
    this.#whyRefused ??= first
    return cells.map((cell, index) => (refused.has(index) ? '' : cell))
  }

  async *rows(): AsyncGenerator<SourceRow> {
    let count = 0
    for await (const row of this.#file.records()) {
      count += 1
      const isBlank = row.cells.every((cell) => cell.trim() === '')
      if (!isBlank && row.row > this.#below)
        yield this.#below === 0
          ? { row: row.line ?? row.row, cells: this.#trusted(row), issue: row.issue }
          : { row: row.row, cells: row.cells }
      if (count >= this.#maxRows) return
    }
  }
}
