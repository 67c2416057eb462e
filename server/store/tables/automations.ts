import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type { Actor } from '#shared/events.ts'
import type { Role } from '#shared/team.ts'
import type { Message, MessageReference } from '#shared/messages/message.ts'
import type { Automation } from '#shared/schemas/automations.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

export type AutomationDefinition = Pick<Automation, 'trigger' | 'filter' | 'actions' | 'budget' | 'unbounded'>

/** The person who turned an automation on, with their role in a team. */
export type RunAs = Actor & { readonly role?: Role }

export interface AutomationRow {
  readonly id: number
  readonly uuid: string
  readonly type: EntityType
  readonly name: string
  readonly definition: AutomationDefinition
  readonly isOn: boolean
  readonly runAs: RunAs | null
  readonly offReason: Message | null
  readonly position: number
  readonly depth: number
  readonly causedBy: string | null
  readonly nextRun: number | null
  readonly failures: number
  readonly ok: number
  readonly failed: number
  readonly lastRun: Automation['last_run']
}

interface StoredRow {
  readonly id: number
  readonly uuid: string
  readonly type: number
  readonly name: string
  readonly definition: Json<AutomationDefinition>
  readonly is_on: number
  readonly run_as: Json<RunAs> | null
  readonly off_reason: Json<Message> | null
  readonly position: number
  readonly depth: number
  readonly caused_by: string | null
  readonly next_run: number | null
  readonly failures: number
  readonly ok: number
  readonly failed: number
  readonly last_run: Json<NonNullable<Automation['last_run']>> | null
}

export function listAutomationRows(db: ReadableDb): AutomationRow[] {
  return db.all<StoredRow>('SELECT * FROM automation ORDER BY id').map(toRow)
}

export function findAutomationRow(db: ReadableDb, uuid: string): AutomationRow | undefined {
  const row = db.get<StoredRow>('SELECT * FROM automation WHERE uuid = ?', uuid)
  return row && toRow(row)
}

function toRow(row: StoredRow): AutomationRow {
  const { id, uuid, name, position, depth, failures, ok, failed } = row
  return {
    id,
    uuid,
    name,
    position,
    depth,
    failures,
    ok,
    failed,
    type: toEntityType(row.type),
    definition: parseJson(row.definition),
    isOn: row.is_on === 1,
    runAs: row.run_as && parseJson(row.run_as),
    offReason: row.off_reason && parseJson(row.off_reason),
    causedBy: row.caused_by,
    nextRun: row.next_run,
    lastRun: row.last_run && parseJson(row.last_run),
  }
}

const columns =
  'type, name, definition, is_on, run_as, off_reason, position, depth, caused_by, next_run, failures, ok, failed, last_run'

function valuesOf(row: Omit<AutomationRow, 'id' | 'uuid'>): (string | number | null)[] {
  const { definition, runAs, offReason, lastRun } = row
  return [
    entityTypes.indexOf(row.type),
    row.name,
    toJson(definition),
    Number(row.isOn),
    runAs && toJson(runAs),
    offReason && toJson(offReason),
    row.position,
    row.depth,
    row.causedBy,
    row.nextRun,
    row.failures,
    row.ok,
    row.failed,
    lastRun && toJson(lastRun),
  ]
}

export function insertAutomation(tx: WritableDb, row: Omit<AutomationRow, 'id'>): void {
  const values = valuesOf(row)
  const marks = values.map(() => '?').join(', ')
  tx.run(`INSERT INTO automation (uuid, ${columns}) VALUES (?, ${marks})`, row.uuid, ...values)
}

export function changeAutomation(tx: WritableDb, row: AutomationRow): void {
  const values = valuesOf(row)
  const marks = values.map(() => '?').join(', ')
  tx.run(`UPDATE automation SET (${columns}) = (${marks}) WHERE id = ?`, ...values, row.id)
}

export function removeAutomation(tx: WritableDb, { id }: AutomationRow): void {
  tx.run('DELETE FROM automation_entity WHERE automation = ?', id)
  tx.run('DELETE FROM automation WHERE id = ?', id)
}

export type EntityState = 'seen' | 'gathered' | 'running'

export function addEntities(
  tx: WritableDb,
  automation: number,
  state: EntityState,
  entities: readonly number[],
): void {
  tx.run(
    'INSERT OR IGNORE INTO automation_entity (automation, state, entity) SELECT ?, ?, value FROM json_each(?)',
    automation,
    state,
    JSON.stringify(entities),
  )
}

/** Takes entities out of a state; all of them where none are named. */
export function removeEntities(
  tx: WritableDb,
  automation: number,
  state: EntityState,
  entities?: readonly number[],
): void {
  const named = entities === undefined ? '' : 'AND entity IN (SELECT value FROM json_each(?))'
  const given = entities === undefined ? [] : [JSON.stringify(entities)]
  tx.run(
    `DELETE FROM automation_entity WHERE automation = ? AND state = ? ${named}`,
    automation,
    state,
    ...given,
  )
}

