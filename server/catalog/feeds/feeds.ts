import type { FieldError } from '#shared/errors.ts'
import type { Change, EventKind } from '#shared/events.ts'
import { findEntityType, parseUuid, pluralOf } from '#shared/entities.ts'
import type { Scope } from '#shared/scopes.ts'
import { toIso } from '#shared/iso-times.ts'
import type { Job } from '#shared/jobs.ts'
import { message, textOf } from '#shared/messages/message.ts'
import type { NamedConnection } from '#shared/schemas/connections.ts'
import type { Feed, FeedPatch, NewFeed } from '#shared/schemas/feeds.ts'
import type { WaitingFile } from '#shared/schemas/watched-folders.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { appendEvent } from '../../store/tables/events.ts'
import {
  type FeedDefinition,
  type FeedRow,
  type FeedState,
  findFeedRow,
  freshState,
  listExportProfileRows,
  listFeedRows,
  putFeedRow,
  removeFeedRow,
} from '../../store/tables/feeds.ts'
import { listProfileRows } from '../../store/tables/imports.ts'
import { findJob, getJobInput } from '../../store/tables/jobs.ts'
import { type Answer, checkName, dataAnswer, requireFreeName } from '../answer.ts'
import { conflict, Faults, notFound } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findExportProfile } from '../exports/export-profiles.ts'
import { findImportProfile } from '../imports/plan/profiles.ts'
import { nextRun, nextRuns } from '../schedules/schedules.ts'
import { checkFeed } from './feed-rules.ts'
import { settingsDigest, waitingFiles } from './known-files.ts'

/** Facts from outside the workspace file: the connections, and the time. */
export interface FeedFacts {
  readonly connections: readonly NamedConnection[]
  readonly now: number
}

