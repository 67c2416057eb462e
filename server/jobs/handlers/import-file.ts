import { planImport, type StartImport } from '../../catalog/imports/plan/start-import.ts'
import { noteReview, type UpdateReview, withFilled } from '../../catalog/imports/plan/review-update.ts'
import { reviewUpdate } from '../review-update.ts'
import { type PriceGuard, priceGuardOf } from '../../catalog/imports/write/price-guard.ts'
import { type ImportState, type ImportRequest, lateRows } from '../../catalog/imports/plan/import-state.ts'
import { fillPictures, type FolderPictures } from '../../catalog/imports/write/folder-pictures.ts'
import { type IndexName, makeIndexesFor } from '../make-index.ts'
import type { ImportBatch, WrittenBatch } from '../../catalog/imports/write/write-rows.ts'
import type { EnqueuePictures } from '../../catalog/job-queue/enqueue-import.ts'
import type { ImportResult } from '#shared/jobs.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { type JobContext, readStoredJob } from '../job-context.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { uploadedFile, liesInFolder, resultsFolder } from '../job-files.ts'
import { uploadGone } from '../../catalog/imports/read/detect-format.ts'
import { withCorrections, RepeatedKeys, hashFile } from '../../catalog/imports/write/repeated-keys.ts'
import { openPictureFolder } from '../../catalog/imports/read/picture-files.ts'
import { withSteps } from '../../catalog/imports/read/stepped-rows.ts'
import { openRows, withPictures, withSections, withTiers } from '../open-rows.ts'
import { creationsByMeaning } from '../../catalog/imports/recognise/column-meaning.ts'
import { withCreations } from '../../catalog/imports/recognise/match-shape.ts'
import { prepareResults, resultPath } from '../result-files.ts'
import { withOwnParents } from '../../catalog/imports/write/own-parents.ts'
import { openRehearsal } from './rehearsal.ts'
import type { RehearsalWatch } from '../feeds/import-feed.ts'
import { missingLookups, findMissing } from '../../catalog/imports/plan/missing-references.ts'
import { writeErrorFile } from '../../catalog/imports/write/error-file.ts'
import { type Creation, fetchesPictures } from '#shared/imports.ts'
import { conflict, Faults } from '../../catalog/errors.ts'
import { message, textOf, asMessage, type Message } from '#shared/messages/message.ts'
import {
  type FileRows,
  type ReadOptions,
  sampleCells,
  type RowBatch,
  type RowFlaw,
  BatchCollector,
} from '../../catalog/imports/read/file-rows.ts'
import {
  matchWithCatalog,
  columnsToSample,
  describeSameFile,
} from '../../catalog/imports/plan/match-with-catalog.ts'
import { measureKeys, warnDuplicateKeys } from '../../catalog/imports/recognise/identity.ts'
import type { dropUnusedAttributes } from '../../catalog/imports/write/undo-import.ts'

/** The target of rows: the workspace's writer, or a copy of the workspace for a dry run. */
export interface ImportTarget {
  start(input: StartImport): Promise<ImportState>
  makeIndexes(names: readonly IndexName[]): Promise<void>
  write(batch: ImportBatch): Promise<WrittenBatch>
  nextPass(input: Pick<ImportBatch, 'jobId' | 'state'>): Promise<ImportState>
  /** Removes attributes of an import without a written row; returns the keys of the remaining ones. */
  dropAttributes(input: DropAttributes): Promise<string[]>
  keepPicture(file: { bytes: Uint8Array; media_type: string; extension: string }): Promise<string>
  enqueuePictures(input: EnqueuePictures): Promise<NonNullable<ImportResult['pictures']>>
  readonly read: ReadCatalog
  describe(): Promise<object>
  close(): Promise<void>
}

/** Imports an uploaded file, or the next one of a feed. */
export async function importFile(context: JobContext): Promise<JobEnd> {
  const { input: asked, checkpoint: begun } = await readStoredJob(context, 'import')
  const { feed } = asked
  if (feed === undefined) return writeImport(context, asked, begun)
  const { importByFeed } = await import('../feeds/import-feed.ts')
  return importByFeed(context, { asked, feed, begun, write: writeImport.bind(undefined, context) })
}

