import { stat } from 'node:fs/promises'
import { issueSentence } from '#shared/describe-fault.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Role } from '#shared/team.ts'
import type { ImportPreview, RememberedSettings, TypeGuess } from '#shared/imports.ts'
import type { ReadCatalog } from '../catalog/connections/reader.ts'
import { CatalogError, Faults } from '../catalog/errors.ts'
import {
  describeImport,
  measureCandidates,
  type SampledImport,
  suggestKey,
  toProblem,
} from '../catalog/imports/plan/describe-import.ts'
import type { ImportRequest } from '../catalog/imports/plan/import-state.ts'
import {
  columnsToSample,
  describeSameFile,
  type ImportContext,
  matchWithCatalog,
  type FoundSettings,
} from '../catalog/imports/plan/match-with-catalog.ts'
import { withFilled } from '../catalog/imports/plan/review-update.ts'
import { noteQuestions, planImport } from '../catalog/imports/plan/start-import.ts'
import type { FileScan } from '../catalog/imports/recognise/file-scan.ts'
import { recognizeFileType } from '../catalog/imports/recognise/file-type.ts'
import { isBlankRow, type FileRows, refusal, sampleCells } from '../catalog/imports/read/file-rows.ts'
import { withSteps } from '../catalog/imports/read/stepped-rows.ts'
import { hashFile } from '../catalog/imports/write/repeated-keys.ts'
import {
  openPictureFolder,
  PictureFinder,
  type PictureSource,
} from '../catalog/imports/read/picture-files.ts'
import { openRows, withPictures, withSections, withTiers } from './open-rows.ts'
import { isWorkbook } from '../catalog/imports/read/detect-format.ts'
import { type ImportFields, readImportFields } from '../catalog/job-queue/enqueue-import.ts'
import type { JobContext } from './job-context.ts'
import { reviewUpdate } from './review-update.ts'

export interface PreviewImport {
  readonly file: string
  /** The sent name; a name of the same pattern brings back the settings of an earlier import. */
  readonly fileName?: string | undefined
  readonly fields: ImportFields
  /** The folder of pictures that the import gets, so that columns which name them are told. */
  readonly imagesFolder?: string | undefined
  /** The fault of the requested folder; a path that is being typed often has one. */
  readonly folderFaults?: readonly FieldError[] | undefined
  /** The role of the caller, who sees of the catalog what this role may read. */
  readonly role?: Role | undefined
}

type Looking = Pick<JobContext, 'parseApart' | 'signal'>

// Formats of numbers and dates are recognised over all rows; most files have fewer, and these take a second.
const maxRows = 100_000
const maxRowsOfWorkbook = 10_000
const maxShownRows = 8
const maxShownLength = 200

export async function previewImport(
  read: ReadCatalog,
  looking: Looking,
  { file, fileName, fields, imagesFolder, folderFaults = [] }: PreviewImport,
): Promise<ImportPreview> {
  const faults = new Faults()
  const fileType = await describeType(read, looking, { file, fields })
  const all = fileType ? { ...fields, type: fileType.type } : fields
  const request = read((db) => readImportFields(db, all, faults))
  faults.throwIfAny()
  const { rows: plain, isWhole, sha256 } = await lookAt(file, request, looking)
  const { files, faults: ofFolder } = await lookIntoFolder(imagesFolder, looking.signal)
  const titled = withSections(withPictures(plain, files ?? plain.pictures), read, request)
  const tiered = await withTiers(titled, read, request)
  const first = await readFirstRows(tiered)
  const rows = await withSteps(tiered, request.mapping)
  const { scan, sheets } = rows
  const known = { rows, scan: { ...scan, isWhole }, fileName }
  const matched = await matchFile(read, known, request)
  const { around, mergeKeys } = matched
  const proposed = request.imported_rows === 'new' ? undefined : (suggestKey(mergeKeys) ?? undefined)
  const mergeKey = around.planned.mergeKey ?? proposed
  const review = await reviewUpdate(read, rows, { request, planned: around.planned, mergeKey, isWhole })
  const isFilling = Object.keys(review.filled).length > 0
  const asked = withFilled(request, review)
  const shown = isFilling ? await matchFile(read, known, asked) : matched
  const remembered = await forThisFile(around.remembered, { file, sha256 })
  const same = read((db) => (sha256 === undefined ? [] : describeSameFile(db, request.type, sha256)))
  const preview = read((db) =>
    describeImport(db, {
      scan,
      request: asked,
      sheets,
      isWhole,
      first,
      ...shown,
      remembered,
      review,
      same,
      pictures: rows.pictures && new PictureFinder(rows.pictures),
    }),
  )
  const problems = [...preview.problems, ...[...folderFaults, ...ofFolder].map(toProblem)]
  return { ...(fileType && { told_type: fileType }), ...preview, problems }
}

