import { copyFileSync, rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { removeDatabase, syncFile, syncFolderOf } from './backup.ts'
import { corrupt } from '#shared/workspace-file-error.ts'

/**
 * Copies a backup so that the copy can take the place of its workspace. Its unfinished jobs are ended: a job that waited when the
 * backup was made, like the import that it was made for, must not start by itself. Throws WorkspaceFileError when it is damaged.
 */
export function prepareRestore({
  backup,
  target,
}: {
  readonly backup: string
  readonly target: string
}): void {
  removeDatabase(target)
  copyFileSync(backup, target)
  try {
    endJobs(target, backup)
    for (const suffix of ['-wal', '-shm']) rmSync(target + suffix, { force: true })
    syncFile(target)
    syncFolderOf(target)
  } catch (error) {
    removeDatabase(target)
    throw error
  }
}

function endJobs(target: string, backup: string): void {
  const sqlite = new BetterSqlite3(target)
  try {
    if (sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') throw corrupt(backup)
    sqlite
      .prepare(
        "UPDATE job SET status = 'cancelled', completed_at = ?, lease_until = NULL WHERE status IN ('queued', 'running')",
      )
      .run(Date.now())
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    throw error instanceof BetterSqlite3.SqliteError ? corrupt(backup, error) : error
  } finally {
    sqlite.close()
  }
}
