import type { ReadCatalog } from '../catalog/connections/reader.ts'
import type { ImportRequest } from '../catalog/imports/plan/import-state.ts'
import type { FileRow } from '../catalog/imports/plan/compare-rows.ts'
import { noReview, UpdateComparison, type UpdateReview } from '../catalog/imports/plan/review-update.ts'
import type { PlannedImport } from '../catalog/imports/plan/start-import.ts'
import { type FileRows, isBlankRow } from '../catalog/imports/read/file-rows.ts'

interface FileToReview {
  readonly request: Pick<ImportRequest, 'type' | 'renumbered' | 'renamed'>
  readonly planned: PlannedImport
  readonly mergeKey: string | undefined
}

// As many rows are compared with the catalog at once.
const rowsAtOnce = 5000

/** Compares all rows that are read with the catalog. */
export async function reviewUpdate(
  read: ReadCatalog,
  source: FileRows,
  file: FileToReview,
): Promise<UpdateReview> {
  const comparison = read((db) => UpdateComparison.of(db, { scan: source.scan, ...file }))
  if (!comparison) return noReview
  for await (const rows of parts(source)) read((db) => comparison.add(db, rows))
  return read((db) => comparison.end(db))
}

async function* parts(source: FileRows): AsyncGenerator<FileRow[]> {
  let part: FileRow[] = []
  for await (const row of source.records()) {
    if (row.issue !== undefined || isBlankRow(row.cells)) continue
    part.push(row)
    if (part.length < rowsAtOnce) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
