/** The change feed by action: the events of one job, one edit or one request together. */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { EventRow } from '../tables/events.ts'
import { type EventFilter, listEventRows } from './event-pages.ts'

export interface ActionRow {
  readonly id: string
  /** The newest event that the filter found. */
  readonly newest: EventRow
  readonly first: number
  readonly last: number
  readonly startedAt: number
  readonly endedAt: number
  readonly events: number
  /** The newest events of the action, whether or not the filter finds them. */
  readonly sample: readonly ActionEvent[]
  /** The subjects of all of its events, where the sample is a part of them; undefined of very many. */
  readonly counts: readonly ActionCount[] | undefined
}

export interface ActionCount {
  readonly type: EntityType | ''
  readonly kind: EventRow['kind']
  readonly entities: number
}

export type ActionEvent = Pick<EventRow, 'kind' | 'subject' | 'changes'> & {
  readonly sequence: number
  readonly entity: number | null
  readonly type: EntityType | ''
  readonly created_at: number
}

export interface ActionPage {
  readonly actions: readonly ActionRow[]
  readonly before: number | undefined
}

export const maxSampled = 200
/** Beyond so many events only their number is read, so that a page stays quick behind a large import. */
export const maxCounted = 50_000
const eventsARead = 200
// Two jobs that write at the same time alternate in the feed, and a page shall not read all of both.
const maxReads = 25

/** At most `limit` actions whose events a filter finds, newest first, behind an event. */
export function listActionPage(
  db: ReadableDb,
  filter: EventFilter,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): ActionPage {
  const actions = new Map<string, ActionRow>()
  let behind = before
  for (let reads = 0; reads < maxReads; reads += 1) {
    const window = { isAscending: false, limit: eventsARead, offset: 0, behind }
    const events = listEventRows(db, filter, window)
    for (const event of events) {
      const id = idOf(event)
      if (!actions.has(id)) {
        if (actions.size === limit) return { actions: [...actions.values()], before: behind }
        actions.set(id, describeAction(db, id, event))
      }
      behind = event.sequence
    }
    if (events.length < eventsARead) return { actions: [...actions.values()], before: undefined }
    const last = events.at(-1)
    behind = last && endOf(actions.get(idOf(last)), last.sequence)
  }
  return { actions: [...actions.values()], before: behind }
}

function idOf({ job, edit, request_id: request, uuid }: EventRow): string {
  return job ?? edit ?? request ?? uuid
}

/** The first event of an action where no other action stands between its events, so that they are skipped. */
function endOf(action: ActionRow | undefined, sequence: number): number {
  const isUnbroken = action !== undefined && action.last - action.first + 1 === action.events
  return isUnbroken ? Math.min(action.first, sequence) : sequence
}

function describeAction(db: ReadableDb, id: string, newest: EventRow): ActionRow {
  const column = newest.job !== null ? 'job' : newest.edit !== null ? 'edit' : undefined
  const sample = column === undefined ? sampleRequest(db, newest) : sampleOf(db, column, id)
  const [last = newest] = sample
  const isWhole = sample.length < maxSampled
  const first = (isWhole ? sample.at(-1) : firstOf(db, column, newest)) ?? newest
  const span = [first.sequence, last.sequence] as const
  const { events, counts } = isWhole
    ? { events: sample.length, counts: undefined }
    : countsOf(db, column, id, span)
  return {
    id,
    newest,
    first: first.sequence,
    last: last.sequence,
    startedAt: first.created_at,
    endedAt: last.created_at,
    events,
    sample,
    counts,
  }
}

const columns = 'sequence, kind, subject, changes, entity, type, created_at'

function sampleOf(db: ReadableDb, column: 'job' | 'edit', id: string): ActionEvent[] {
  return db.all<ActionEvent>(
    `SELECT ${columns} FROM event WHERE ${column} = ? ORDER BY sequence DESC LIMIT ${maxSampled}`,
    id,
  )
}

/** The events around one that the same request wrote: a request is one transaction, so they stand together. */
function sampleRequest(db: ReadableDb, { sequence, request_id: request }: EventRow): ActionEvent[] {
  if (request === null)
    return db.all<ActionEvent>(`SELECT ${columns} FROM event WHERE sequence = ?`, sequence)
  const events = db.all<ActionEvent & { request: string | null }>(
    `SELECT ${columns}, CASE WHEN job IS NULL AND edit IS NULL THEN request_id END AS request FROM event
     WHERE sequence <= ? ORDER BY sequence DESC LIMIT ${maxSampled}`,
    sequence,
  )
  const end = events.findIndex((event) => event.request !== request)
  return end === -1 ? events : events.slice(0, end)
}

function firstOfRequest(db: ReadableDb, { sequence, request_id: request }: EventRow) {
  return db.get<Pick<ActionEvent, 'sequence' | 'created_at'>>(
    `SELECT sequence, created_at FROM event WHERE sequence > coalesce((SELECT sequence FROM event
       WHERE sequence < ? AND (request_id IS NOT ? OR job IS NOT NULL OR edit IS NOT NULL)
       ORDER BY sequence DESC LIMIT 1), 0) ORDER BY sequence LIMIT 1`,
    sequence,
    request,
  )
}

function firstOf(db: ReadableDb, column: 'job' | 'edit' | undefined, newest: EventRow) {
  if (column === undefined) return firstOfRequest(db, newest)
  return db.get<Pick<ActionEvent, 'sequence' | 'created_at'>>(
    `SELECT sequence, created_at FROM event WHERE ${column} = ? ORDER BY sequence LIMIT 1`,
    newest[column],
  )
}

interface KnownCounts extends Pick<ActionRow, 'counts'> {
  readonly events: number
}

type Span = readonly [first: number, last: number]

function countsOf(db: ReadableDb, column: 'job' | 'edit' | undefined, id: string, span: Span): KnownCounts {
  const cache = db.caches.followed.part(eventCounts)
  const key = `${id} ${span[1]}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const [where, values] = column ? [`${column} = ?`, [id]] : ['sequence BETWEEN ? AND ?', span]
  const { events } = db.get<{ events: number }>(
    `SELECT count(*) AS events FROM event WHERE ${where}`,
    ...values,
  ) ?? { events: 0 }
  const counts =
    events > maxCounted
      ? undefined
      : db.all<ActionCount>(
          `SELECT type, kind, count(DISTINCT entity) AS entities FROM event WHERE ${where} GROUP BY type, kind`,
          ...values,
        )
  cache.add(key, { events, counts })
  return { events, counts }
}

/** The events of large actions, by the action and its last event; the feed is only ever appended to. */
const eventCounts = cachePart<string, KnownCounts>(countedValues(500))
