import { countFromTop } from '../find-header.ts'
import { type FileShapeName, fileShapes, type ShapeChoice, shapeOfErrors } from '#shared/imports.ts'
import type { FileShape } from '../../../catalog/imports/file-shape.ts'
import { type FileRows, refusal } from '../file-rows.ts'
import type { FileRecord } from '../record-reader.ts'
import { openSpool, writeSpool } from '../spooled-rows.ts'
import { asItStands, createdByShops, type PlainRow, type Shape } from './shape.ts'
import { consumed } from './columns.ts'
import { ShapedTable } from './shaped-table.ts'
import { shapes } from './shapes.ts'
import { SourceRows } from './source-rows.ts'

export interface OpenShape {
  /** Where the rows go that are made of those of the file. */
  readonly spool: string
  readonly asked: ShapeChoice | undefined
  /** Only that many rows of the file are looked at. */
  readonly maxRows?: number | undefined
  readonly hasFolder?: boolean | undefined
}

/** Reads the file of a shop as what it is: the rows made of it lie in a spool. Any other file is left as it is. */
export async function openShape(
  file: FileRows,
  { spool, asked, maxRows, hasFolder }: OpenShape,
): Promise<FileRows> {
  const source = await SourceRows.open(file, { maxRows, hasFolder })
  const ofErrors = asked === 'none' ? undefined : shapeOfErrors(source.headers)
  const name = ofErrors ?? chooseShape(source, asked)
  if (name === undefined) return file
  const shape = shapes[name]
  const plain = ofErrors === undefined ? shape.read(source) : readAsItStands(source)
  const added = ofErrors === undefined ? shape.added(source) : []
  const columnOf = (header: string) => shape.column(header, source)
  const headers = source.headers.filter((header) => columnOf(header) !== consumed)
  const table = new ShapedTable(headers, added, columnOf)
  const reader = {
    ...file.scan.read,
    headers: table.headers,
    sheets: file.sheets,
    records: () => toRecords(plain, table),
  }
  const scan = await writeSpool(reader, spool)
  const known: FileShape = {
    name,
    mergeKey: shape.mergeKey(source),
    sku: shape.sku?.(source),
    channel: shape.channel,
    columns: table.columns(),
    creations: createdByShops,
  }
  const { rows: fileRows, read } = file.scan
  return openSpool(spool, {
    scan: {
      ...scan,
      fileRows,
      shape: known,
      read: {
        ...read,
        shape: name,
        left_out_rows: [...(read.left_out_rows ?? []), ...countFromTop(source.leftOut, read.header_row ?? 0)],
      },
    },
    sheets: file.sheets,
  })
}

function chooseShape(source: SourceRows, asked: ShapeChoice | undefined): FileShapeName | undefined {
  if (asked === 'none') return undefined
  if (asked === undefined) return fileShapes.find((name) => shapes[name].recognise(source))
  if (shapes[asked].recognise(source)) return asked
  throw refusal(`The columns of the file are not those of ${asked}. Leave shape out, or say none.`)
}

async function* readAsItStands(source: SourceRows): AsyncGenerator<PlainRow> {
  for await (const row of source.rows()) yield asItStands(row, source.headers)
}

async function* toRecords(rows: ReturnType<Shape['read']>, table: ShapedTable): AsyncGenerator<FileRecord> {
  for await (const row of rows) yield table.add(row)
}
