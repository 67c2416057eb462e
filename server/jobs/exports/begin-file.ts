import { guardCell } from '#shared/cell-guard.ts'
import { pluralOf } from '#shared/entities.ts'
import type { ExportFormat } from '#shared/exports.ts'
import type { DecimalMark } from '#shared/imports.ts'
import type { ExportColumn, ExportPlan } from '../../catalog/exports/plan-export.ts'
import type { ExportCell } from '../../catalog/exports/export-rows.ts'
import type { PartFile } from './part-file.ts'
import { XlsxWriter } from './xlsx-writer.ts'

type Begin = (file: PartFile, plan: ExportPlan, rows: number) => Promise<RowWriter>

export const beginFile: Record<ExportFormat, Begin> = {
  csv: (file, { columns, request }) => beginCsv(file, columns, request),
  jsonl: (file, { columns }) => Promise.resolve(new LineWriter(file, jsonRow(columns))),
  xlsx: (file, { columns, request }, rows) =>
    XlsxWriter.begin(file, columns, { title: pluralOf[request.type], rows }),
}

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface CsvStyle {
  readonly delimiter: string
  readonly decimal?: DecimalMark | undefined
  readonly bom: boolean
}

type FormatRow = (cells: readonly ExportCell[]) => string

class LineWriter implements RowWriter {
  readonly #file: PartFile
  readonly #formatRow: FormatRow

  constructor(file: PartFile, formatRow: FormatRow) {
    this.#file = file
    this.#formatRow = formatRow
  }

  async write(rows: readonly (readonly ExportCell[])[]): Promise<void> {
    let text = ''
    for (const row of rows) text += this.#formatRow(row)
    await this.#file.append(Buffer.from(text))
  }

  async end(): Promise<void> {}
}

async function beginCsv(
  file: PartFile,
  columns: readonly ExportColumn[],
  style: CsvStyle,
): Promise<RowWriter> {
  const formatRow = csvRow(style)
  const header = formatRow(columns.map(({ header }) => header))
  await file.append(Buffer.from(style.bom ? `\u{feff}${header}` : header))
  return new LineWriter(file, formatRow)
}

/** Rows by RFC 4180: UTF-8, CRLF, quotes where needed. Texts are guarded (shared/cell-guard.ts). */
function csvRow({ delimiter, decimal = 'point' }: CsvStyle): FormatRow {
  // The catalog's own comma-separated file is known to have points, any other may have been saved by Excel.
  const formatNumber =
    delimiter === ',' && decimal === 'point' ? String : (value: number) => plainNumber(value, decimal)
  const needsQuotes = delimiter === '\t' ? /["\r\n\t]/ : new RegExp(`["\\r\\n${delimiter}]`)
  const quote = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return (cells) => {
    // A line without anything would be no row.
    if (cells.length === 1 && toText(cells[0] ?? null, formatNumber) === '') return '""\r\n'
    let line = ''
    for (let index = 0; index < cells.length; index++) {
      if (index > 0) line += delimiter
      line += quote(toText(cells[index] ?? null, formatNumber))
    }
    return `${line}\r\n`
  }
}

function toText(cell: ExportCell, formatNumber: (value: number) => string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return formatNumber(cell)
  if (typeof cell === 'string') return guardCell(cell)
  return typeof cell === 'object' ? guardCell(cell.join(', ')) : String(cell)
}

// Three decimals behind at most three digits could as well be thousands.
const likeThousands = /^-?[1-9]\d{0,2}\.\d{3}$/

/**
 * Writes a number so that an import can read it in one way only, whoever wrote the file: 1.234 becomes
 * 1.2340.
 */
function plainNumber(value: number, decimal: DecimalMark): string {
  const text = String(value)
  // A column without a clear mark is read as it is, and the catalog writes points.
  if (text.includes('e')) return text
  const written = likeThousands.test(text) ? `${text}0` : text
  return decimal === 'comma' ? written.replace('.', ',') : written
}

function jsonRow(columns: readonly ExportColumn[]): FormatRow {
  const keys = columns.map(({ header }) => `${JSON.stringify(header)}:`)
  return (cells) => {
    let members = ''
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? null
      if (cell === null) continue
      members += `${members === '' ? '' : ','}${keys[index]}${JSON.stringify(cell)}`
    }
    return `{${members}}\n`
  }
}

interface LeftOutCell {
  readonly column: ExportColumn
  readonly issue: string
  readonly value: string
}

export interface RowWriter {
  write(rows: readonly (readonly ExportCell[])[], onLeftOut: LeftOutListener): Promise<void>
  end(): Promise<void>
}

export type LeftOutListener = (index: number, cell: LeftOutCell) => void
