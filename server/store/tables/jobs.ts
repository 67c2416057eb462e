import { type Json, parseJson } from '../database/json.ts'
import type { EntityType } from '#shared/entities.ts'
import type { CellCorrection, ImportSettings } from '#shared/imports.ts'
import type { ImportResult, Job, JobStatus } from '#shared/jobs.ts'
import { type Message, type MessageReference, referenceOf } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { askedBy } from './claimed-jobs.ts'
import { toIso } from '#shared/iso-times.ts'

interface JobRow {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly status: JobStatus
  readonly current: number
  readonly total: number
  readonly created_at: number
  readonly started_at: number | null
  readonly completed_at: number | null
  readonly input: string
  readonly checkpoint: string | null
  readonly result: Json<Job['result']> | null
  readonly metadata: Json<Job['metadata']>
}

/**
 * The version of the JSON in `input` and `checkpoint`; it increases with a change that is incompatible
 * with earlier rows.
 */
export const storedVersion = 1

function versioned(content: object): string {
  return JSON.stringify({ version: storedVersion, ...content })
}

export interface NewJob {
  readonly uuid: string
  readonly name: string
  /** Its `context` names the requester of the job. */
  readonly input: object
  readonly metadata: Readonly<Record<string, unknown>>
}

export function insertJob(tx: WritableDb, { uuid, name, input, metadata }: NewJob): void {
  const { person, actor } = askedBy(input)
  tx.run(
    `INSERT INTO job (uuid, name, status, created_at, input, metadata, person) VALUES (?, ?, 'queued', ?, ?, ?, ?)`,
    uuid,
    name,
    Date.now(),
    versioned(input),
    JSON.stringify(person === undefined ? metadata : { ...metadata, started_by: actor }),
    person ?? null,
  )
}

export function findJob(db: ReadableDb, uuid: string): Job | undefined {
  const row = db.get<JobRow>('SELECT * FROM job WHERE uuid = ?', uuid)
  return row && toJob(row)
}

export interface JobFilter {
  readonly status?: string | undefined
  readonly name?: string | undefined
  readonly folder?: string | undefined
  readonly isDryRun?: boolean | undefined
}

export interface JobPage {
  readonly jobs: readonly Job[]
  readonly total: number
  readonly last: number | undefined
  readonly hasMore: boolean
}

export function listJobPage(
  db: ReadableDb,
  filter: JobFilter,
  { limit, offset, before }: { limit: number; offset: number; before: number | undefined },
): JobPage {
  const where = `(? IS NULL OR status = ?) AND (? IS NULL OR name = ?) AND (? IS NULL OR ? IN (metadata ->> '$.feed_id', metadata ->> '$.watched_folder'))
     AND (? IS NULL OR ifnull(metadata ->> '$.dry_run', 0) = ?)`
  const isDryRun = filter.isDryRun === undefined ? undefined : Number(filter.isDryRun)
  const given = [filter.status, filter.name, filter.folder, isDryRun]
    .map((wanted) => wanted ?? null)
    .flatMap((wanted) => [wanted, wanted])
  const rows = db.all<JobRow>(
    `SELECT * FROM job WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`,
    ...given,
    before ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
    offset,
  )
  const page = rows.slice(0, limit)
  const total = db.get<{ n: number }>(`SELECT count(*) AS n FROM job WHERE ${where}`, ...given)
  return { jobs: page.map(toJob), total: total?.n ?? 0, last: page.at(-1)?.id, hasMore: rows.length > limit }
}

export function extendLease(tx: WritableDb, uuid: string, leaseMs: number): void {
  tx.run("UPDATE job SET lease_until = ? WHERE uuid = ? AND status = 'running'", Date.now() + leaseMs, uuid)
}

export interface LostJob {
  readonly id: string
  readonly isCancelled: boolean
  /** The number of consecutive interruptions without progress. */
  readonly interruptions: number
}

const place = "(current || '/' || ifnull(length(checkpoint), 0))"