interface FeedWrite<Body> extends FeedFacts {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

const maxFeeds = 100

export function listFeeds(
  db: ReadableDb,
  { faults = [], connections, now }: FeedFacts & { readonly faults?: readonly FieldError[] },
): Feed[] {
  new Faults(faults).throwIfAny()
  const known = knownThings(db, connections)
  return listFeedRows(db).map((row) => toFeed(row, known, now))
}

/** Makes a feed: 201; 409 for a name that another one has. */
export function createFeed(
  tx: WritableDb,
  { body, faults: structural, context, ...facts }: FeedWrite<NewFeed>,
): Answer {
  const faults = new Faults(structural)
  if (body.name === undefined) faults.add('name', 'required')
  const name = checkName(body.name, faults)
  const definition = checkFeed(body, { db: tx, faults, ...facts })
  const seen = checkSeen(tx, body.seen, faults)
  const settled = faults.settled(definition)
  if (listFeedRows(tx).length >= maxFeeds) throw conflict(message('feed.too_many', { count: maxFeeds }))
  const isOn = body.is_on ?? true
  const { uuid } = nextIdentity(tx)
  const state = { ...freshState, seen, next_at: nextTime(settled, isOn, facts.now) }
  const row = { uuid, name, isOn, definition: settled, state }
  return put(tx, row, { event: 'feed.created', status: 201, changes: [], context, ...facts })
}

/** Changes what is named; a trigger or a shield is replaced as a whole. */
export function updateFeed(
  tx: WritableDb,
  { id, body, faults: structural, context, ...facts }: FeedWrite<FeedPatch> & { readonly id: string },
): Answer {
  const row = getFeedRow(tx, id)
  const faults = new Faults(structural)
  const name = body.name === undefined ? row.name : checkName(body.name, faults)
  const asked = { ...asSent(row.definition), ...body }
  const definition = checkFeed(asked, { db: tx, faults, ...facts })
  const settled = faults.settled(definition)
  const isOn = body.is_on ?? row.isOn
  const changes = differences(
    { ...row.definition, name: row.name, is_on: row.isOn },
    { ...settled, name, is_on: isOn },
  )
  // The version that was taken counts for its file and place alone.
  const isOther = settled.connection !== row.definition.connection || settled.file !== row.definition.file
  const before: FeedState = isOther ? { ...row.state, taken: null, sent: null } : row.state
  const state = { ...before, next_at: nextTime(settled, isOn, facts.now) }
  const changed = { ...row, name, isOn, definition: settled, state }
  return put(tx, changed, { event: 'feed.updated', status: 200, changes, context, ...facts })
}

/** Deletes a feed and what it remembers, and answers with what it was; what it delivered stays. */
export function deleteFeed(
  tx: WritableDb,
  { id, faults, context, connections, now }: Omit<FeedWrite<never>, 'body'> & { readonly id: string },
): Answer {
  const row = getFeedRow(tx, id)
  new Faults(faults).throwIfAny()
  removeFeedRow(tx, row.uuid)
  record(tx, row, { event: 'feed.deleted', changes: [], context })
  return dataAnswer(200, JSON.stringify(toFeed(row, knownThings(tx, connections), now)))
}

/** Finds a feed by its id or name; throws not_found. */
export function getFeedRow(db: ReadableDb, idOrName: string): FeedRow {
  const uuid = parseUuid(idOrName)
  const wanted = foldText(idOrName)
  const row =
    (uuid && findFeedRow(db, uuid)) ?? listFeedRows(db).find(({ name }) => foldText(name) === wanted)
  if (!row) throw notFound(`The feed ${idOrName}`)
  return row
}

/** The scopes that running a feed needs: those of the same import or export by hand. */
export function scopesOfFeed(db: ReadableDb, { feed }: { readonly feed: string }): Scope[] {
  const { definition } = getFeedRow(db, feed)
  const { direction, profile } = definition
  if (direction === 'export') {
    const { type, channel } = findExportProfile(db, profile)?.request ?? {}
    const known = channel === undefined ? (findEntityType(type) ?? 'product') : 'product'
    return [`read:${pluralOf[known]}`, ...(channel === undefined ? [] : (['read:channels'] as const))]
  }
  const type = findImportProfile(db, profile)?.entity_type ?? 'product'
  const made = ['write:attributes', 'write:vendors', 'write:categories', 'write:images'] as const
  return [...new Set<Scope>([`write:${pluralOf[type]}`, ...made])]
}

/** The next time of a schedule after a moment; null for a feed without one, or that is off. */
export function nextTime({ trigger }: FeedDefinition, isOn: boolean, after: number): number | null {
  return isOn && trigger.on === 'schedule' ? (nextRun(trigger, after) ?? null) : null
}

interface KnownThings {
  readonly connections: ReadonlySet<string>
  readonly profiles: ReadonlySet<string>
  readonly settingsOf: (profile: string) => string
}

export function knownThings(db: ReadableDb, connections: readonly NamedConnection[]): KnownThings {
  const profiles = [...listProfileRows(db), ...listExportProfileRows(db)].map(({ uuid }) => uuid)
  return {
    connections: new Set(connections.map(({ id }) => id)),
    profiles: new Set(profiles),
    settingsOf: (profile) => settingsDigest(findImportProfile(db, profile)),
  }
}

/** Why a feed cannot run though it is on: what it names is not there, as in a workspace from elsewhere. */
export function offReason({ definition }: FeedRow, known: KnownThings): string | null {
  if (!known.connections.has(definition.connection)) return textOf(message('feed.connection_missing'))
  return known.profiles.has(definition.profile) ? null : textOf(message('feed.profile_missing'))
}

function toFeed(row: FeedRow, known: KnownThings, now: number): Feed {
  const { uuid, name, definition, state } = row
  const { direction, connection, file, profile, trigger, shield, missing, ...sending } = definition
  const reason = offReason(row, known)
  const isOn = row.isOn && reason === null
  const waiting = waitingOf(row, known)
  const times = trigger.on === 'schedule' ? nextRuns(trigger, now).map(toIso) : undefined
  return {
    id: uuid,
    name,
    direction,
    connection,
    file,
    profile,
    trigger,
    shield,
    ...(direction === 'import' ? { missing } : sending),
    ...(waiting.length > 0 && { waiting }),
    is_on: isOn,
    off_reason: reason,
    skipped_busy: state.skipped_busy,
    last_run: state.last_run,
    next_run: isOn && state.next_at !== null ? toIso(state.next_at) : null,
    ...(times && { next_runs: times }),
  }
}

function waitingOf({ definition, state }: FeedRow, { settingsOf }: KnownThings): WaitingFile[] {
  if ((state.asked ?? []).length === 0) return []
  return waitingFiles(state, settingsOf(definition.profile)).map(({ name: file, questions }) => ({
    file,
    questions,
  }))
}

function asSent({
  direction,
  missing,
  on_change_only,
  with_report,
  ...definition
}: FeedDefinition): Partial<NewFeed> {
  const own = direction === 'import' ? { missing } : { on_change_only, with_report }
  return { direction, ...definition, ...own }
}

function checkSeen(db: ReadableDb, seen: string | undefined, faults: Faults): FeedState['seen'] {
  if (seen === undefined) return null
  const uuid = parseUuid(seen)
  const job = uuid === undefined ? undefined : findJob(db, uuid)
  const sha256 = job && hashOfDryRun(job)
  if (job === undefined || sha256 === undefined)
    return faults.explain('seen', 'invalid_value', message('feed.seen_form')) ?? null
  return { sha256, request: requestDigest(getJobInput(db, job.id) ?? {}) }
}

/** The hash of the file that a dry run has tried out; undefined for any other job. */
function hashOfDryRun({ name, metadata, result }: Job): string | undefined {
  if (name !== 'import' || metadata['dry_run'] !== true || result === null) return undefined
  return 'file_sha256' in result ? result.file_sha256 : undefined
}

/** Two imports with this digest are the same but for their file and who asks. */
export function requestDigest(input: object): string {
  const {
    context: _context,
    dry_run: _dry,
    feed: _feed,
    version: _version,
    has_images_folder: _folder,
    corrections: _corrections,
    price_changes: _prices,
    ...asked
  }: Readonly<Record<string, unknown>> = { ...input }
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null)
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  return Object.keys(after)
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((attribute) => ({ attribute, old: before[attribute] ?? null, new: after[attribute] ?? null }))
}

interface FeedNote {
  readonly event: Extract<EventKind, `feed.${string}`>
  readonly changes: readonly Change[]
  readonly context: WriteContext
}

function put(
  tx: WritableDb,
  row: Omit<FeedRow, 'id'>,
  { status, connections, now, ...note }: FeedNote & FeedFacts & { readonly status: 200 | 201 },
): Answer {
  requireFreeName(row, listFeedRows(tx), 'a feed')
  putFeedRow(tx, row)
  record(tx, row, note)
  const feed = toFeed({ ...row, id: 0 }, knownThings(tx, connections), now)
  return dataAnswer(status, JSON.stringify(feed))
}

function record(tx: WritableDb, { uuid, name }: Pick<FeedRow, 'uuid' | 'name'>, note: FeedNote): void {
  const { event, changes, context } = note
  appendEvent(tx, { event, entityId: null, subject: { feed: { id: uuid, name } }, changes, context })
}
