import { renameSync, rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import type { Database } from '../database/database.ts'
import { corrupt } from '#shared/workspace-file-error.ts'
import { removeDatabase, syncFile, syncFolderOf } from './backup.ts'

// 16 MiB: often enough for a bar, and a step takes milliseconds.
const pagesAtOnce = 4096

/**
 * Copies the workspace, as it is at one moment, for somebody to take along: without what people said to each other, and with
 * nothing that would go on by itself. Others may write meanwhile. The target appears only once it is complete, checked and on the disk.
 */
export async function exportCopy(
  database: Database,
  target: string,
  onProgress: (copied: number, total: number) => void,
): Promise<void> {
  const partial = `${target}.partial`
  removeDatabase(partial)
  try {
    await copyInSteps(database, partial, onProgress)
    leavePeopleOut(partial, target)
    syncFile(partial)
    renameSync(partial, target)
    syncFolderOf(target)
  } catch (error) {
    removeDatabase(partial)
    throw error
  }
}

/** The connection holds the state that it began with, so that a write between two steps does not start the copy anew. */
async function copyInSteps(
  { sqlite }: Database,
  target: string,
  onProgress: (copied: number, total: number) => void,
): Promise<void> {
  sqlite.exec('BEGIN')
  try {
    // The state is taken with the first read.
    sqlite.prepare('SELECT count(*) FROM meta').get()
    await sqlite.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages)
        return pagesAtOnce
      },
    })
  } finally {
    sqlite.exec('COMMIT')
  }
}

function leavePeopleOut(partial: string, target: string): void {
  const sqlite = new BetterSqlite3(partial)
  try {
    if (sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') throw corrupt(target)
    // What is deleted is overwritten in the file.
    sqlite.pragma('secure_delete = ON')
    sqlite.exec('DELETE FROM comment')
    // An event keeps its number, so that no other gets it.
    sqlite.exec("UPDATE event SET changes = '[]' WHERE kind IN ('comment.created', 'comment.updated')")
    sqlite
      .prepare(
        "UPDATE job SET status = 'cancelled', completed_at = ?, lease_until = NULL WHERE status IN ('queued', 'running')",
      )
      .run(Date.now())
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    sqlite.close()
  }
  for (const suffix of ['-wal', '-shm']) rmSync(partial + suffix, { force: true })
}
