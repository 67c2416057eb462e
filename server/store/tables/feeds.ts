import type { FeedDirection, FeedOutcome, FeedTrigger, MissingRows, Shield } from '#shared/feeds.ts'
import type { ConnectionProblem } from '#shared/connections.ts'
import type { NewExport } from '#shared/exports.ts'
import type { WaitingFile } from '#shared/schemas/watched-folders.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

export interface FeedDefinition {
  readonly direction: FeedDirection
  readonly connection: string
  readonly file: string
  readonly profile: string
  readonly trigger: FeedTrigger
  /** Null where no run waits. */
  readonly shield: Shield | null
  readonly missing: MissingRows
  readonly on_change_only: boolean
  readonly with_report: boolean
}

/** The version of the file that was taken last, by which a place and its bytes are known again. */
export interface TakenVersion {
  readonly etag: string | null
  readonly modified: string | null
  readonly sha256: string
  /** The settings by which all of it went in. */
  readonly settings?: string | undefined
}

/** A file that waits until the profile has other settings than those by which it can be read in two ways. */
export interface AmbiguousFile {
  readonly name: string
  readonly mark: string
  readonly settings: string
  readonly questions: WaitingFile['questions']
}

export interface FeedState {
  readonly runs: number
  readonly skipped_busy: number
  readonly next_at: number | null
  readonly last_run: { readonly job_id: string; readonly at: string; readonly outcome: FeedOutcome } | null
  readonly taken: TakenVersion | null
  /** How many entities the last run delivered that was completed and not empty. */
  readonly delivered: number | null
  readonly sent: { readonly sha256: string; readonly products: number } | null
  /** The dry run that a person has looked at before the first run. */
  readonly seen: { readonly sha256: string; readonly request: string } | null
  /** The file of the job that waits or runs, so that a job that is dropped leaves it out the next time. */
  readonly open_file: { readonly name: string; readonly mark: string } | null
  readonly problem: ConnectionProblem | null
  /** Early feeds have none. */
  readonly asked?: readonly AmbiguousFile[] | undefined
}

export const freshState: FeedState = {
  runs: 0,
  skipped_busy: 0,
  next_at: null,
  last_run: null,
  taken: null,
  delivered: null,
  sent: null,
  seen: null,
  open_file: null,
  problem: null,
}

export interface FeedRow {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly isOn: boolean
  readonly definition: FeedDefinition
  readonly state: FeedState
}

type Tuple = [
  id: number,
  uuid: string,
  name: string,
  isOn: number,
  definition: Json<FeedDefinition>,
  state: Json<FeedState>,
]

const select = 'SELECT id, uuid, name, is_on, definition, state FROM feed'

export function listFeedRows(db: ReadableDb): FeedRow[] {
  return db.tuples<Tuple>(`${select} ORDER BY id`).map(toRow)
}

export function findFeedRow(db: ReadableDb, uuid: string): FeedRow | undefined {
  return db.tuples<Tuple>(`${select} WHERE uuid = ?`, uuid).map(toRow)[0]
}

function toRow([id, uuid, name, isOn, definition, state]: Tuple): FeedRow {
  return { id, uuid, name, isOn: isOn === 1, definition: parseJson(definition), state: parseJson(state) }
}

export function putFeedRow(
  tx: WritableDb,
  { uuid, name, isOn, definition, state }: Omit<FeedRow, 'id'>,
): void {
  tx.run(
    `INSERT INTO feed (uuid, name, is_on, definition, state) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, is_on = excluded.is_on,
       definition = excluded.definition, state = excluded.state`,
    uuid,
    name,
    isOn ? 1 : 0,
    toJson(definition),
    toJson(state),
  )
}

export function changeFeedState(
  tx: WritableDb,
  uuid: string,
  change: (state: FeedState) => Partial<FeedState>,
): void {
  const row = findFeedRow(tx, uuid)
  if (row) putFeedRow(tx, { ...row, state: { ...row.state, ...change(row.state) } })
}

export function removeFeedRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM feed WHERE uuid = ?', uuid)
}

export function listTakenMarks(db: ReadableDb, feed: number): Map<string, string> {
  return new Map(db.tuples<[string, string]>('SELECT name, mark FROM feed_file WHERE feed = ?', feed))
}

export function putTakenMark(tx: WritableDb, feed: number, name: string, mark: string): void {
  tx.run(
    'INSERT INTO feed_file (feed, name, mark) VALUES (?, ?, ?) ON CONFLICT (feed, name) DO UPDATE SET mark = excluded.mark',
    feed,
    name,
    mark,
  )
}