/** Counts an interruption of every running job whose lease ended before that time, and returns them. */
export function noteLostJobs(tx: WritableDb, leaseEndedBefore: number): LostJob[] {
  const isLost = "status = 'running' AND lease_until < ?"
  if (!tx.get(`SELECT 1 FROM job WHERE ${isLost}`, leaseEndedBefore)) return []
  tx.run(
    `UPDATE job SET metadata = json_set(metadata, '$.interruptions',
         CASE WHEN metadata ->> '$.interrupted_at' IS NOT ${place} THEN 1 ELSE metadata ->> '$.interruptions' + 1 END,
       '$.interrupted_at', ${place})
     WHERE ${isLost}`,
    leaseEndedBefore,
  )
  return tx
    .all<{ uuid: string; cancel_requested: number; interruptions: number }>(
      `SELECT uuid, cancel_requested, metadata ->> '$.interruptions' AS interruptions FROM job WHERE ${isLost}`,
      leaseEndedBefore,
    )
    .map(({ uuid, cancel_requested: asked, interruptions }) => ({
      id: uuid,
      isCancelled: asked === 1,
      interruptions,
    }))
}

export function requeueJob(tx: WritableDb, uuid: string): void {
  tx.run("UPDATE job SET status = 'queued', lease_until = NULL WHERE uuid = ? AND status = 'running'", uuid)
}

export interface JobSubject {
  readonly name: string
  readonly type: EntityType | null
  readonly vendors: number | null
  readonly categories: number | null
}

/** Finds the subject of a job; the undo of an import has the subject of the import. */
export function findJobSubject(db: ReadableDb, uuid: string): JobSubject | undefined {
  return db.get<JobSubject>(
    `SELECT about.name, about.metadata ->> '$.type' AS type,
       about.input ->> '$.create_missing_vendors' AS vendors,
       about.input ->> '$.create_missing_categories' AS categories
     FROM job JOIN job AS about
       ON about.uuid = CASE job.name WHEN 'undo_import' THEN job.metadata ->> '$.undoes' ELSE job.uuid END
     WHERE job.uuid = ?`,
    uuid,
  )
}

export interface EndedImport {
  readonly id: string
  readonly file: string
  readonly completedAt: number
  readonly input: ImportSettings & { readonly corrections?: readonly CellCorrection[] }
  readonly result: ImportResult
}

export function listEndedImports(db: ReadableDb, type: EntityType, limit: number): EndedImport[] {
  return db
    .tuples<[string, string | null, number, Json<ImportSettings>, Json<ImportResult>]>(
      `SELECT uuid, metadata ->> '$.file', completed_at, input, result FROM job AS done
       WHERE name = 'import' AND status = 'completed' AND metadata ->> '$.type' = ? AND result ->> '$.dry_run' = 0
         AND NOT EXISTS (SELECT 1 FROM job WHERE name = 'undo_import' AND metadata ->> '$.undoes' = done.uuid)
       ORDER BY id DESC LIMIT ?`,
      type,
      limit,
    )
    .map(([id, file, completedAt, input, result]) => ({
      id,
      file: file ?? '',
      completedAt,
      input: parseJson(input),
      result: parseJson(result),
    }))
}

export function getJobInput(db: ReadableDb, uuid: string): unknown {
  return parse(db.get<{ input: string }>('SELECT input FROM job WHERE uuid = ?', uuid)?.input ?? null)
}

export interface JobProgress {
  readonly current: number
  readonly total: number
  /** Null for a job that starts again from the beginning after an interruption. */
  readonly checkpoint: object | null
}

export function saveJobProgress(
  tx: WritableDb,
  uuid: string,
  progress: JobProgress,
): { isCancelled: boolean } {
  const row = tx.get<{ cancel_requested: number }>(
    `UPDATE job SET current = ?, total = ?, checkpoint = ?
     WHERE uuid = ? AND status = 'running' RETURNING cancel_requested`,
    progress.current,
    progress.total,
    progress.checkpoint && versioned(progress.checkpoint),
    uuid,
  )
  return { isCancelled: row?.cancel_requested !== 0 }
}

export interface JobStage {
  readonly name: string
  readonly status: 'waiting' | 'running' | 'completed' | 'skipped' | 'failed'
  readonly detail?: string
}

/** Stores the stage of a running job with its checkpoint; the progress counts completed stages. */
export function saveJobStages(tx: WritableDb, uuid: string, stages: readonly JobStage[]): void {
  const over = stages.filter(({ status }) => status === 'completed' || status === 'skipped').length
  tx.run(
    `UPDATE job SET current = ?, total = ?, metadata = json_set(metadata, '$.stages', json(?))
     WHERE uuid = ? AND status = 'running'`,
    over,
    stages.length,
    JSON.stringify(stages),
    uuid,
  )
}

