import { pluralOf } from '#shared/entities.ts'
import type { ExportFormat } from '#shared/exports.ts'
import type { ExportPlan } from '../../catalog/exports/plan-export.ts'
import { CsvWriter } from './csv-writer.ts'
import { JsonlWriter } from './jsonl-writer.ts'
import type { PartFile } from './part-file.ts'
import type { RowWriter } from './row-writer.ts'
import { XlsxWriter } from './xlsx-writer.ts'

type Begin = (file: PartFile, plan: ExportPlan, rows: number) => Promise<RowWriter>

/** Begins a file in the format that was asked for; `rows` is how many there will be. */
export const beginFile: Record<ExportFormat, Begin> = {
  csv: (file, { columns, request }) => CsvWriter.begin(file, columns, request),
  jsonl: (file, { columns }) => Promise.resolve(new JsonlWriter(file, columns)),
  xlsx: (file, { columns, request }, rows) =>
    XlsxWriter.begin(file, columns, { title: pluralOf[request.type], rows }),
}

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