export function removeTakenMark(tx: WritableDb, feed: number, name: string): void {
  tx.run('DELETE FROM feed_file WHERE feed = ? AND name = ?', feed, name)
}

export function putDelivered(
  tx: WritableDb,
  { feed, run }: { readonly feed: number; readonly run: number },
  entities: readonly number[],
): void {
  tx.run(
    // SQLite reads ON of an upsert as that of a join, unless a WHERE stands before it.
    `INSERT INTO feed_entity (feed, entity, run) SELECT ?, value, ? FROM json_each(?) WHERE true
     ON CONFLICT (feed, entity) DO UPDATE SET run = excluded.run, is_gone = 0 WHERE run <> excluded.run OR is_gone = 1`,
    feed,
    run,
    JSON.stringify(entities),
  )
}

export function countDelivered(db: ReadableDb, feed: number, run: number): number {
  const sql = 'SELECT count(*) AS n FROM feed_entity WHERE feed = ? AND run = ?'
  return db.get<{ n: number }>(sql, feed, run)?.n ?? 0
}

export function listDeliveredEntities(db: ReadableDb, feed: number, run: number): number[] {
  return db.column<number>('SELECT entity FROM feed_entity WHERE feed = ? AND run = ?', feed, run)
}

const lacking = `FROM feed_entity f JOIN entity e ON e.id = f.entity WHERE f.feed = ? AND f.run <> ? AND f.is_gone = 0`

/** How many entities of earlier runs are still there and were not in the file of this run. */
export function countLacking(db: ReadableDb, feed: number, run: number): number {
  return db.get<{ n: number }>(`SELECT count(*) AS n ${lacking}`, feed, run)?.n ?? 0
}

export function listLacking(
  db: ReadableDb,
  feed: number,
  run: number,
  limit: number,
): { id: number; uuid: string }[] {
  return db.all<{ id: number; uuid: string }>(
    `SELECT e.id, e.uuid ${lacking} ORDER BY f.entity LIMIT ?`,
    feed,
    run,
    limit,
  )
}

export function markGone(tx: WritableDb, feed: number, entities: readonly number[]): void {
  tx.run(
    'UPDATE feed_entity SET is_gone = 1 WHERE feed = ? AND entity IN (SELECT value FROM json_each(?))',
    feed,
    JSON.stringify(entities),
  )
}

export function markAllLackingGone(tx: WritableDb, feed: number, run: number): void {
  tx.run('UPDATE feed_entity SET is_gone = 1 WHERE feed = ? AND run <> ?', feed, run)
}

/** How many of the delivered entities have a value of an attribute, in their document or as a reference. */
export function countFilled(
  db: ReadableDb,
  feed: number,
  { id, key }: { readonly id: number; readonly key: string },
): number {
  return (
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM feed_entity f JOIN entity e ON e.id = f.entity WHERE f.feed = ? AND f.is_gone = 0
         AND (e.attributes ->> ('$."' || ? || '"') IS NOT NULL
           OR EXISTS (SELECT 1 FROM reference r WHERE r.source = e.id AND r.attribute = ?))`,
      feed,
      key,
      id,
    )?.n ?? 0
  )
}

/** The job of a feed that waits or runs, by its UUID. */
export function findOpenFeedJob(db: ReadableDb, feed: string): string | undefined {
  const sql = `SELECT uuid FROM job WHERE status IN ('queued', 'running') AND metadata ->> '$.feed_id' = ?
      AND coalesce(metadata ->> '$.dry_run', 0) = 0 ORDER BY id LIMIT 1`
  return db.get<{ uuid: string }>(sql, feed)?.uuid
}

export interface ExportProfileRow {
  readonly uuid: string
  readonly name: string
  readonly request: NewExport
}

type ProfileTuple = [uuid: string, name: string, request: Json<NewExport>]

export function listExportProfileRows(db: ReadableDb): ExportProfileRow[] {
  const sql = 'SELECT uuid, name, request FROM export_profile ORDER BY uuid'
  return db
    .tuples<ProfileTuple>(sql)
    .map(([uuid, name, request]) => ({ uuid, name, request: parseJson(request) }))
}

export function putExportProfileRow(tx: WritableDb, { uuid, name, request }: ExportProfileRow): void {
  tx.run(
    `INSERT INTO export_profile (uuid, name, request) VALUES (?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, request = excluded.request`,
    uuid,
    name,
    toJson(request),
  )
}

export function removeExportProfileRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM export_profile WHERE uuid = ?', uuid)
}