/** Stores the checkpoint of a running job, whose progress is stored separately. */
export function saveCheckpoint(tx: WritableDb, uuid: string, checkpoint: object): void {
  tx.run("UPDATE job SET checkpoint = ? WHERE uuid = ? AND status = 'running'", versioned(checkpoint), uuid)
}

export function isAtCheckpoint(db: ReadableDb, uuid: string, checkpoint: object | undefined): boolean {
  // Checkpoints of version 1 may have been stored without their version.
  const texts = checkpoint ? [versioned(checkpoint), JSON.stringify(checkpoint)] : [null, 'null']
  const sql =
    "SELECT 1 FROM job WHERE uuid = ? AND status = 'running' AND (checkpoint IS ? OR checkpoint IS ?)"
  return db.get(sql, uuid, ...texts) !== undefined
}

export function readCheckpoint(db: ReadableDb, uuid: string): unknown {
  const sql = "SELECT checkpoint FROM job WHERE uuid = ? AND status = 'running'"
  return parse(db.get<{ checkpoint: string | null }>(sql, uuid)?.checkpoint ?? null)
}

/**
 * Ends a job once; false when it had ended. A completed job's progress is full; a failed one can continue
 * from its checkpoint.
 */
export function endJob(tx: WritableDb, uuid: string, status: JobStatus, result: unknown): boolean {
  const { changes } = tx.run(
    `UPDATE job SET status = ?, result = ?, completed_at = ?, lease_until = NULL,
       checkpoint = CASE WHEN ? = 'failed' THEN checkpoint END,
       current = CASE WHEN ? = 'completed' THEN total ELSE current END
     WHERE uuid = ? AND status IN ('queued', 'running')`,
    status,
    result === null ? null : JSON.stringify(result),
    Date.now(),
    status,
    status,
    uuid,
  )
  return changes === 1
}

export function noteInJob(tx: WritableDb, uuid: string, note: Readonly<Record<string, unknown>>): void {
  tx.run(
    "UPDATE job SET metadata = json_patch(metadata, ?) WHERE uuid = ? AND status IN ('queued', 'running')",
    JSON.stringify(note),
    uuid,
  )
}

export function reviveJob(tx: WritableDb, uuid: string): boolean {
  const { changes } = tx.run(
    `UPDATE job SET status = 'queued', result = NULL, completed_at = NULL, cancel_requested = 0,
       metadata = json_remove(json_set(metadata, '$.retries', coalesce(metadata ->> '$.retries', 0) + 1),
         '$.interruptions', '$.interrupted_at', '$.paused')
     WHERE uuid = ? AND metadata ->> '$.is_foreign' IS NULL AND (status = 'failed' OR (status = 'queued' AND metadata ->> '$.paused.until' IS NOT NULL))`,
    uuid,
  )
  return changes === 1
}

export function requestJobCancel(tx: WritableDb, uuid: string): void {
  tx.run("UPDATE job SET cancel_requested = 1 WHERE uuid = ? AND status = 'running'", uuid)
}

export function isCancelRequested(db: ReadableDb, uuid: string): boolean {
  return (
    db.get<{ asked: number }>('SELECT cancel_requested AS asked FROM job WHERE uuid = ?', uuid)?.asked === 1
  )
}

function parse(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json)
}

function toJob(row: JobRow): Job {
  return {
    id: row.uuid,
    name: row.name,
    status: row.status,
    progress: { current: row.current, total: row.total, percent: percentOf(row) },
    created_at: toIso(row.created_at),
    started_at: row.started_at === null ? null : toIso(row.started_at),
    completed_at: row.completed_at === null ? null : toIso(row.completed_at),
    result: row.result && parseJson(row.result),
    metadata: parseJson(row.metadata),
  }
}

// 100 % is for completed jobs only, since work may remain after the last row.
function percentOf({ status, current, total }: JobRow): number {
  if (status === 'completed') return 100
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * current) / total))
}

export function isEditRunning(db: ReadableDb, edit: string): boolean {
  const sql =
    "SELECT 1 FROM job WHERE status IN ('queued', 'running') AND metadata ->> '$.edit_id' = ? LIMIT 1"
  return db.get(sql, edit) !== undefined
}

