import { type Json, parseJson, toJson } from '../database/json.ts'
import { findFixedIndex } from './index-tables.ts'
import { cacheUntilWritten } from '../database/caches.ts'
import { type Axis, axesChange } from '#shared/axes.ts'
import { type EntityType, findEntityType } from '#shared/entities.ts'
import type { Role } from '#shared/team.ts'
import { type HiddenAttributes, namesSome } from '../database/restricted-view.ts'
import type { Actor, Change, EventKind, EventRecord, EventVia } from '#shared/events.ts'
import { writeRows } from '../database/writer-requests.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Document, nextIdentity } from './entities.ts'
import { toIso } from '#shared/iso-times.ts'

export type EventSubject = Partial<
  Pick<
    EventRecord,
    | 'entity'
    | 'attribute'
    | 'channel'
    | 'webhook'
    | 'feed'
    | 'automation'
    | 'note'
    | 'comment'
    | 'merged'
    | 'merged_into'
  >
>

export interface NewEvent {
  readonly event: EventKind
  readonly entityId: number | null
  readonly subject: EventSubject
  /** The values of a creation are a document where it has nothing else to record. */
  readonly changes: readonly Change[] | Json<Document>
  readonly context: {
    readonly actor: Actor
    readonly via: EventVia
    readonly request_id: string | null
    readonly job_id: string | null
    /** The edit that wrote the event, by which it can be undone. */
    readonly edit_id?: string
    /** The automation whose run wrote the event, or whose run it takes back. */
    readonly automation?: string | undefined
  }
}

export interface EventRow {
  sequence: number
  uuid: string
  kind: EventKind
  /** The type of its entity; an empty text for events of attributes, channels and jobs. */
  type: string
  subject: Json<EventSubject>
  actor: Json<Actor>
  via: EventVia
  job: string | null
  request_id: string | null
  created_at: number
  changes: StoredChanges
  edit: string | null
  automation: string | null
}

/** A list, or for a creation the values by key: half as long, and a catalog consists of creations. */
export type StoredChanges = Json<readonly Change[] | Document>

export function readChanges(text: StoredChanges): Change[] {
  const stored = parseJson(text)
  if (isList(stored)) return [...stored]
  return Object.entries(stored).map(([attribute, value]) => ({ attribute, old: null, new: value }))
}

interface ChangedRow {
  readonly sequence: number
  readonly type: string
  readonly subject: Json<EventSubject>
  readonly changes: StoredChanges
}

/**
 * The changes of an event that the reader may read: of values only those of attributes that are there for
 * the reader, and nothing of an event about another attribute.
 */
export function visibleChanges(db: ReadableDb, row: ChangedRow): StoredChanges {
  const { type, subject, changes } = row
  const { hidden } = db
  if (hidden === undefined || changes === '[]') return changes
  const about = parseJson(subject)
  if (about.attribute) return hidden.uuids.has(about.attribute.id) ? toJson([]) : changes
  const entityType = findEntityType(type)
  if (!entityType) return withoutNaming(changes, hidden)
  return withoutKeys(changes, about, (key) => isHiddenIn(hidden, { ...row, type: entityType }, key))
}

/** The filters, actions and mappings of automations and channels name attributes. */
function withoutNaming(changes: StoredChanges, hidden: HiddenAttributes): StoredChanges {
  const stored = readChanges(changes)
  const visible = stored.filter((change) => !namesSome(hidden, change))
  return visible.length === stored.length ? changes : toJson(visible)
}

function isHiddenIn(
  { keys, deleted }: HiddenAttributes,
  { type, sequence }: { readonly type: EntityType; readonly sequence: number },
  key: string,
): boolean {
  return keys[type].has(key) || sequence <= (deleted.get(`${type} ${key}`) ?? 0)
}

function withoutKeys(
  changes: StoredChanges,
  { note, comment }: EventSubject,
  isHidden: (key: string) => boolean,
): StoredChanges {
  const remark = note ?? comment
  if (remark) return isHidden(remark.attribute ?? '') ? toJson([]) : changes
  const stored = readChanges(changes)
  const visible = stored.flatMap((change) =>
    isHidden(change.attribute) ? [] : [withVisibleAxes(change, isHidden)],
  )
  const isWhole =
    visible.length === stored.length && visible.every((change, index) => change === stored[index])
  return isWhole ? changes : toJson(visible)
}

/** The axes of a product name attributes, and their values in order. */
function withVisibleAxes(change: Change, isHidden: (key: string) => boolean): Change {
  if (change.attribute !== axesChange) return change
  const visible = (axes: unknown) =>
    Array.isArray(axes) ? (axes as readonly Axis[]).filter(({ attribute }) => !isHidden(attribute)) : axes
  return { ...change, old: visible(change.old), new: visible(change.new) }
}

