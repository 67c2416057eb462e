import type { ImportPreview } from '#shared/imports.ts'
import type { ReadCatalog } from '../catalog/connections/reader.ts'
import { Faults } from '../catalog/errors.ts'
import { describeImport } from '../catalog/imports/describe-import.ts'
import { type ImportFields, readImportFields } from '../catalog/job-queue/enqueue-import.ts'
import type { JobContext } from './job-context.ts'
import { isBlankRow } from './import-files/blank-row.ts'
import { openRows } from './import-files/open-rows.ts'
import type { FileRows } from './import-files/file-rows.ts'

export interface PreviewImport {
  readonly file: string
  readonly fields: ImportFields
}

// Enough to see what a column holds, and read in a moment.
const maxRows = 1000
const maxShownRows = 8
const maxShownLength = 200

/**
 * Looks at the first rows of a file and tells what would be done with its columns. Faults of the fields throw together; what does
 * not fit between the fields and the file are problems of the answer.
 */
export async function previewImport(
  read: ReadCatalog,
  { parseApart, signal }: Pick<JobContext, 'parseApart' | 'signal'>,
  { file, fields }: PreviewImport,
): Promise<ImportPreview> {
  const faults = new Faults()
  const request = read((db) => readImportFields(db, fields, faults))
  faults.settle()
  const { format, type, delimiter, encoding, sheet, shape } = request
  const options = { format, type, delimiter, encoding, sheet, shape, maxRows, signal }
  const source = await openRows(file, options, (parser, input, limits) =>
    parseApart(parser, input, { ...limits, isWatched: true }),
  )
  const { scan, sheets } = source
  const first = await readFirstRows(source)
  return read((db) =>
    describeImport(db, { scan, request, sheets, isWhole: (scan.fileRows ?? scan.rows) < maxRows, first }),
  )
}

async function readFirstRows(source: FileRows): Promise<string[][]> {
  const first: string[][] = []
  for await (const { cells } of source.records()) {
    if (isBlankRow(cells)) continue
    first.push(cells.map((cell) => cell.slice(0, maxShownLength)))
    if (first.length === maxShownRows) break
  }
  return first
}
