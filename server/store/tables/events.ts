import { type Json, parseJson } from '../database/json.ts'
import { nextIdentity } from './identities.ts'
import type { Actor, Change, EventKind, EventRecord, EventVia } from '#shared/events.ts'
import { recordCommitted } from '../database/committed-events.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

/** What an event is about: an entity, an attribute, a channel, or (empty) a job, which `job_id` names. */
export type EventSubject = Partial<Pick<EventRecord, 'entity' | 'attribute' | 'channel'>>

export interface NewEvent {
  readonly event: EventKind
  readonly entityId: number | null
  readonly subject: EventSubject
  readonly changes: readonly Change[]
  readonly context: {
    readonly actor: Actor
    readonly via: EventVia
    readonly request_id: string | null
    readonly job_id: string | null
    /** Set on what one edit wrote, by which it is undone. */
    readonly edit_id?: string
  }
}

/** One event as stored; `subject`, `actor` and `changes` are JSON texts. */
export interface EventRow {
  sequence: number
  uuid: string
  kind: EventKind
  subject: Json<EventSubject>
  actor: Json<Actor>
  via: EventVia
  job: string | null
  request_id: string | null
  created_at: number
  changes: Json<Change[]>
  edit: string | null
}

/** Appends one event to the feed; listeners are notified after the commit. */
export function appendEvent(tx: WritableDb, { event, entityId, subject, changes, context }: NewEvent): void {
  const { uuid, at } = nextIdentity(tx)
  const { lastInsertRowid: sequence } = tx.run(
    `INSERT INTO event (uuid, kind, entity, subject, actor, via, job, request_id, created_at, changes, edit)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    uuid,
    event,
    entityId,
    JSON.stringify(subject),
    JSON.stringify(context.actor),
    context.via,
    context.job_id,
    context.request_id,
    at,
    JSON.stringify(changes),
    context.edit_id ?? null,
  )
  const toRecord = (): EventRecord => ({
    id: uuid,
    sequence,
    event,
    entity: null,
    ...subject,
    actor: context.actor,
    via: context.via,
    job_id: context.job_id,
    request_id: context.request_id,
    ...(context.edit_id !== undefined && { edit_id: context.edit_id }),
    created_at: new Date(at).toISOString(),
    changes: [...changes],
  })
  recordCommitted(tx, { kind: event, toRecord })
}

/** At most `limit` events behind a sequence number, oldest first (replication and stream resumption). */
export function listEventsAfter(db: ReadableDb, sequence: number, limit: number): EventRecord[] {
  return db
    .all<EventRow>('SELECT * FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?', sequence, limit)
    .map(toRecord)
}

/** The keys of attributes that have been deleted. */
export function listDeletedKeys(db: ReadableDb): string[] {
  return db.column<string>("SELECT subject ->> '$.attribute.key' FROM event WHERE kind = 'attribute.deleted'")
}

/** The sequence number of the newest event; 0 in a workspace without events. */
export function newestSequence(db: ReadableDb): number {
  return db.get<{ sequence: number | null }>('SELECT max(sequence) AS sequence FROM event')?.sequence ?? 0
}

function toRecord(row: EventRow): EventRecord {
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
    created_at: new Date(row.created_at).toISOString(),
    changes: parseJson(row.changes),
  }
}