/** The record of an event as the reader may read it. */
export function visibleRecord(db: ReadableDb, record: EventRecord): EventRecord {
  const { entity, sequence } = record
  const { hidden } = db
  if (!entity || !hidden) return record
  const isHidden = (key: string) => isHiddenIn(hidden, { type: entity.type, sequence }, key)
  const visible = record.changes.filter(({ attribute }) => !isHidden(attribute))
  return { ...record, changes: visible.map((change) => withVisibleAxes(change, isHidden)) }
}

/** The subject of an event as the reader may read it, who hears of no attribute that is hidden. */
function visibleSubject(hidden: HiddenAttributes, row: ChangedRow): Json<EventSubject> {
  const about = parseJson(row.subject)
  if (about.attribute) return hidden.uuids.has(about.attribute.id) ? toJson({}) : row.subject
  const { entity, note, comment } = about
  const key = (note ?? comment)?.attribute
  if (!entity || !key || !isHiddenIn(hidden, { ...row, type: entity.type }, key)) return row.subject
  const unnamed = note
    ? { note: { ...note, attribute: null } }
    : comment && { comment: { ...comment, attribute: null } }
  return toJson({ ...about, ...unnamed })
}

function withVisibleChanges<Row extends ChangedRow>(db: ReadableDb, rows: Row[]): Row[] {
  const { hidden } = db
  if (hidden === undefined) return rows
  return rows.map((row) => ({
    ...row,
    subject: visibleSubject(hidden, row),
    changes: visibleChanges(db, row),
  }))
}

/** The events of some numbers, as the reader may read them. */
export function listEventRows(db: ReadableDb, sequences: readonly number[]): EventRow[] {
  const text = 'SELECT e.* FROM json_each(?) j CROSS JOIN event e ON e.sequence = j.value'
  return withVisibleChanges(db, db.all<EventRow>(text, JSON.stringify(sequences)))
}

export function changesJson(text: StoredChanges): string {
  return text.startsWith('{') ? toJson(readChanges(text)) : text
}

function isList(stored: readonly Change[] | Document): stored is readonly Change[] {
  return Array.isArray(stored)
}

type StoredRow = Omit<EventRow, 'type'>
type StoredEvent = StoredRow & { readonly entity: number | null }

// Common members of many events are bound once, since binding a value costs as much as writing it.
const insertion = (rows: string) =>
  `INSERT INTO event (sequence, uuid, entity, subject, created_at, changes, kind, actor, via, job, request_id, edit, automation)
   SELECT v.*, c.* FROM (VALUES (?, ?, ?, ?, ?, ?, ?)) c CROSS JOIN (VALUES ${rows}) v`

function common({
  kind,
  actor,
  via,
  job,
  request_id: request,
  edit,
  automation,
}: StoredEvent): (string | null)[] {
  return [kind, actor, via, job, request, edit, automation]
}

function writeEvents(tx: WritableDb, events: readonly StoredEvent[]): void {
  let before: (string | null)[] = []
  let values: unknown[] = []
  for (const event of events) {
    const own = common(event)
    if (own.some((value, index) => value !== before[index])) {
      writeRows(tx, { text: insertion, columns: 6, values, before })
      before = own
      values = []
    }
    values.push(event.sequence, event.uuid, event.entity, event.subject, event.created_at, event.changes)
  }
  writeRows(tx, { text: insertion, columns: 6, values, before })
}

/** Runs `fn` and writes its events at the end, many at a time; nothing may read the feed meanwhile. */
export function collectingEvents<T>(tx: WritableDb, fn: () => T): T {
  return tx.collectRows(['event'], (_, rows) => writeEvents(tx, rows as StoredEvent[]), fn)
}

export function appendEvent(tx: WritableDb, { event, entityId, subject, changes, context }: NewEvent): void {
  const { uuid, at } = nextIdentity(tx)
  const row: StoredEvent = {
    // No event is ever deleted, so this number is new.
    sequence: newestSequence(tx) + 1,
    uuid,
    kind: event,
    entity: entityId,
    subject: toJson(subject),
    actor: toJson(context.actor),
    via: context.via,
    job: context.job_id,
    request_id: context.request_id,
    created_at: at,
    changes: typeof changes === 'string' ? changes : toJson([...changes]),
    edit: context.edit_id ?? null,
    automation: context.automation ?? null,
  }
  const collected = tx.collectedRows('event')
  if (collected) collected.push(row)
  else writeEvents(tx, [row])
  tx.recordEvent({ kind: event, toRecord: () => toRecord(row) })
}