/** A folder that cannot be read is a problem of the preview, not its end. */
async function lookIntoFolder(
  folder: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly files?: PictureSource; readonly faults: readonly FieldError[] }> {
  if (folder === undefined) return { faults: [] }
  try {
    return { files: await openPictureFolder(folder, signal), faults: [] }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { faults: [{ field: 'images_folder', ...issueSentence(error.sentence) }] }
  }
}

interface KnownFile {
  readonly rows: FileRows
  readonly scan: FileScan
  readonly fileName: string | undefined
}

/** The columns and merge keys of a file beside the catalog. */
async function matchFile(
  read: ReadCatalog,
  { rows, scan, fileName }: KnownFile,
  request: Omit<ImportRequest, 'context'>,
): Promise<Pick<SampledImport, 'around' | 'sampled' | 'mergeKeys'> & { readonly around: ImportContext }> {
  const around = read((db) => matchWithCatalog(db, { scan, request, fileName }))
  const sampled = await sampleCells(rows, columnsToSample(around))
  const mergeKeys = read((db) => measureCandidates(db, around, { type: request.type, sampled }))
  return { around, sampled, mergeKeys }
}

async function describeType(
  read: ReadCatalog,
  looking: Looking,
  { file, fields }: PreviewImport,
): Promise<TypeGuess | undefined> {
  if (fields.type !== undefined || fields.profile !== undefined) return undefined
  const faults = new Faults()
  // Only products have shops; a file of another type is previewed again without one.
  const request = read((db) => readImportFields(db, { ...fields, type: 'product' }, faults))
  const { rows } = await lookAt(file, request, looking)
  return read((db) => recognizeFileType(db, rows.scan))
}

async function forThisFile(
  found: FoundSettings | undefined,
  { file, sha256 }: { readonly file: string; readonly sha256: string | undefined },
): Promise<RememberedSettings | undefined> {
  if (!found?.corrected) return found
  const { corrected, ...remembered } = found
  const isSame = corrected.of === (sha256 ?? (await hashFile(file)))
  return isSame ? { ...remembered, corrections: [...corrected.cells] } : remembered
}

/**
 * The faults of open questions, for an import without a preview. Other faults, and files longer than a
 * preview, are left to the job.
 */
export async function findOpenQuestions(
  read: ReadCatalog,
  looking: Looking,
  { file, fields }: PreviewImport,
): Promise<readonly FieldError[]> {
  const faults = new Faults()
  const request = read((db) => readImportFields(db, fields, faults))
  if (!faults.isEmpty) return []
  try {
    const { rows, isWhole } = await lookAt(file, request, looking)
    if (!isWhole) return []
    const found = new Faults()
    const tiered = await withSteps(await withTiers(rows, read, request), request.mapping)
    const planned = read((db) => planImport(db, tiered.scan, request, found))
    const { mergeKey } = planned
    const review = await reviewUpdate(read, tiered, { request, planned, mergeKey })
    noteQuestions(review.questions, found)
    const questions = [...planned.questions, ...review.questions]
    return found.list.filter(({ field }) => questions.some(({ setting }) => setting === field))
  } catch (error) {
    if (error instanceof CatalogError) return []
    throw error
  }
}

/** The last previewed file: each change of a setting previews it again. */
let last: (LookedAtFile & { readonly key: string }) | undefined

interface LookedAtFile {
  readonly rows: FileRows
  readonly isWhole: boolean
  /** Undefined for a large file, which takes seconds to digest. */
  readonly sha256: string | undefined
}

const maxDigested = 256 * 1024 ** 2

async function lookAt(
  file: string,
  {
    format,
    type,
    delimiter,
    quote,
    encoding,
    sheet,
    language,
    shape,
    header_row,
  }: Omit<ImportRequest, 'file' | 'context'>,
  { parseApart, signal }: Looking,
): Promise<LookedAtFile> {
  const maxRows = await rowsOfLook(file)
  const options = { format, type, delimiter, quote, encoding, sheet, language, shape, header_row, maxRows }
  const { size = 0, mtimeMs = 0 } = (await stat(file).catch(() => undefined)) ?? {}
  const key = JSON.stringify([file, size, mtimeMs, options])
  if (last?.key !== key) {
    last = undefined
    const watched: JobContext['parseApart'] = (parser, input, limits) =>
      parseApart(parser, input, { ...limits, isWatched: true })
    const rows = await openRows(file, { ...options, signal }, watched).catch(namingFile)
    const sha256 = size <= maxDigested ? await hashFile(file) : undefined
    last = { key, rows, isWhole: (rows.scan.fileRows ?? rows.scan.rows) < maxRows, sha256 }
  }
  return last
}

function namingFile(error: unknown): never {
  const isNameless = error instanceof CatalogError && error.code === 'validation_failed'
  throw isNameless && error.fieldErrors.length === 0 ? refusal(error.sentence) : error
}

async function rowsOfLook(file: string): Promise<number> {
  return (await isWorkbook(file)) ? maxRowsOfWorkbook : maxRows
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
