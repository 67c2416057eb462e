import type { FeedOutcome } from '#shared/feeds.ts'
import type { ImportResult } from '#shared/jobs.ts'
import { asMessage, message, type Message, textOf } from '#shared/messages/message.ts'
import { CatalogError, conflict } from '../../catalog/errors.ts'
import { questionsOf } from '../../catalog/feeds/known-files.ts'
import { readFeedOfJob } from '../../catalog/feeds/run-feed.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type Place, PlaceFault } from '../../places/place.ts'
import { describeFailure, type JobContext } from '../job-context.ts'
import { resultsFolder } from '../job-files.ts'
import { resultPath } from '../result-files.ts'
import { readTaken, type TakenFile, takeFile, usingPlace } from './feed-file.ts'
import { type BeforeWriting, type FeedImport, type FeedRunning, isGuarded, tryFile } from './try-feed-file.ts'

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

/** Ends a job whose file is the known one, that has waited too long, or that has to wait now. */
async function prepareWriting(running: FeedRunning, file: TakenFile): Promise<BeforeWriting> {
  if (file.held) return { end: cancelledEnd }
  if (!isSame(running, file)) return isGuarded(running) ? tryFile(running, file) : {}
  const end = await settle(running, 'unchanged', wholly(running, file))
  await moveAway(running, file, { isGood: true, errorRows: undefined, reason: '' })
  return { end }
}

/** Whoever puts the same bytes into a watched folder again has changed the settings, or what refused rows refer to. */
function isSame({ known: { row, settings } }: FeedRunning, { version }: TakenFile): boolean {
  const { taken } = row.state
  if (taken?.sha256 !== version.sha256) return false
  return row.definition.trigger.on !== 'file' || taken.settings === settings
}

function wholly({ known: { settings } }: FeedRunning, file: TakenFile): TakenFile {
  return { ...file, version: { ...file.version, settings } }
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