/** At most `limit` events after a sequence number, oldest first (replication and stream resumption). */
export function listEventsAfter(db: ReadableDb, sequence: number, limit: number): EventRecord[] {
  const text = 'SELECT * FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?'
  return withVisibleChanges(db, db.all<EventRow>(text, sequence, limit)).map(toRecord)
}

/** All actors in stored form. Until the index exists each event is read, once. */
export function listActors(db: ReadableDb): Json<Actor>[] {
  const index = findFixedIndex(db, 'actor')
  if (!index)
    return cacheUntilWritten(db, 'actors', () => db.column<Json<Actor>>('SELECT DISTINCT actor FROM event'))
  return db.column<Json<Actor>>(
    `WITH RECURSIVE each(actor) AS (
       SELECT min(actor) FROM ${index}
       UNION ALL SELECT (SELECT min(actor) FROM ${index} i WHERE i.actor > each.actor) FROM each WHERE each.actor IS NOT NULL
     ) SELECT actor FROM each WHERE actor IS NOT NULL`,
  )
}

export function listDeletedKeys(db: ReadableDb): string[] {
  return db.column<string>("SELECT subject ->> '$.attribute.key' FROM event WHERE kind = 'attribute.deleted'")
}

export interface DeletedAttribute {
  readonly sequence: number
  readonly uuid: string
  readonly key: string
  readonly entityType: EntityType
  readonly readable_by: Role[] | null
}

/** The deleted attributes that were closed to roles, the latest last. */
export function listDeletedAttributes(db: ReadableDb): DeletedAttribute[] {
  const text = `SELECT e.sequence, e.subject, c.value ->> '$.old' AS readers FROM event e, json_each(e.changes) c
    WHERE e.kind = 'attribute.deleted' AND c.value ->> '$.attribute' = 'readable_by'
      AND c.value ->> '$.old' IS NOT NULL ORDER BY e.sequence`
  const rows = db.all<{ sequence: number; subject: Json<EventSubject>; readers: Json<Role[]> }>(text)
  return rows.flatMap(({ sequence, subject, readers }) => {
    const { attribute } = parseJson(subject)
    if (!attribute) return []
    const { id: uuid, key, entity_type: entityType } = attribute
    return [{ sequence, uuid, key, entityType, readable_by: parseJson(readers) }]
  })
}

export function newestSequence(db: ReadableDb): number {
  const collected = db.collectedRows('event')?.at(-1) as StoredEvent | undefined
  if (collected) return collected.sequence
  return db.get<{ sequence: number | null }>('SELECT max(sequence) AS sequence FROM event')?.sequence ?? 0
}

function toRecord(row: StoredRow): EventRecord {
  return {
    id: row.uuid,
    sequence: row.sequence,
    event: row.kind,
    entity: null,
    ...parseJson(row.subject),
    actor: parseJson(row.actor),
    via: row.via,
    job_id: row.job,
    request_id: row.request_id,
    ...(row.edit !== null && { edit_id: row.edit }),
    automation_id: row.automation,
    created_at: toIso(row.created_at),
    changes: readChanges(row.changes),
  }
}

// A value that was overwritten unexpectedly was written very recently.
const maxLookedBack = 500

export interface ValueWriter {
  readonly actor: Actor
  readonly at: string
}

interface WriterQuery {
  readonly keys: readonly string[]
  /** Only what was written after this event. */
  readonly since?: number
  /** The newest event to read; a job names the one before its own. */
  readonly until?: number | undefined
  /** How many events are read where the history has no index yet. */
  readonly lookedBack?: number
}

/** Finds who wrote the present values of an entity, and when. */
export function findWriters(
  db: ReadableDb,
  entity: number,
  query: WriterQuery,
): Readonly<Record<string, ValueWriter>> {
  const found: Record<string, ValueWriter> = {}
  for (const { actor, changes, created_at: at } of listUpdates(db, entity, query))
    for (const { attribute } of readChanges(changes))
      if (query.keys.includes(attribute)) found[attribute] ??= { actor: parseJson(actor), at: toIso(at) }
  return found
}

type Update = Pick<EventRow, 'actor' | 'changes' | 'created_at'>

/** The newest first. */
function listUpdates(
  db: ReadableDb,
  entity: number,
  { since = 0, until = newestSequence(db), lookedBack = maxLookedBack }: WriterQuery,
): Update[] {
  const history = findFixedIndex(db, 'history')
  const [from, of] = history
    ? [`${history} h JOIN event e USING (sequence)`, 'h.entity']
    : ['event e', '+e.entity']
  return db.all<Update>(
    `SELECT e.actor, e.changes, e.created_at FROM ${from}
     WHERE sequence > ? AND sequence <= ? AND ${of} = ? AND e.kind = 'entity.updated' ORDER BY sequence DESC`,
    history ? since : Math.max(since, until - lookedBack),
    until,
    entity,
  )
}
