import type { ReadableDb } from '../database/database.ts'

/** Whether so many jobs wait, or more. */
export function hasWaitingJobs(db: ReadableDb, count: number): boolean {
  return db.get("SELECT 1 FROM job WHERE status = 'queued' LIMIT 1 OFFSET ?", count - 1) !== undefined
}

/** Whether so many jobs of a person wait, or more. */
export function hasWaitingJobsOf(db: ReadableDb, person: string, count: number): boolean {
  const sql = "SELECT 1 FROM job WHERE person = ? AND status = 'queued' LIMIT 1 OFFSET ?"
  return db.get(sql, person, count - 1) !== undefined
}

/** How many jobs wait and run. */
export function countUnfinishedJobs(db: ReadableDb): { queued: number; running: number } {
  const sql =
    "SELECT status, count(*) AS count FROM job WHERE status IN ('queued', 'running') GROUP BY status"
  const rows = db.all<{ status: 'queued' | 'running'; count: number }>(sql)
  const countOf = (wanted: string) => rows.find(({ status }) => status === wanted)?.count ?? 0
  return { queued: countOf('queued'), running: countOf('running') }
}
