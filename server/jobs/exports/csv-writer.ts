import { guardCell } from '#shared/cell-guard.ts'
import type { ExportColumn } from '../../catalog/exports/export-columns.ts'
import type { ExportCell } from '../../catalog/exports/export-rows.ts'
import type { PartFile } from './part-file.ts'
import type { RowWriter } from './row-writer.ts'

export interface CsvStyle {
  readonly delimiter: string
  readonly bom: boolean
}

/** Rows as RFC 4180 has them: UTF-8, CRLF, quotes where they are needed. Texts are guarded (shared/cell-guard.ts). */
export class CsvWriter implements RowWriter {
  readonly #file: PartFile
  readonly #needsQuotes: RegExp
  readonly #delimiter: string

  static async begin(file: PartFile, columns: readonly ExportColumn[], style: CsvStyle): Promise<CsvWriter> {
    const writer = new CsvWriter(file, style)
    const header = writer.#line(columns.map(({ header }) => header))
    await file.append(Buffer.from(style.bom ? `\u{feff}${header}` : header))
    return writer
  }

  private constructor(file: PartFile, { delimiter }: CsvStyle) {
    this.#file = file
    this.#delimiter = delimiter
    this.#needsQuotes = delimiter === '\t' ? /["\r\n\t]/ : new RegExp(`["\\r\\n${delimiter}]`)
  }

  async write(rows: readonly (readonly ExportCell[])[]): Promise<void> {
    let text = ''
    for (const row of rows) text += this.#line(row)
    await this.#file.append(Buffer.from(text))
  }

  async end(): Promise<void> {}

  #line(cells: readonly ExportCell[]): string {
    // A line without anything would be none.
    if (cells.length === 1 && toText(cells[0] ?? null) === '') return '""\r\n'
    let line = ''
    for (let index = 0; index < cells.length; index++) {
      if (index > 0) line += this.#delimiter
      line += this.#quoted(toText(cells[index] ?? null))
    }
    return `${line}\r\n`
  }

  #quoted(text: string): string {
    return this.#needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
}

function toText(cell: ExportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return guardCell(cell)
  return typeof cell === 'object' ? guardCell(cell.join(', ')) : String(cell)
}