/**
 * Writes the rows of the file. It is read twice: to find all faults before anything is written, then to write
 * it batch by batch. A resumed job continues after the last committed batch.
 */
async function writeImport(
  context: JobContext,
  asked: ImportRequest,
  checkpoint: ImportState | undefined,
  watch?: RehearsalWatch,
): Promise<JobEnd> {
  const { type, dry_run: isDry } = asked
  const file = uploadedFile(context)
  const { sent, pictureFiles } = await openSent(context, file, { asked, begun: checkpoint })
  const wanted = withCreations(withCreations(asked, sent.scan.shape), pictureCreations(pictureFiles))
  const results = resultsFolder(context)
  await prepareResults(results)
  const target = isDry ? await openRehearsal(context, file, results, watch) : writerTarget(context)
  try {
    const { jobId } = context
    // A dry run begins again, since its copy of the workspace is lost with its thread.
    const known: ImportState | undefined = isDry ? undefined : checkpoint
    const sha256 = await hashFile(file)
    const state = known ?? (await begin(target, sent, { jobId, request: wanted, sha256 }))
    const request = withCreations(wanted, { creations: creationsByMeaning(state.columns) })
    const source = await withOwnParents(sent, { state, type, read: (fn) => target.read(fn) })
    await target.makeIndexes(target.read((db) => missingLookups(db, type, state)))
    const { columns } = state
    const folder = fillPictures(pictureFiles, { type, columns }, target)
    const repeated = new RepeatedKeys(state)
    await addRowsBefore(source, state.pass === 1 ? state.done : state.total, repeated)
    const written = await writePasses({ context, request, source, target, pictures: folder, state, repeated })
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

/** The rows of the file with the corrections of people, and the pictures that come with it. */
async function openSent(
  context: JobContext,
  file: string,
  { asked, begun }: { readonly asked: ImportRequest; readonly begun: ImportState | undefined },
): Promise<{ readonly sent: FileRows; readonly pictureFiles: FileRows['pictures'] }> {
  const { signal } = context
  const folder = chosenFolder(context, asked)
  const chosen = folder === undefined ? undefined : await openPictureFolder(folder, signal)
  if (!(await liesInFolder(file))) throw uploadGone()
  const options = { ...howToRead(asked), hasFolder: chosen !== undefined, signal }
  const opened = await openRows(file, options, context.parseApart)
  const pictureFiles = chosen ?? opened.pictures
  const titled = withSections(withPictures(opened, pictureFiles), context.read, { ...asked, begun })
  const read = await withTiers(titled, context.read, asked)
  const sent = await withSteps(withCorrections(read, asked.corrections), asked.mapping)
  return { sent, pictureFiles }
}

/** Whoever sends pictures wants images of them. */
function pictureCreations(files: FileRows['pictures']): { readonly creations: readonly Creation[] } {
  return { creations: files === undefined ? [] : ['create_missing_images'] }
}

function howToRead(request: ImportRequest): Omit<ReadOptions, 'signal'> {
  const { format, type, delimiter, quote, encoding, sheet, language, shape, header_row } = request
  return { format, type, delimiter, quote, encoding, sheet, language, shape, header_row }
}

/**
 * The folder of pictures that cells name. A job whose folder is no longer known fails, since it would leave
 * all out.
 */
function chosenFolder({ chosen }: JobContext, asked: ImportRequest): string | undefined {
  if (asked.has_images_folder !== true) return undefined
  if (chosen.images_folder === undefined) throw conflict(message('import.picture_folder_unknown'))
  return chosen.images_folder
}

function describeFile(
  { corrections = [] }: ImportRequest,
  file_sha256: string,
): Pick<ImportResult, 'file_sha256' | 'corrected'> {
  if (corrections.length === 0) return { file_sha256 }
  return { file_sha256, corrected: { cells: corrections.length, file_sha256 } }
}

async function begin(
  target: ImportTarget,
  source: FileRows,
  { jobId, request: asked, sha256 }: Pick<StartImport, 'jobId' | 'request'> & { readonly sha256: string },
): Promise<ImportState> {
  const { scan } = source
  const { type } = asked
  const review = await reviewed(target, source, asked)
  const request = withFilled(asked, review)
  const { naming, ...found } = target.read((db) => matchWithCatalog(db, { scan, request }))
  // An import with a merge key makes no duplicates.
  const candidates = found.planned.mergeKey === undefined ? found.candidates : []
  const sampled = await sampleCells(source, columnsToSample({ candidates, naming }))
  const keys = target.read((db) => measureKeys(db, { type, candidates }, sampled))
  const warnings = [
    ...target.read((db) => describeSameFile(db, type, sha256)),
    ...found.spellings,
    ...warnDuplicateKeys(keys, sampled.rows),
    ...review.warnings,
  ]
  const missing = target.read((db) => findMissing(db, naming, sampled.cells))
  return target.start({ jobId, request, scan, warnings, missing, review })
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

type DropAttributes = Parameters<typeof dropUnusedAttributes>[1]

/** An import without a valid row leaves no attributes behind. */
async function withoutUnusedAttributes(
  end: ImportEnd,
  { jobId, request, target }: { jobId: string; request: ImportRequest; target: ImportTarget },
): Promise<ImportEnd> {
  const { created, updated, unchanged, created_attributes: made } = end.state.result
  if (created + updated + unchanged > 0 || made.length === 0) return end
  const context = { ...request.context, job_id: jobId }
  const stayed = await target.dropAttributes({ job: jobId, context })
  const result = { ...end.state.result, created_attributes: made.filter((key) => stayed.includes(key)) }
  return { ...end, state: { ...end.state, result } }
}

async function addRowsBefore(source: FileRows, done: number, repeated: RepeatedKeys): Promise<void> {
  if (done === 0) return
  for await (const row of source.records()) {
    if (row.row > done) return
    repeated.add(row)
  }
}

interface ImportEnd {
  readonly state: ImportState
  readonly isCancelled: boolean
}

interface ImportProgress {
  readonly request: ImportRequest
  readonly hasErrors: boolean
  readonly jobId: string
  readonly codeWarnings: readonly Message[]
  readonly summary: object
}

function toEnd(
  { state, isCancelled }: ImportEnd,
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

function writerTarget(context: JobContext): ImportTarget {
  return {
    start: (input) => context.call('startImport', input),
    makeIndexes: (names) => makeIndexesFor(context, names),
    write: (batch) => context.call('importRows', batch),
    nextPass: (input) => context.call('startImportPass', input),
    dropAttributes: (input) => context.call('dropUnusedAttributes', input),
    keepPicture: async (file) => (await context.call('addFile', file)).path,
    enqueuePictures: (input) => context.call('enqueuePictures', input),
    read: (fn) => context.read(fn),
    describe: () => Promise.resolve({}),
    close: () => Promise.resolve(),
  }
}

interface Work {
  readonly context: JobContext
  readonly request: ImportRequest
  readonly source: FileRows
  readonly target: ImportTarget
  readonly pictures: FolderPictures | undefined
  readonly state: ImportState
  readonly repeated: RepeatedKeys
}

async function writePasses(work: Work): Promise<ImportEnd> {
  const { context, request, source, target, repeated } = work
  const prices = target.read((db) => priceGuardOf(db, request, work.state))
  const { jobId } = context
  for (let { state } = work; ;) {
    const { pass, done } = state
    const batches =
      pass === 1
        ? holdPrices(repeated.rejectRepeated(source.batches(done)), prices, target.read)
        : lateBatches(
            source,
            target.read((db) => lateRows(db, jobId, done)),
          )
    const end = await writeAll({ ...work, state }, batches)
    if (end.isCancelled || end.state.late === 0) return end
    state = await target.nextPass({ jobId, state: end.state })
  }
}

/** Parses the next batch while the writer stores one, so that memory holds at most two. */
/** Holds the rows with large changes of prices, where that is the setting. */
async function* holdPrices(
  batches: AsyncIterable<RowBatch>,
  prices: PriceGuard | undefined,
  read: ReadCatalog,
): AsyncGenerator<RowBatch> {
  for await (const batch of batches)
    yield prices ? read((db) => holdRows(batch, prices.listHeld(db, batch.rows))) : batch
}

function holdRows(batch: RowBatch, held: ReadonlyMap<number, RowFlaw>): RowBatch {
  if (held.size === 0) return batch
  const rows = batch.rows.filter(({ row }) => !held.has(row))
  return { ...batch, rows, broken: [...batch.broken, ...held.values()] }
}

async function writeAll(
  { context, request, target, pictures, state }: Work,
  batches: AsyncIterable<RowBatch>,
): Promise<ImportEnd> {
  const { jobId } = context
  let answer: ImportEnd = { isCancelled: false, state }
  let pending: Promise<ImportEnd> | undefined
  const pace = new BatchPace()
  const write = async (batch: ImportBatch): Promise<ImportEnd> => {
    const { state: after, isCancelled, ms } = await target.write(batch)
    const rest = behind(batch, after)
    pace.heed(batch.rows.length - rest.rows.length, ms)
    const isLast = after.done >= batch.upTo || isCancelled || context.signal.aborted
    return isLast ? { state: after, isCancelled } : write(rest)
  }
  for await (const batch of pace.slice(batches)) {
    const { rows, broken, upTo } = pictures ? await pictures.fill(batch) : batch
    answer = (await pending) ?? answer
    pending = undefined
    if (answer.isCancelled) return answer
    if (context.signal.aborted) break
    pending = write({ jobId, request, state: answer.state, upTo, rows, broken })
    // Awaited above or below; a failure in between must not count as unhandled.
    pending.catch(() => undefined)
  }
  const last = (await pending) ?? answer
  const isCancelled = context.isCancelRequested()
  // Not cancelled but aborted: the workspace closes, and the job continues at the next start.
  if (!isCancelled) context.signal.throwIfAborted()
  const isLeft = last.state.done < state.total || last.state.late > 0
  return { isCancelled: isCancelled && isLeft, state: last.state }
}

function behind(batch: ImportBatch, state: ImportState): ImportBatch {
  const isBehind = ({ row }: { readonly row: number }) => row > state.done
  return { ...batch, state, rows: batch.rows.filter(isBehind), broken: batch.broken.filter(isBehind) }
}

async function* lateBatches(source: FileRows, numbers: readonly number[]): AsyncGenerator<RowBatch> {
  const waiting = new Set(numbers)
  const batch = new BatchCollector(0)
  for await (const record of source.records()) {
    if (waiting.size === 0) break
    if (!waiting.delete(record.row)) continue
    batch.add(record, undefined)
    if (batch.isFull) yield batch.take()
  }
  if (!batch.isEmpty) yield batch.take()
}

// Larger transactions write fewer pages twice. An edit of the grid ends the running batch early, but other
// jobs wait for it, and between few slow rows no other write is let in.
const wantedMs = 80
const [fewest, most] = [5, 1000]

export class BatchPace {
  #msPerRow = 0

  get rows(): number {
    if (this.#msPerRow === 0) return most
    return Math.min(most, Math.max(fewest, Math.round(wantedMs / this.#msPerRow)))
  }

  heed(rows: number, ms: number): void {
    if (rows === 0) return
    const known = this.#msPerRow
    this.#msPerRow = known === 0 ? ms / rows : known * 0.7 + (ms / rows) * 0.3
  }

  /**
   * Splits batches that are too large into several of the same size, since each transaction has a fixed
   * cost.
   */
  async *slice(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
    for await (const batch of batches) {
      let { rows, broken } = batch
      while (rows.length > this.rows) {
        const taken = rows.slice(0, Math.ceil(rows.length / Math.ceil(rows.length / this.rows)))
        const upTo = taken.at(-1)?.row ?? batch.upTo
        yield { rows: taken, broken: broken.filter(({ row }) => row <= upTo), upTo }
        rows = rows.slice(taken.length)
        broken = broken.filter(({ row }) => row > upTo)
      }
      yield { rows, broken, upTo: batch.upTo }
    }
  }
}
