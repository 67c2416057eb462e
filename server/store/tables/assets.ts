import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

export interface StoredDetails<Details> {
  readonly hash: string
  readonly details: Details
}

/** Keeps what the bytes of files say about them, by hash; what was known before is replaced. */
export function putFileDetails<Details>(tx: WritableDb, files: readonly StoredDetails<Details>[]): void {
  const now = Date.now()
  for (const { hash, details } of files)
    tx.run(
      `INSERT INTO file_details (hash, details, checked_at) VALUES (?, ?, ?)
       ON CONFLICT (hash) DO UPDATE SET details = excluded.details, checked_at = excluded.checked_at`,
      hash,
      toJson(details),
      now,
    )
}

export function listFileDetails<Details>(
  db: ReadableDb,
  hashes: readonly string[],
): Map<string, Details & { readonly checked_at: number }> {
  const rows = db.all<{ hash: string; details: Json<Details>; checked_at: number }>(
    'SELECT f.hash, f.details, f.checked_at FROM json_each(?) j CROSS JOIN file_details f ON f.hash = j.value',
    JSON.stringify(hashes),
  )
  return new Map(
    rows.map(({ hash, details, checked_at }) => [hash, { ...parseJson(details), checked_at }] as const),
  )
}

export interface PlanRow<Plan> {
  readonly position: number
  readonly status: string
  readonly product: number | null
  readonly plan: Plan
}

export function putPlanRows<Plan>(tx: WritableDb, job: string, rows: readonly PlanRow<Plan>[]): void {
  for (const { position, status, product, plan } of rows)
    tx.run(
      'INSERT OR REPLACE INTO asset_plan (job, position, status, product, plan) VALUES (?, ?, ?, ?, ?)',
      job,
      position,
      status,
      product,
      toJson(plan),
    )
}

export interface PlanPage {
  readonly status?: string | undefined
  /** The position behind which the page begins. */
  readonly behind: number
  readonly offset: number
  readonly limit: number
}

export function listPlanRows<Plan>(
  db: ReadableDb,
  job: string,
  { status, behind, offset, limit }: PlanPage,
): PlanRow<Plan>[] {
  const ofStatus = status === undefined ? '' : 'AND status = ?'
  return db
    .all<Omit<PlanRow<Plan>, 'plan'> & { plan: Json<Plan> }>(
      `SELECT position, status, product, plan FROM asset_plan WHERE job = ? ${ofStatus} AND position > ?
       ORDER BY position LIMIT ? OFFSET ?`,
      job,
      ...(status === undefined ? [] : [status]),
      behind,
      limit,
      offset,
    )
    .map((row) => ({ ...row, plan: parseJson(row.plan) }))
}

export function findPlanRows<Plan>(
  db: ReadableDb,
  job: string,
  positions: readonly number[],
): PlanRow<Plan>[] {
  return db
    .all<Omit<PlanRow<Plan>, 'plan'> & { plan: Json<Plan> }>(
      `SELECT p.position, p.status, p.product, p.plan
       FROM json_each(?) j CROSS JOIN asset_plan p ON p.job = ? AND p.position = j.value`,
      JSON.stringify(positions),
      job,
    )
    .map((row) => ({ ...row, plan: parseJson(row.plan) }))
}

export function countPlanRows(db: ReadableDb, job: string): Record<string, number> {
  const rows = db.tuples<[string, number]>(
    'SELECT status, count(*) FROM asset_plan WHERE job = ? GROUP BY status',
    job,
  )
  return Object.fromEntries(rows)
}

export function listPlanPositions(db: ReadableDb, job: string, statuses: readonly string[]): number[] {
  return db.column<number>(
    'SELECT position FROM asset_plan WHERE job = ? AND status IN (SELECT value FROM json_each(?)) ORDER BY position',
    job,
    JSON.stringify(statuses),
  )
}

/** The rows of these statuses with their products. */
export function listPlannedProducts(
  db: ReadableDb,
  job: string,
  statuses: readonly string[],
): [position: number, product: number][] {
  return db.tuples<[number, number]>(
    `SELECT position, product FROM asset_plan
     WHERE job = ? AND status IN (SELECT value FROM json_each(?)) AND product IS NOT NULL ORDER BY position`,
    job,
    JSON.stringify(statuses),
  )
}

export function removePlan(tx: WritableDb, job: string): void {
  tx.run('DELETE FROM asset_plan WHERE job = ?', job)
}

/** Removes the plans of matches that began before a time. */
export function removeOldPlans(tx: WritableDb, before: number): void {
  tx.run(
    `DELETE FROM asset_plan WHERE job IN (
       SELECT DISTINCT p.job FROM asset_plan p JOIN job j ON j.uuid = p.job WHERE j.created_at < ?)`,
    before,
  )
}

/** Notes in the job of a match which job has applied its plan. */
export function noteApplied(tx: WritableDb, match: string, job: string): void {
  tx.run("UPDATE job SET metadata = json_set(metadata, '$.applied_by', ?) WHERE uuid = ?", job, match)
}

/** A file that a match has not placed, with what the workspace stores of it. */
export interface UnplacedRow {
  readonly hash: string
  readonly name: string
  readonly created_at: number
  readonly extension: string
  readonly media_type: string
  readonly size: number
}

export function putUnplaced(tx: WritableDb, { hash, name }: Pick<UnplacedRow, 'hash' | 'name'>): void {
  tx.run(
    `INSERT INTO unplaced_file (hash, name, created_at) VALUES (?, ?, ?)
     ON CONFLICT (hash, name) DO UPDATE SET created_at = excluded.created_at`,
    hash,
    name,
    Date.now(),
  )
}

export interface UnplacedPage {
  readonly behind: readonly [name: string, hash: string]
  /** Only the files of this name. */
  readonly name?: string | undefined
  readonly offset: number
  readonly limit: number
}

export function listUnplaced(db: ReadableDb, { behind, name, offset, limit }: UnplacedPage): UnplacedRow[] {
  return db.all<UnplacedRow>(
    `SELECT u.hash, u.name, u.created_at, f.extension, f.media_type, f.size
     FROM unplaced_file u JOIN file f ON f.hash = u.hash
     WHERE (u.name, u.hash) > (?, ?) AND u.name = coalesce(?, u.name) ORDER BY u.name, u.hash LIMIT ? OFFSET ?`,
    ...behind,
    name ?? null,
    limit,
    offset,
  )
}

export function countUnplaced(db: ReadableDb, name?: string): number {
  const count = 'SELECT count(*) AS total FROM unplaced_file WHERE name = coalesce(?, name)'
  return db.get<{ total: number }>(count, name ?? null)?.total ?? 0
}

/** Unplaced files from before a time, in the order of their hashes. */
export function listOldUnplaced(
  db: ReadableDb,
  { before, limit }: { readonly before: number; readonly limit: number },
): Pick<UnplacedRow, 'hash' | 'extension'>[] {
  return db.all(
    `SELECT DISTINCT u.hash, f.extension FROM unplaced_file u JOIN file f ON f.hash = u.hash
     WHERE u.created_at < ? AND NOT EXISTS (SELECT 1 FROM unplaced_file o WHERE o.hash = u.hash AND o.created_at >= ?)
     ORDER BY u.hash LIMIT ?`,
    before,
    before,
    limit,
  )
}

/** Forgets that files are not placed; their bytes stay. */
export function removeUnplaced(tx: WritableDb, hashes: readonly string[]): void {
  tx.run('DELETE FROM unplaced_file WHERE hash IN (SELECT value FROM json_each(?))', JSON.stringify(hashes))
}