export function listStateEntities(
  db: ReadableDb,
  automation: number,
  state: EntityState,
  { behind = 0, limit = -1 }: { readonly behind?: number; readonly limit?: number } = {},
): number[] {
  return db.column<number>(
    'SELECT entity FROM automation_entity WHERE automation = ? AND state = ? AND entity > ? ORDER BY entity LIMIT ?',
    automation,
    state,
    behind,
    limit,
  )
}

export function countStateEntities(db: ReadableDb, automation: number, state: EntityState): number {
  const sql = 'SELECT count(*) AS n FROM automation_entity WHERE automation = ? AND state = ?'
  return db.get<{ n: number }>(sql, automation, state)?.n ?? 0
}

/** The run of an automation that is not over, and whether it waits for a person. */
export function findUnfinishedRun(
  db: ReadableDb,
  automation: string,
): { readonly id: string; readonly isWaiting: boolean } | undefined {
  const row = db.get<{ uuid: string; waits: number }>(
    `SELECT uuid, metadata ->> '$.paused.reason' IS 'shield' AS waits FROM job
     WHERE status IN ('queued', 'running') AND name = 'automation' AND metadata ->> '$.automation_id' = ? LIMIT 1`,
    automation,
  )
  return row && { id: row.uuid, isWaiting: row.waits === 1 }
}

export interface FeedEvent {
  readonly sequence: number
  readonly kind: 'entity.created' | 'entity.updated' | 'entity.restored'
  readonly entity: number
  readonly automation: string | null
  /** How many runs one would be away that this change causes; null where no run made it. */
  readonly depth: number | null
  readonly attributes: Json<readonly string[]>
}

/** The changes of entities of a type after a number of the feed, with the runs that made them. */
export function listChangesAfter(
  db: ReadableDb,
  type: EntityType,
  { after, limit }: { readonly after: number; readonly limit: number },
): FeedEvent[] {
  return db.all<FeedEvent>(
    `SELECT e.sequence, e.kind, e.entity, e.automation,
       (SELECT coalesce(metadata ->> '$.depth', 0) + 1 FROM job
        WHERE uuid = e.job AND metadata ->> '$.automation_id' IS NOT NULL) AS depth,
       CASE json_type(e.changes) WHEN 'array'
         THEN (SELECT json_group_array(value ->> '$.attribute') FROM json_each(e.changes))
         ELSE (SELECT json_group_array(key) FROM json_each(e.changes)) END AS attributes
     FROM event e
     WHERE e.sequence > ? AND +e.type = ? AND +e.kind IN ('entity.created', 'entity.updated', 'entity.restored')
     ORDER BY e.sequence LIMIT ?`,
    after,
    type,
    limit,
  )
}

/** The entities of a type that a job has created or changed. */
export function listJobWritten(db: ReadableDb, job: string, type: EntityType): number[] {
  return db.column<number>(
    `SELECT DISTINCT entity FROM event WHERE job = ? AND +type = ? AND kind IN ('entity.created', 'entity.updated')`,
    job,
    type,
  )
}

/** The automation of a run that wrote an edit; undefined where none did. */
export function findEditAutomation(db: ReadableDb, edit: string): string | undefined {
  const sql = 'SELECT automation FROM event WHERE edit = ? AND automation IS NOT NULL LIMIT 1'
  return db.get<{ automation: string }>(sql, edit)?.automation
}

export function countEditEntities(db: ReadableDb, edit: string): number {
  const sql = 'SELECT count(DISTINCT entity) AS n FROM event WHERE edit = ? AND entity IS NOT NULL'
  return db.get<{ n: number }>(sql, edit)?.n ?? 0
}

export interface NoticeRow {
  readonly uuid: string
  readonly kind: string
  readonly text: Json<{ readonly message: string } & Partial<MessageReference>>
  readonly at: number
  readonly subject: Json<{ readonly type: string; readonly id: string; readonly name: string }> | null
  readonly person: string | null
}

// Notices that nobody has read in this time are no news.
const noticeDays = 30
const maxNotices = 1000

export function insertNotice(tx: WritableDb, { uuid, kind, text, at, subject, person }: NoticeRow): void {
  tx.run(
    'INSERT INTO notice (uuid, kind, text, at, subject, person) VALUES (?, ?, ?, ?, ?, ?)',
    uuid,
    kind,
    text,
    at,
    subject,
    person,
  )
  tx.run('DELETE FROM notice WHERE at < ?', at - noticeDays * 24 * 60 * 60 * 1000)
  tx.run('DELETE FROM notice WHERE id <= (SELECT max(id) FROM notice) - ?', maxNotices)
}

/** The newest notices for everybody and for a person; without a person those for all. */
export function listNoticeRows(db: ReadableDb, person: string | undefined, limit: number): NoticeRow[] {
  return db.all<NoticeRow>(
    'SELECT uuid, kind, text, at, subject, person FROM notice WHERE person IS NULL OR ? IS NULL OR person = ? ORDER BY id DESC LIMIT ?',
    person ?? null,
    person ?? null,
    limit,
  )
}

export function removeNotice(tx: WritableDb, uuid: string): boolean {
  return tx.run('DELETE FROM notice WHERE uuid = ?', uuid).changes > 0
}
