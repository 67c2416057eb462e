import type { ImportResult } from '#shared/jobs.ts'
import { fetchesPictures } from '#shared/imports.ts'
import { asMessage, message, type Message, textOf } from '#shared/messages/message.ts'
import { Faults } from '../../catalog/errors.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/plan/import-state.ts'
import {
  columnsToSample,
  describeSameFile,
  matchWithCatalog,
} from '../../catalog/imports/plan/match-with-catalog.ts'
import { findMissing, missingLookups } from '../../catalog/imports/plan/missing-references.ts'
import { noteReview, type UpdateReview, withFilled } from '../../catalog/imports/plan/review-update.ts'
import { planImport } from '../../catalog/imports/plan/start-import.ts'
import { type FileRows, sampleCells } from '../../catalog/imports/read/file-rows.ts'
import { creationsByMeaning } from '../../catalog/imports/recognise/column-meaning.ts'
import { measureKeys, warnDuplicateKeys } from '../../catalog/imports/recognise/identity.ts'
import { withCreations } from '../../catalog/imports/recognise/match-shape.ts'
import { writeErrorFile } from '../../catalog/imports/write/error-file.ts'
import { fillPictures } from '../../catalog/imports/write/folder-pictures.ts'
import { withOwnParents } from '../../catalog/imports/write/own-parents.ts'
import { hashFile } from '../../catalog/imports/write/repeated-keys.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type JobContext, readStoredJob } from '../job-context.ts'
import { resultsFolder, uploadedFile } from '../job-files.ts'
import { prepareResults, resultPath } from '../result-files.ts'
import { reviewUpdate } from '../review-update.ts'
import { type WrittenRows, writeRows } from './import-batches.ts'
import { type ImportTarget, writerTarget } from './import-target.ts'
import { openRehearsal, type RehearsalWatch } from './rehearsal.ts'
import { openSent, pictureCreations } from './sent-file.ts'
import type { TriedImport } from './tried-import.ts'

/** Imports an uploaded file, or the next one of a feed. */
export async function importFile(context: JobContext): Promise<JobEnd> {
  const { input: asked, checkpoint: begun } = await readStoredJob(context, 'import')
  const { feed } = asked
  if (feed === undefined) return writeImport(context, { asked, begun })
  const { importByFeed } = await import('../feeds/import-feed.ts')
  return importByFeed(context, { asked, feed, begun, write: writeImport.bind(undefined, context) })
}

/** An import to be written, and how far an earlier run or a try of the same file has come. */
export interface ImportRun {
  readonly asked: ImportRequest
  readonly begun?: ImportState | undefined
  readonly tried?: TriedImport | undefined
  readonly watch?: RehearsalWatch | undefined
}

/**
 * Writes the rows of the file. It is read twice: to find all faults before anything is written, then to write
 * it batch by batch. A resumed job continues after the last committed batch; where the file was tried out just
 * now, only the rows are left that change something.
 */
async function writeImport(context: JobContext, { asked, begun, tried, watch }: ImportRun): Promise<JobEnd> {
  const { type, dry_run: isDry } = asked
  const file = uploadedFile(context)
  const sent = tried?.sent ?? (await openSent(context, file, { asked, begun }))
  const { rows, pictureFiles } = sent
  const wanted = withCreations(withCreations(asked, rows.scan.shape), pictureCreations(pictureFiles))
  const results = resultsFolder(context)
  await prepareResults(results)
  const target = isDry ? await openRehearsal(context, file, results, watch) : writerTarget(context)
  try {
    const { jobId } = context
    // A dry run begins again, since its copy of the workspace is lost with its thread.
    const known: ImportState | undefined = isDry ? undefined : begun
    const sha256 = await hashFile(file)
    const { state, decided } =
      known === undefined
        ? await begin(target, { jobId, rows, request: wanted, sha256, tried })
        : { state: known }
    const request = withCreations(wanted, { creations: creationsByMeaning(state.columns) })
    const source = await withOwnParents(rows, { state, type, read: (fn) => target.read(fn) })
    await target.makeIndexes(target.read((db) => missingLookups(db, type, state)))
    const { columns } = state
    const folder = fillPictures(pictureFiles, { type, columns }, target)
    const written = await writeRows({ context, request, source, target, pictures: folder, state }, tried)
    const { repeated } = written
    watch?.keep(triedOf(target, { sent, decided, repeated, state: written.state }))
    const end = await withoutUnusedAttributes(written, { jobId, request, target })
    const path = resultPath(results, jobId, 'errors')
    const hasErrors = await writeErrorFile(path, source, { jobId, columns, read: (fn) => target.read(fn) })
    const pictures =
      fetchesPictures(request.pictures) && !end.isCancelled
        ? await target.enqueuePictures({ jobId, request, state: end.state })
        : undefined
    return toEnd(end, {
      request,
      hasErrors,
      jobId,
      codeWarnings: repeated.warnings,
      summary: {
        ...repeated.summary,
        ...describeFile(request, sha256),
        ...(pictures && { pictures }),
        ...(await target.describe()),
      },
    })
  } finally {
    await target.close()
  }
}