/** The scan of a library that waits or runs, by the UUID of its job. */
export function findRunningScan(db: ReadableDb, library: string): string | undefined {
  const sql =
    "SELECT uuid FROM job WHERE status IN ('queued', 'running') AND name = 'library_scan' AND metadata ->> '$.library' = ? ORDER BY id DESC LIMIT 1"
  return db.get<{ uuid: string }>(sql, library)?.uuid
}

export function isFetchingPictures(db: ReadableDb, importJob: string): boolean {
  const sql =
    "SELECT 1 FROM job WHERE status IN ('queued', 'running') AND name = 'fetch_pictures' AND metadata ->> '$.import' = ? LIMIT 1"
  return db.get(sql, importJob) !== undefined
}

export function hasWaitingJobs(db: ReadableDb, count: number): boolean {
  return db.get("SELECT 1 FROM job WHERE status = 'queued' LIMIT 1 OFFSET ?", count - 1) !== undefined
}

export function hasWaitingJobsOf(db: ReadableDb, person: string, count: number): boolean {
  const sql = "SELECT 1 FROM job WHERE person = ? AND status = 'queued' LIMIT 1 OFFSET ?"
  return db.get(sql, person, count - 1) !== undefined
}

export function countUnfinishedJobs(db: ReadableDb): { queued: number; running: number } {
  const sql =
    "SELECT status, count(*) AS count FROM job WHERE status IN ('queued', 'running') GROUP BY status"
  const rows = db.all<{ status: 'queued' | 'running'; count: number }>(sql)
  const countOf = (wanted: string) => rows.find(({ status }) => status === wanted)?.count ?? 0
  return { queued: countOf('queued'), running: countOf('running') }
}

/** Requeues a running job, which waits until a time. */
export function pauseJob(
  tx: WritableDb,
  uuid: string,
  paused: { readonly reason: string; readonly until: string } & Partial<MessageReference> &
    Readonly<Record<string, unknown>>,
): void {
  tx.run(
    `UPDATE job SET status = 'queued', lease_until = NULL, metadata = json_set(metadata, '$.paused', json(?))
     WHERE uuid = ? AND status = 'running'`,
    JSON.stringify(paused),
    uuid,
  )
}

/** The time when the next paused job may continue, in milliseconds; undefined without one. */
export function nextPausedJob(db: ReadableDb): number | undefined {
  const row = db.get<{ until: string | null }>(
    "SELECT min(metadata ->> '$.paused.until') AS until FROM job WHERE status = 'queued'",
  )
  return row?.until ? Date.parse(row.until) : undefined
}

// A row of a foreign file may not be JSON.
const noted = (what: string) =>
  `json_patch(CASE WHEN json_valid(metadata) THEN metadata ELSE '{}' END, ${what})`

/**
 * Ends unfinished jobs with a sentence and keeps failed ones from being retried; returns the number of
 * ended jobs.
 */
export function endForeignJobs(tx: WritableDb, sentence: Message): number {
  const result = JSON.stringify({ error: { code: 'conflict', ...sentence } })
  const note = JSON.stringify({
    cancelled_because: sentence.message,
    cancelled_because_message: referenceOf(sentence),
    is_foreign: true,
  })
  const { changes } = tx.run(
    `UPDATE job SET status = 'cancelled', result = ?, completed_at = ?, lease_until = NULL, checkpoint = NULL, metadata = ${noted('?')}
     WHERE status NOT IN ('completed', 'failed', 'cancelled')`,
    result,
    Date.now(),
    note,
  )
  tx.run(
    `UPDATE job SET checkpoint = NULL, metadata = ${noted('?')} WHERE status = 'failed'`,
    JSON.stringify({ is_foreign: true }),
  )
  return changes
}

export function switchOffGeneration(tx: WritableDb): string[] {
  const isOn =
    "CASE WHEN json_valid(config) THEN coalesce(config ->> '$.auto_generate', 'off') <> 'off' ELSE 0 END"
  const names = tx.all<{ name: string }>(`SELECT name FROM attribute WHERE ${isOn} ORDER BY id`)
  if (names.length > 0)
    tx.run(`UPDATE attribute SET config = json_set(config, '$.auto_generate', 'off') WHERE ${isOn}`)
  return names.map(({ name }) => name)
}
