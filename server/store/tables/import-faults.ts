/** Rows of running imports that failed, with their reasons, and rows that wait for the next pass. */
import type { ReadableDb, WritableDb } from '../database/database.ts'

export interface RowFault {
  readonly row: number
  readonly issues: readonly string[]
  /** Whether the row only waits; it has no issues then. */
  readonly isLate: boolean
}

/** Notes what became of rows; what was noted of one before is replaced. */
export function putRowFaults(tx: WritableDb, job: string, faults: readonly RowFault[]): void {
  tx.run(
    `INSERT INTO import_fault (job, row, is_late, issues)
     SELECT ?, value ->> 'row', CASE WHEN value ->> 'isLate' THEN 1 ELSE 0 END, value -> 'issues' FROM json_each(?) WHERE true
     ON CONFLICT (job, row) DO UPDATE SET is_late = excluded.is_late, issues = excluded.issues`,
    job,
    JSON.stringify(faults),
  )
}

/** Forgets rows that have been written after all. */
export function removeRowFaults(tx: WritableDb, job: string, rows: readonly number[]): void {
  tx.run(
    'DELETE FROM import_fault WHERE job = ? AND row IN (SELECT value FROM json_each(?))',
    job,
    JSON.stringify(rows),
  )
}

/** Forgets all rows of a job, which has told them. */
export function clearRowFaults(tx: WritableDb, job: string): void {
  tx.run('DELETE FROM import_fault WHERE job = ?', job)
}

/** The rows behind `behind` that failed, at most `limit`, in the order of the file. */
export function listFailedRows(
  db: ReadableDb,
  job: string,
  { behind, limit }: { readonly behind: number; readonly limit: number },
): { row: number; issues: string[] }[] {
  return db
    .tuples<[row: number, issues: string]>(
      'SELECT row, issues FROM import_fault WHERE job = ? AND row > ? AND is_late = 0 ORDER BY row LIMIT ?',
      job,
      behind,
      limit,
    )
    .map(([row, issues]) => ({ row, issues: JSON.parse(issues) as string[] }))
}

/** The numbers of the rows behind `behind` that wait for the next pass. */
export function listLateRows(db: ReadableDb, job: string, behind: number): number[] {
  return db.column<number>(
    'SELECT row FROM import_fault WHERE job = ? AND row > ? AND is_late = 1 ORDER BY row',
    job,
    behind,
  )
}
