import type { ReadCatalog } from '../catalog/connections/reader.ts'
import type { ImportRequest } from '../catalog/imports/plan/import-state.ts'
import type { FileRow } from '../catalog/imports/plan/compare-rows.ts'
import {
  noReview,
  UpdateComparison,
  type UpdateReview,
  withFilled,
} from '../catalog/imports/plan/review-update.ts'
import { planImport, type PlannedImport } from '../catalog/imports/plan/start-import.ts'
import { Faults } from '../catalog/errors.ts'
import { type FileRows, isBlankRow } from '../catalog/imports/read/file-rows.ts'

interface FileToReview {
  readonly request: Omit<ImportRequest, 'context'>
  readonly planned: PlannedImport
  readonly mergeKey: string | undefined
  /** False where the rows that are read are not all of the file. */
  readonly isWhole?: boolean
}

// As many rows are compared with the catalog at once.
const rowsAtOnce = 5000

/**
 * Compares all rows that are read with the catalog, and once more where columns fill attributes of other
 * names, for their prices.
 */
export async function reviewUpdate(
  read: ReadCatalog,
  source: FileRows,
  file: FileToReview,
): Promise<UpdateReview> {
  const review = await compareAll(read, source, file)
  if (Object.keys(review.filled).length === 0) return review
  const request = withFilled(file.request, review)
  const planned = read((db) => planImport(db, source.scan, request, new Faults()))
  const again = await compareAll(read, source, { ...file, request, planned })
  const { filled, filledWarnings } = review
  return { ...again, filled, warnings: [...filledWarnings, ...again.warnings] }
}

async function compareAll(
  read: ReadCatalog,
  source: FileRows,
  { isWhole = true, ...file }: FileToReview,
): Promise<UpdateReview> {
  const comparison = read((db) => UpdateComparison.of(db, { scan: { ...source.scan, isWhole }, ...file }))
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
