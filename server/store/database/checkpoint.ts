import type { Database, ReadableDb } from './database.ts'

/**
 * After how many pages the log is copied into the file, which the commit that is the last of them waits for: seldom, since many pages are
 * changed again and again.
 */
export const checkpointPages = 16_000
// Some milliseconds.
const pagesOfStep = 1000

/** While the search index is made, of which a hundred megabytes are written in a row, the log is copied in steps that a write beside it can wait for. */
export function checkpointInSteps(db: ReadableDb, isInSteps: boolean): void {
  if (db.isReplicated) return
  db.get(`PRAGMA wal_autocheckpoint = ${isInSteps ? pagesOfStep : checkpointPages}`)
}

/** Copies what is in the log now, over a connection of its own: nobody who reads or writes waits for it. */
export function copyLog({ sqlite }: Database): void {
  sqlite.pragma('wal_checkpoint(PASSIVE)')
}
