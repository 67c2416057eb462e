import type { ScrapedSource, SourceTable } from '#shared/sources.ts'
import { isUtf8 } from 'node:buffer'
import { unusable } from '../../fetch/unusable.ts'

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

/** Decodes bytes by their mark, by the declared charset, else as UTF-8 or Windows-1252. */
export function decodeText(bytes: Uint8Array, mediaType: string | undefined): string {
  const charset =
    markedCharset(bytes) ?? declaredCharset(bytes, mediaType) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(charset).decode(bytes)
  if (text.includes('\0')) throw unusable('It is not a text, whatever its name or type says.')
  return text
}

function markedCharset(bytes: Uint8Array): string | undefined {
  const marks: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }
  return marks[Buffer.from(bytes.subarray(0, 2)).toString('hex')]
}

/** The charset named by server or page, if known and not disproved by the bytes. */
function declaredCharset(bytes: Uint8Array, mediaType = ''): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const [, charset] =
    /charset="?([\w-]+)/i.exec(mediaType) ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start) ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}
