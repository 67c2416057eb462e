import type { FeedOfJob, Shield, ShieldCounts } from '#shared/feeds.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { requestDigest } from '../../catalog/feeds/feeds.ts'
import { type FeedOfRunningJob, listDelivered, readDelivered } from '../../catalog/feeds/run-feed.ts'
import { ChangeCounter, exceeded } from '../../catalog/feeds/shield.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/plan/import-state.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import type { Place } from '../../places/place.ts'
import type { ImportRun } from '../handlers/import-file.ts'
import type { RehearsalWatch } from '../handlers/rehearsal.ts'
import type { TriedImport } from '../handlers/tried-import.ts'
import type { JobContext } from '../job-context.ts'
import { uploadedFile } from '../job-files.ts'
import { isEmpty, keepTaken, type TakenFile, waitForPerson, waitUntil } from './feed-file.ts'

/** Writes the rows of the uploaded file, or tries it out. */
export type WriteImport = (run: ImportRun) => Promise<JobEnd>

export interface FeedImport {
  readonly asked: ImportRequest
  readonly feed: FeedOfJob
  readonly begun: ImportState | undefined
  readonly write: WriteImport
}

export interface FeedRunning extends FeedImport {
  readonly context: JobContext
  readonly place: Place
  readonly known: FeedOfRunningJob
}

/** The end of a job that writes nothing for now, or what the try of its file leaves to write. */
export type BeforeWriting = { readonly end: JobEnd } | { readonly tried?: TriedImport | undefined }

const maxRepeated = 0.01

/** A file is tried out first where its run may have to wait, or where entities that it lacks are written. */
export function isGuarded({ feed }: FeedRunning): boolean {
  return feed.shield !== null || feed.missing !== 'leave'
}

/** Tries the file out, and ends a job that has to wait. */
export async function tryFile(running: FeedRunning, file: TakenFile): Promise<BeforeWriting> {
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
