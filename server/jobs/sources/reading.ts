import type { ScrapedSource, SourceTable } from '#shared/sources.ts'

export interface Reading extends Pick<ScrapedSource, 'title' | 'text' | 'tables' | 'products' | 'notes'> {
  readonly format: SourceFormat
}

export type SourceFormat = 'html' | 'pdf' | 'docx' | 'xlsx' | 'csv' | 'text'

export function textReading(format: SourceFormat, text: string): Reading {
  return { format, title: null, text, tables: [], products: [], notes: [] }
}

const maxStoredRows = 2000
const maxStoredTables = 100

/** Rows of cells as a Markdown table, the first row as its head. Empty for no rows. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const [head, ...body] = rows
  if (!head || width === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_cell, at) => escapeCell(cells[at] ?? '')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')
}

function escapeCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')
}

export function storedTable(name: string | null, rows: readonly (readonly string[])[]): SourceTable {
  const [columns = [], ...body] = rows.map((row) => row.map((cell) => cell.trim()))
  return {
    name,
    columns,
    rows: body.slice(0, maxStoredRows),
    rows_truncated: body.length > maxStoredRows,
  }
}

export function storedTables(tables: readonly SourceTable[]): { tables: SourceTable[]; notes: string[] } {
  const isCut = tables.length > maxStoredTables || tables.some((table) => table.rows_truncated)
  const note = `Of ${tables.length} tables, the first ${maxStoredTables} with at most ${maxStoredRows} rows each are kept as tables; the text has all of them.`
  return { tables: tables.slice(0, maxStoredTables), notes: isCut ? [note] : [] }
}
