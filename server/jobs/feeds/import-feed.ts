import type { EventRecord } from '#shared/events.ts'
import type { ImportResult } from '#shared/jobs.ts'
import type { FeedOfJob, FeedOutcome, Shield, ShieldCounts } from '#shared/feeds.ts'
import { asMessage, message, type Message, textOf } from '#shared/messages/message.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { CatalogError, conflict } from '../../catalog/errors.ts'
import { questionsOf } from '../../catalog/feeds/known-files.ts'
import { requestDigest } from '../../catalog/feeds/feeds.ts'
import {
  type FeedOfRunningJob,
  listDelivered,
  readDelivered,
  readFeedOfJob,
} from '../../catalog/feeds/run-feed.ts'
import { ChangeCounter, exceeded } from '../../catalog/feeds/shield.ts'
import type { ImportRun } from '../handlers/import-file.ts'
import type { TriedImport } from '../handlers/tried-import.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/plan/import-state.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type Place, PlaceFault } from '../../places/place.ts'
import { describeFailure, type JobContext } from '../job-context.ts'
import { resultsFolder, uploadedFile } from '../job-files.ts'
import { resultPath } from '../result-files.ts'
import {
  isEmpty,
  keepTaken,
  readTaken,
  type TakenFile,
  takeFile,
  usingPlace,
  waitForPerson,
  waitUntil,
} from './feed-file.ts'

/** Sees what a rehearsal writes into its copy, the copy at its end, and what it leaves to write. */
export interface RehearsalWatch {
  readonly keep: (tried: TriedImport | undefined) => void
  readonly add: (events: readonly EventRecord[]) => void
  readonly end: (read: ReadCatalog) => void
}

/** Writes the rows of the uploaded file, or tries it out. */
type WriteImport = (run: ImportRun) => Promise<JobEnd>

interface FeedImport {
  readonly asked: ImportRequest
  readonly feed: FeedOfJob
  readonly begun: ImportState | undefined
  readonly write: WriteImport
}

interface FeedRunning extends FeedImport {
  readonly context: JobContext
  readonly place: Place
  readonly known: FeedOfRunningJob
}

const maxRepeated = 0.01

/**
 * A run of an import feed: takes the next file, tries it out, waits for a person where it would change much,
 * writes it and what becomes of the entities that it lacks.
 */
export async function importByFeed(context: JobContext, parts: FeedImport): Promise<JobEnd> {
  const { feed } = parts
  const { jobId } = context
  const known = context.read((db) => readFeedOfJob(db, { jobId, feed: feed.id }))
  if (!known) throw conflict(message('feed.gone'))
  return usingPlace(context, feed, (place) => run({ ...parts, context, place, known }))
}

async function run(running: FeedRunning): Promise<JobEnd> {
  const { context, feed, place, known } = running
  const file = await takeFile(context, { feed, place, known })
  if (file === 'unchanged' || file === 'no_file') return settle(running, file)
  const { name, mark } = file
  if (!running.asked.dry_run)
    await context.call('noteFeedFile', { jobId: context.jobId, feed: feed.id, name, mark })
  try {
    return await runWith(running, file)
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'validation_failed' && !(error instanceof PlaceFault))
      await putAside(running, file, error)
    throw error
  }
}

/** A watched folder is looked into again and again, so that a file there may wait for an answer. */
async function putAside(running: FeedRunning, file: TakenFile, error: CatalogError): Promise<void> {
  const { context, asked, feed, known } = running
  const questions = questionsOf(error.fieldErrors)
  if (asked.dry_run || known.row.definition.trigger.on !== 'file' || questions.length === 0)
    return moveAway(running, file, {
      isGood: false,
      errorRows: undefined,
      reason: describeFailure(error).message,
    })
  const { name, mark } = file
  await context.call('noteFeedQuestions', {
    jobId: context.jobId,
    feed: feed.id,
    name,
    mark,
    settings: known.settings,
    questions,
  })
}

async function runWith(running: FeedRunning, file: TakenFile): Promise<JobEnd> {
  const { context, asked, begun, feed, write } = running
  if (asked.dry_run) return withOutcome(await write({ asked }), undefined, file)
  const isReleased = wasReleased(running, file)
  const before = begun === undefined && !isReleased ? await prepareWriting(running, file) : {}
  if ('end' in before) return before.end
  const takesPrices = isReleased && feed.holds_prices
  const prices = takesPrices ? ({ price_changes: 'take' } as const) : {}
  const written = await write({ asked: { ...asked, ...prices }, begun, ...before })
  if (written.status !== 'completed') return written
  return finish(running, (await readTaken(context)) ?? file, written)
}

/** Whether a person has let the run go since it began to wait. */
function wasReleased({ known }: FeedRunning, { held }: TakenFile): boolean {
  return held !== undefined && known.retries > held.retries
}

