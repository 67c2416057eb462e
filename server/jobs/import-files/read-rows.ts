import type { EntityType } from '#shared/entities.ts'
import type { FileFormat, ShapeChoice } from '#shared/imports.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import type { TextEncoding } from '../../catalog/imports/text-encoding.ts'
import { readJson, readJsonLines } from './json-records.ts'
import type { RecordReader } from './record-reader.ts'
import { writeSpool } from './spooled-rows.ts'

/** A file of rows that is no CSV, and where its rows go. */
export interface ReadRows {
  readonly file: string
  readonly format: SpooledFormat
  readonly spool: string
  /** The encoding of JSON or XML and how it begins. */
  readonly text: { readonly encoding: TextEncoding; readonly start: string }
  readonly type: EntityType | undefined
  readonly sheet: string | undefined
  /** Of XML with texts in several, the one to take. */
  readonly language: string | undefined
  readonly header_row: number | undefined
  readonly maxRows: number | undefined
  /** As what products are read that hold others. */
  readonly shape: ShapeChoice | undefined
}

export type SpooledFormat = Exclude<FileFormat, 'csv'>

/** What there is to tell of a file when all of its rows are in the spool. */
export interface SpooledRows {
  readonly scan: FileScan
  /** The sheets of a workbook. */
  readonly sheets: string[]
}

/** Reads a workbook, JSON or XML to its end and spools its rows. */
export async function readRows(asked: ReadRows): Promise<SpooledRows> {
  const reader = await readers[asked.format](asked)
  const scan = await writeSpool(reader, asked.spool, asked.maxRows)
  const found = reader.shaped?.()
  if (!found) return { scan, sheets: reader.sheets }
  const { leftOut, ...shaped } = found
  const told = [...(scan.read.left_out_rows ?? []), ...leftOut]
  const read = { ...scan.read, shape: shaped.shape.name, left_out_rows: told }
  return { scan: { ...scan, ...shaped, read }, sheets: reader.sheets }
}

const readers: Record<SpooledFormat, (asked: ReadRows) => Promise<RecordReader>> = {
  xlsx: async ({ file, sheet, header_row: at }) =>
    (await import('./xlsx-records.ts')).readXlsx(file, sheet, at),
  json: ({ file, text, type, shape }) => readJson(file, { ...text, type, shape }),
  jsonl: ({ file, text, type, shape }) => readJsonLines(file, { ...text, type, shape }),
  xml: async ({ file, text, language }) =>
    (await import('./xml/xml-records.ts')).readXml(file, text, language),
}
