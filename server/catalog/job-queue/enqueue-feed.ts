import { toIso } from '#shared/iso-times.ts'
import { message } from '#shared/messages/message.ts'
import type { FeedOfJob } from '#shared/schemas/feeds.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { changeFeedState, type FeedRow, findOpenFeedJob } from '../../store/tables/feeds.ts'
import { findJob } from '../../store/tables/jobs.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { conflict, Faults, validationFailed } from '../errors.ts'
import type { FieldError } from '#shared/errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findExportProfile } from '../exports/export-profiles.ts'
import { type FeedFacts, getFeedRow, knownThings, nextTime, offReason } from '../feeds/feeds.ts'
import { findImportProfile } from '../imports/plan/profiles.ts'
import type { ImportRequest } from '../imports/plan/import-state.ts'
import { enqueueExport } from './enqueue-export.ts'
import { readImportFields } from './enqueue-import.ts'
import { enqueueJob } from './queue.ts'

/** The cause of a run: a person or program, the time that came, or a file that lies there. */
export type RunCause = 'asked' | 'schedule' | 'missed' | 'file'

export interface EnqueueFeedRun extends FeedFacts {
  readonly feed: string
  readonly dry_run?: boolean | undefined
  /** Runs a feed that is off, this once. */
  readonly once?: boolean | undefined
  readonly cause: RunCause
  readonly faults: readonly FieldError[]
  readonly context: Omit<WriteContext, 'job_id'>
}

/**
 * Queues a run of a feed: 202 with its job, or with the one that runs or waits already, which a schedule
 * counts as skipped. 409 for a feed that is off.
 */
export function enqueueFeedRun(tx: WritableDb, request: EnqueueFeedRun): Answer {
  const { dry_run: isDry = false } = request
  const row = getFeedRow(tx, request.feed)
  new Faults(request.faults).throwIfAny()
  refuseOff(tx, row, request)
  const open = isDry ? undefined : findOpenFeedJob(tx, row.uuid)
  noteTime(tx, row, request, open !== undefined)
  if (open !== undefined) return dataAnswer(202, JSON.stringify(findJob(tx, open)), `/jobs/${open}`)
  const run = row.state.runs + 1
  if (!isDry) changeFeedState(tx, row.uuid, () => ({ runs: run, open_file: null }))
  const feed = toFeedOfJob(row, run)
  return row.definition.direction === 'import'
    ? enqueueImportRun(tx, { row, feed, isDry }, request)
    : enqueueExportRun(tx, { row, feed, isDry }, request)
}

function refuseOff(tx: WritableDb, row: FeedRow, { connections, once = false }: EnqueueFeedRun): void {
  const { name, isOn } = row
  const reason = offReason(row, knownThings(tx, connections))
  if (reason !== null) throw conflict(message('feed.is_off_because', { name, reason }))
  if (!isOn && !once) throw conflict(message('feed.is_off', { name }))
}

/** A time that has come makes way for the next one, and is counted where a run is not finished. */
function noteTime(
  tx: WritableDb,
  { uuid, definition, isOn }: FeedRow,
  { cause, now }: EnqueueFeedRun,
  isBusy: boolean,
): void {
  if (cause !== 'schedule' && cause !== 'missed') return
  changeFeedState(tx, uuid, ({ skipped_busy: count }) => ({
    next_at: nextTime(definition, isOn, now),
    skipped_busy: isBusy ? count + 1 : count,
  }))
}

function toFeedOfJob({ id, uuid, definition }: FeedRow, run: number): FeedOfJob {
  const { file, shield, missing, on_change_only, with_report, trigger } = definition
  const zone = 'time_zone' in trigger ? { time_zone: trigger.time_zone } : {}
  return {
    id: uuid,
    row: id,
    run,
    file,
    shield,
    missing,
    on_change_only,
    with_report,
    holds_prices: false,
    ...zone,
  }
}

function metadataOf(
  { uuid, name, definition }: FeedRow,
  { cause, context, now }: EnqueueFeedRun,
): Readonly<Record<string, unknown>> {
  return {
    workflow: `feed_${definition.direction}`,
    via: context.via,
    feed_id: uuid,
    feed: name,
    connection: definition.connection,
    ...(cause === 'missed' && { missed_at: toIso(now) }),
  }
}

interface FeedRun {
  readonly row: FeedRow
  readonly feed: FeedOfJob
  readonly isDry: boolean
}

/** Prices that change by much are held where the profile does not say otherwise, as nobody looks on. */
function enqueueImportRun(tx: WritableDb, { row, feed, isDry }: FeedRun, request: EnqueueFeedRun): Answer {
  const { context } = request
  const faults = new Faults()
  const holds = findImportProfile(tx, row.definition.profile)?.settings.price_changes === undefined
  const fields = { profile: row.definition.profile, dry_run: isDry, ...(holds && { price_changes: 'hold' }) }
  const settings = readImportFields(tx, fields, faults)
  if (!faults.isEmpty) throw validationFailed(faults.list)
  const ofFeed = { ...feed, holds_prices: holds }
  const input: ImportRequest = { ...settings, feed: ofFeed, context: { ...context, via: 'import' } }
  const { type, dry_run } = settings
  const metadata = { ...metadataOf(row, request), file: row.definition.file, type, dry_run }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'import', input, metadata })
}

/** A dry run makes the file to be looked at, as an export by hand does, and sends it nowhere. */
function enqueueExportRun(tx: WritableDb, { row, feed, isDry }: FeedRun, request: EnqueueFeedRun): Answer {
  const profile = findExportProfile(tx, row.definition.profile)
  const { sort = 'id', ...body } = profile?.request ?? {}
  const ordered =
    body.view === undefined && body.ids === undefined ? { ...body, sort } : (profile?.request ?? {})
  const metadata = { ...metadataOf(row, request), file: row.definition.file, ...(isDry && { dry_run: true }) }
  const sending = isDry ? {} : { feed }
  return enqueueExport(tx, { body: ordered, faults: [], context: request.context, ...sending, metadata })
}