/** The end of a job that writes nothing for now, or what the try of its file leaves to write. */
type BeforeWriting = { readonly end: JobEnd } | { readonly tried?: TriedImport | undefined }

/** Ends a job whose file is the known one, that has waited too long, or that has to wait now. */
async function prepareWriting(running: FeedRunning, file: TakenFile): Promise<BeforeWriting> {
  if (file.held) return { end: cancelledEnd }
  if (!isSame(running, file)) return isGuarded(running) ? check(running, file) : {}
  const end = await settle(running, 'unchanged', wholly(running, file))
  await moveAway(running, file, { isGood: true, errorRows: undefined, reason: '' })
  return { end }
}

/** Who puts the same bytes into a watched folder again has changed the settings, or what refused rows refer to. */
function isSame({ known: { row, settings } }: FeedRunning, { version }: TakenFile): boolean {
  const { taken } = row.state
  if (taken?.sha256 !== version.sha256) return false
  return row.definition.trigger.on !== 'file' || taken.settings === settings
}

function wholly({ known: { settings } }: FeedRunning, file: TakenFile): TakenFile {
  return { ...file, version: { ...file.version, settings } }
}

/** What is tried out first: where a run may have to wait, or what a file lacks is written. */
function isGuarded({ feed }: FeedRunning): boolean {
  return feed.shield !== null || feed.missing !== 'leave'
}

/** Tries the file out, and ends a job that has to wait. */
async function check(running: FeedRunning, file: TakenFile): Promise<BeforeWriting> {
  const { context, asked, feed, known } = running
  const { delivered } = known.row.state
  if (delivered !== null && (await isEmpty(uploadedFile(context)))) return holdEmpty(running, file, delivered)
  const counter = new ChangeCounter(asked.type)
  const watch = new DeliveryWatch(feed, asked.type, counter)
  const prices = feed.holds_prices ? ({ price_changes: 'take' } as const) : {}
  const tried = await running.write({ asked: { ...asked, ...prices, dry_run: true }, watch })
  const { seen } = watch
  if (tried.status !== 'completed' || !seen) return { end: tried }
  if (feed.shield !== null) refuseRepeated(tried)
  const { missing, filled, entities } = seen
  const counts = counter.counts(missing)
  const over = exceeded(counts, feed.shield, { delivered, filled: addCleared(filled, counts) })
  const waits = over.length > 0 || isFirst(running, file)
  const until = waitUntil()
  const held = waits ? { held: { retries: known.retries, until } } : {}
  await keepTaken(context, { ...file, delivers: entities, ...held })
  return waits ? { end: hold(running, tried, { counts, over, until }) } : { tried: watch.left }
}

interface SeenDelivery {
  readonly missing: number
  readonly filled: Record<string, number>
  readonly entities: number[]
}

/** Counts what a rehearsal writes, and at its end what the file lacks of what the feed delivered. */
class DeliveryWatch implements RehearsalWatch {
  seen: SeenDelivery | undefined
  left: TriedImport | undefined
  readonly keep: RehearsalWatch['keep']
  readonly add: RehearsalWatch['add']
  readonly end: RehearsalWatch['end']

  constructor({ row: id, run }: FeedOfJob, type: ImportRequest['type'], counter: ChangeCounter) {
    this.keep = (tried) => {
      this.left = tried
    }
    this.add = (events) => counter.add(events)
    this.end = (read) => {
      const keys = Object.keys(counter.counts(0).cleared)
      this.seen = {
        ...read((db) => readDelivered(db, { feed: id, run, type, keys })),
        entities: read((db) => listDelivered(db, { feed: id, run })),
      }
    }
  }
}

function isFirst({ known, asked, feed }: FeedRunning, file: TakenFile): boolean {
  const { delivered, seen } = known.row.state
  if (delivered !== null || feed.shield === null) return false
  return seen?.sha256 !== file.version.sha256 || seen.request !== requestDigest(asked)
}

/** The rehearsal has cleared values already; before it they were filled. */
function addCleared(
  filled: Readonly<Record<string, number>>,
  { cleared }: ShieldCounts,
): Record<string, number> {
  return Object.fromEntries(Object.entries(filled).map(([key, count]) => [key, count + (cleared[key] ?? 0)]))
}

interface HoldReason {
  readonly counts: ShieldCounts
  readonly over: readonly (keyof Shield)[]
  readonly until: number
}

function hold({ feed }: FeedRunning, tried: JobEnd, { counts, over, until }: HoldReason): JobEnd {
  const result = tried.status === 'paused' ? null : tried.result
  const differences = result !== null && 'differences' in result ? (result.differences ?? []) : []
  return waitForPerson(
    { counts, limits: feed.shield, exceeded: over, sample: differences.slice(0, 20) },
    until,
  )
}

