import type { ExportColumn } from '../../catalog/exports/export-columns.ts'
import type { ExportCell } from '../../catalog/exports/export-rows.ts'
import type { PartFile } from './part-file.ts'
import type { RowWriter } from './row-writer.ts'

/** A JSON object a line, keyed by columns, with typed values. Blanks are left out; lists of references are arrays. */
export class JsonlWriter implements RowWriter {
  readonly #file: PartFile
  readonly #keys: readonly string[]

  constructor(file: PartFile, columns: readonly ExportColumn[]) {
    this.#file = file
    this.#keys = columns.map(({ header }) => `${JSON.stringify(header)}:`)
  }

  async write(rows: readonly (readonly ExportCell[])[]): Promise<void> {
    let text = ''
    for (const row of rows) text += this.#line(row)
    await this.#file.append(Buffer.from(text))
  }

  async end(): Promise<void> {}

  #line(cells: readonly ExportCell[]): string {
    let members = ''
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? null
      if (cell === null) continue
      members += `${members === '' ? '' : ','}${this.#keys[index]}${JSON.stringify(cell)}`
    }
    return `{${members}}\n`
  }
}
