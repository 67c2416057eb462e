import type { ReadableDb, WritableDb } from '../database/database.ts'

/** Puts a running job back into the queue, where it waits until a time. */
export function pauseJob(
  tx: WritableDb,
  uuid: string,
  paused: { readonly reason: string; readonly until: string },
): void {
  tx.run(
    `UPDATE job SET status = 'queued', lease_until = NULL, metadata = json_set(metadata, '$.paused', json(?))
     WHERE uuid = ? AND status = 'running'`,
    JSON.stringify(paused),
    uuid,
  )
}

/** When the next paused job may go on, in milliseconds; undefined where none waits. */
export function nextPausedJob(db: ReadableDb): number | undefined {
  const row = db.get<{ until: string | null }>(
    "SELECT min(metadata ->> '$.paused.until') AS until FROM job WHERE status = 'queued'",
  )
  return row?.until ? Date.parse(row.until) : undefined
}