async function holdEmpty(running: FeedRunning, file: TakenFile, delivered: number): Promise<BeforeWriting> {
  const { context, feed, known } = running
  const counts = { changed: 0, created: 0, missing: delivered, cleared: {} }
  const over = exceeded(counts, feed.shield, { delivered, filled: {} })
  if (over.length === 0) return {}
  const until = waitUntil()
  await keepTaken(context, { ...file, held: { retries: known.retries, until } })
  return { end: hold(running, cancelledEnd, { counts, over, until }) }
}

/** Nobody is there to look at a file that names many entities twice. */
function refuseRepeated(tried: JobEnd): void {
  const result = tried.status === 'completed' ? tried.result : null
  if (result === null || !('repeated_rows' in result)) return
  const { repeated_rows: repeated = 0, rows = 0 } = result
  if (repeated > rows * maxRepeated)
    throw new CatalogError('validation_failed', message('feed.repeated_keys', { count: repeated, rows }))
}

async function finish(running: FeedRunning, file: TakenFile, end: JobEnd): Promise<JobEnd> {
  const { failed = 0, held = 0, errors_file: errors = null } = resultOfImport(end) ?? {}
  if (held > 0) await noteHeldRows(running, file)
  const warnings = await handleMissing(running, failed)
  const isWhole = failed + held === 0
  await settle(running, 'imported', isWhole ? wholly(running, file) : file)
  const { context } = running
  await moveAway(running, file, {
    isGood: isWhole,
    errorRows: errors === null ? undefined : resultPath(resultsFolder(context), context.jobId, 'errors'),
    reason: textOf(message('feed.rows_failed')),
  })
  return withOutcome(end, 'imported', file, warnings)
}

function resultOfImport(end: JobEnd): ImportResult | undefined {
  if (end.status !== 'completed' || end.result === null || !('created' in end.result)) return undefined
  return end.result as ImportResult
}

/** A refused row may be of an entity that only seems to be missing, so that nothing is done then. */
async function handleMissing(running: FeedRunning, failed: number): Promise<readonly Message[]> {
  if (running.feed.missing === 'leave') return []
  if (failed > 0) return [message('feed.missing_not_judged', { count: failed })]
  await writeAllMissing(running)
  return []
}

async function noteHeldRows({ context, feed }: FeedRunning, { delivers = [] }: TakenFile): Promise<void> {
  const chunk = 2000
  for (let at = 0; at < delivers.length; at += chunk)
    await context.call('noteDelivered', {
      feed: feed.row,
      run: feed.run,
      entities: delivers.slice(at, at + chunk),
    })
}

async function writeAllMissing({ context, asked, feed }: FeedRunning): Promise<void> {
  const { row, run, missing } = feed
  const by = { ...asked.context, job_id: context.jobId }
  while ((await context.call('writeMissing', { feed: row, run, type: asked.type, missing, context: by })) > 0)
    context.signal.throwIfAborted()
}

async function settle(
  { context, feed, asked }: FeedRunning,
  outcome: Extract<FeedOutcome, 'imported' | 'unchanged' | 'no_file'>,
  file?: TakenFile,
): Promise<JobEnd> {
  const { jobId } = context
  if (!asked.dry_run)
    await context.call('settleFeedRun', {
      jobId,
      feed: feed.id,
      outcome,
      run: feed.run,
      ...(file && { file: { name: file.name, mark: file.mark, version: file.version } }),
    })
  return {
    status: 'completed',
    result: { outcome, ...(file && { taken: takenOf(file), files_left: file.filesLeft }) },
  }
}

function takenOf({ name, size, version: { sha256 } }: TakenFile) {
  return { name, size, sha256 }
}

function withOutcome(
  end: JobEnd,
  outcome: FeedOutcome | undefined,
  file: TakenFile,
  more: readonly Message[] = [],
): JobEnd {
  const result = resultOfImport(end)
  if (result === undefined) return end
  const { warnings = [], warning_messages: messages = [] } = result
  return {
    status: 'completed',
    result: {
      ...result,
      warnings: [...warnings, ...more.map(textOf)],
      warning_messages: [...messages, ...more.map(asMessage)],
      ...(outcome && { outcome }),
      taken: takenOf(file),
      files_left: file.filesLeft,
    },
  }
}

/** A place that cannot be reached after the rows are written fails no run; its connection says so. */
async function moveAway(
  { context, place, feed, asked }: FeedRunning,
  { name, mark }: TakenFile,
  outcome: Parameters<Place['settle']>[1],
): Promise<void> {
  if (asked.dry_run) return
  try {
    if (await place.settle(name, { ...outcome, mark }))
      await context.call('noteFileMoved', { feed: feed.id, name })
  } catch (error) {
    if (!(error instanceof PlaceFault)) throw error
    await context.call('noteFeedProblem', { feed: feed.id, problem: error.problem })
  }
}