function describeFile(
  { corrections = [] }: ImportRequest,
  file_sha256: string,
): Pick<ImportResult, 'file_sha256' | 'corrected'> {
  if (corrections.length === 0) return { file_sha256 }
  return { file_sha256, corrected: { cells: corrections.length, file_sha256 } }
}

interface FileToBegin {
  readonly jobId: string
  readonly rows: FileRows
  readonly request: ImportRequest
  readonly sha256: string
  readonly tried: TriedImport | undefined
}

/** Plans the import, or takes the plan of its try, which was asked for otherwise only in how prices are taken. */
async function begin(
  target: ImportTarget,
  { jobId, tried, ...file }: FileToBegin,
): Promise<{ readonly state: ImportState; readonly decided?: TriedImport['decided'] }> {
  const { dry_run, price_changes } = file.request
  const decided = tried?.decided ?? (await decide(target, file))
  const request = { ...decided.request, dry_run, price_changes }
  return { decided, state: await target.start({ ...decided, jobId, request }) }
}

async function decide(
  target: ImportTarget,
  { rows, request: asked, sha256 }: Pick<FileToBegin, 'rows' | 'request' | 'sha256'>,
): Promise<TriedImport['decided']> {
  const { scan } = rows
  const { type } = asked
  const review = await reviewed(target, rows, asked)
  const request = withFilled(asked, review)
  const { naming, ...found } = target.read((db) => matchWithCatalog(db, { scan, request }))
  // An import with a merge key makes no duplicates.
  const candidates = found.planned.mergeKey === undefined ? found.candidates : []
  const sampled = await sampleCells(rows, columnsToSample({ candidates, naming }))
  const keys = target.read((db) => measureKeys(db, { type, candidates }, sampled))
  const warnings = [
    ...target.read((db) => describeSameFile(db, type, sha256)),
    ...found.spellings,
    ...warnDuplicateKeys(keys, sampled.rows),
    ...review.warnings,
  ]
  const missing = target.read((db) => findMissing(db, naming, sampled.cells))
  return { request, scan, warnings, missing, review }
}

/** Throws what an update leaves open, with all else that is wrong with the file. */
async function reviewed(
  target: ImportTarget,
  source: FileRows,
  request: ImportRequest,
): Promise<UpdateReview> {
  const faults = new Faults()
  const planned = target.read((db) => planImport(db, source.scan, request, faults))
  const { mergeKey } = planned
  const review = await reviewUpdate(target.read, source, { request, planned, mergeKey })
  noteReview(review, faults)
  faults.throwIfAny()
  return review
}

/** The work that a try leaves to the real run, where that may leave out rows found unchanged. */
function triedOf({ tried }: ImportTarget, { state, decided, ...file }: TryResult): TriedImport | undefined {
  const batches = decided && tried?.batchesOf(state, { request: decided.request, sent: file.sent })
  return tried && batches && { ...file, decided, batches, asOf: tried.asOf }
}

interface TryResult extends Pick<TriedImport, 'sent' | 'repeated'> {
  readonly decided: TriedImport['decided'] | undefined
  readonly state: ImportState
}

/** An import without a valid row leaves no attributes behind. */
async function withoutUnusedAttributes(
  end: WrittenRows,
  { jobId, request, target }: { jobId: string; request: ImportRequest; target: ImportTarget },
): Promise<WrittenRows> {
  const { created, updated, unchanged, created_attributes: made } = end.state.result
  if (created + updated + unchanged > 0 || made.length === 0) return end
  const context = { ...request.context, job_id: jobId }
  const stayed = await target.dropAttributes({ job: jobId, context })
  const result = { ...end.state.result, created_attributes: made.filter((key) => stayed.includes(key)) }
  return { ...end, state: { ...end.state, result } }
}

interface ImportProgress {
  readonly request: ImportRequest
  readonly hasErrors: boolean
  readonly jobId: string
  readonly codeWarnings: readonly Message[]
  readonly summary: object
}

function toEnd(
  { state, isCancelled }: WrittenRows,
  { request, hasErrors, jobId, codeWarnings, summary }: ImportProgress,
): JobEnd {
  const { result, total, ignored_columns, merge_key, read, columns, missing = [], filled } = state
  const warnings = [...(state.warnings ?? []), ...codeWarnings, ...describeKnownRows(state)]
  return {
    status: isCancelled ? 'cancelled' : 'completed',
    result: {
      ...result,
      rows: total,
      ignored_columns,
      mapping: Object.fromEntries(columns.map(({ header, key }) => [header, key])),
      merge_key: merge_key ?? null,
      warnings: warnings.map(textOf),
      warning_messages: warnings.map(asMessage),
      missing_references: missing,
      ...read,
      ...(filled && Object.keys(filled).length > 0 && { filled_columns: filled }),
      dry_run: request.dry_run,
      errors_file: hasErrors ? `/jobs/${jobId}/errors` : null,
      ...summary,
    },
  }
}

/** Without a merge key only rows of an earlier import find anything. */
function describeKnownRows({ merge_key: key, result }: ImportState): Message[] {
  const count = result.updated + result.unchanged
  return key === undefined && count > 0 ? [message('import.rows_known', { count })] : []
}
