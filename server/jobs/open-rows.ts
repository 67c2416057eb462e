import { type ReadOptions, type FileRows, refusal } from '../catalog/imports/read/file-rows.ts'
import { type ParseApart, ParserLimitExceeded } from './job-context.ts'
import { openShape } from '../catalog/imports/read/shapes/open-shape.ts'
import { readFormat, textOf } from '../catalog/imports/read/detect-format.ts'
import { openCsvFile } from '../catalog/imports/read/csv.ts'
import { stat } from 'node:fs/promises'
import { message, type Message } from '#shared/messages/message.ts'
import type { FileScan } from '../catalog/imports/recognise/file-scan.ts'
import type { ReadCatalog } from '../catalog/connections/reader.ts'
import type { ImportRequest, ImportState } from '../catalog/imports/plan/import-state.ts'
import { nameOfSections, nameOfTiers } from '../catalog/imports/plan/joined-columns.ts'
import { namesCategories, withSectionColumn } from '../catalog/imports/read/section-rows.ts'
import { findTierColumns, withTierColumn } from '../catalog/imports/read/tier-columns.ts'
import { unpackTable } from '../catalog/imports/read/archive.ts'
import { PictureFinder, type PictureSource } from '../catalog/imports/read/picture-files.ts'
import { listPictureColumns } from '../catalog/imports/recognise/column-meaning.ts'
import { readRows, openSpool, type SpooledFormat } from '../catalog/imports/read/spool.ts'

const timeoutMs = 300_000
// Starting a process takes longer than reading such a small file, which cannot unpack to more.
const harmlessBytes = 1024 * 1024

/**
 * Opens a file of rows by its content, whatever its name; the caller may set the format. Reads the whole
 * file: CSV here, row by row, any other that is not small in the process of the parsers, which need more
 * memory. Of a ZIP the table is read, and its pictures come with the rows. Throws `validation_failed` with one sentence where it cannot be imported.
 */
export async function openRows(
  file: string,
  options: ReadOptions,
  parseApart: ParseApart,
): Promise<FileRows> {
  const packed = await unpackTable(file, options.signal)
  if (!packed) return openTable(file, options, parseApart)
  const { pictures, name } = packed
  const hasFolder = options.hasFolder === true || pictures.paths.length > 0
  const rows = await openTable(packed.file, { ...options, hasFolder }, parseApart)
  const { read } = rows.scan
  const note = message('archive.read', { name, pictures: pictures.paths.length })
  const scan = { ...rows.scan, read: { ...read, notes: [note, ...(read.notes ?? [])] } }
  return { ...rows, scan, pictures }
}

async function openTable(file: string, options: ReadOptions, parseApart: ParseApart): Promise<FileRows> {
  const rows = await openPlain(file, options, parseApart)
  const { shape: asked, maxRows, hasFolder } = options
  if (options.type !== 'product' || rows.scan.shape) return rows
  return openShape(rows, { spool: `${file}.shaped`, asked, maxRows, hasFolder })
}

/**
 * Reads columns of prices from quantities on as one column of price tiers, where an attribute of the catalog
 * has such or where there is no entity yet: those of a catalog in use may have attributes of their own.
 */
export async function withTiers(
  rows: FileRows,
  read: ReadCatalog,
  { type, mapping }: Pick<ImportRequest, 'type' | 'mapping'>,
): Promise<FileRows> {
  const tiers = rows.scan.shape ? undefined : findTierColumns(rows.scan)
  if (!tiers) return rows
  const { headers } = rows.scan
  const names = tiers.columns.map(({ index }) => headers[index] ?? '')
  const name = read((db) => nameOfTiers(db, type, names))
  const isSeparate = name === undefined || names.some((header) => Object.hasOwn(mapping, header))
  if (isSeparate || headers.includes(name)) return rows
  const joined = await withTierColumn(rows, tiers, name)
  return withNote(joined, message('import.tiers_read', { columns: names.join(', '), name }))
}

/**
 * Reads the titles of sections among the rows as the categories of the products below them, where no column
 * says these and the catalog has no product yet. An update only tells them.
 */
export function withSections(
  rows: FileRows,
  read: ReadCatalog,
  { type, begun }: Pick<ImportRequest, 'type'> & { readonly begun?: ImportState | undefined },
): FileRows {
  const { scan } = rows
  if (scan.shape || !namesCategories(scan)) return rows
  const name = read((db) => nameOfSections(db, { type, headers: scan.headers, begun }))
  if (name === undefined) return rows
  return withNote(withSectionColumn(rows, name), describeSections(scan, name))
}

function describeSections({ sections = [] }: Pick<FileScan, 'sections'>, column: string): Message {
  const names = [...new Set(sections.map(({ text }) => text))]
  const shown = names.slice(0, maxNamed).join(', ')
  return message('import.sections_read', { count: names.length, names: shown, column })
}

function withNote(rows: FileRows, note: Message): FileRows {
  const { scan } = rows
  const read = { ...scan.read, notes: [...(scan.read.notes ?? []), note] }
  return { ...rows, scan: { ...scan, read } }
}

const maxNamed = 5

/** Marks the columns whose cells name the files of pictures that come with the import. */
export function withPictures(rows: FileRows, pictures: PictureSource | undefined): FileRows {
  if (pictures === undefined) return rows
  const pictureColumns = listPictureColumns(rows.scan, new PictureFinder(pictures))
  return { ...rows, pictures, scan: { ...rows.scan, pictureColumns } }
}

async function openPlain(file: string, options: ReadOptions, parseApart: ParseApart): Promise<FileRows> {
  const { format, head } = await readFormat(file, options)
  if (format === 'csv') return openCsvFile(file, options)
  const { sheet, language, header_row, type, maxRows, shape, signal } = options
  const asked = {
    file,
    format,
    spool: `${file}.rows`,
    text: textOf(head),
    sheet,
    language,
    header_row,
    type,
    maxRows,
    shape,
  }
  try {
    const { size } = await stat(file)
    const isHarmless = format !== 'xlsx' && size <= harmlessBytes
    const read = isHarmless ? readRows(asked) : parseApart('readRows', asked, { signal, timeoutMs })
    return openSpool(asked.spool, await read)
  } catch (error) {
    throw error instanceof ParserLimitExceeded ? tooLarge(error, format) : error
  }
}

function tooLarge({ message }: ParserLimitExceeded, format: SpooledFormat): Error {
  const smaller = format === 'xlsx' ? 'Save the sheet as CSV, or as several' : 'Send it as CSV, or in parts'
  return refusal(`The file is too large or too tangled to be read. ${message} ${smaller}.`)
}
