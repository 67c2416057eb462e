import { closeSync, copyFileSync, fsyncSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { Database } from '../database/database.ts'
import { corrupt, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { message } from '#shared/messages/message.ts'

const allPages = 0x7fff_ffff

/**
 * Copies the database at one moment into a new file, while others may write. The target appears once it is
 * complete, checked and on disk. Never replaces a file.
 */
export async function backUpDatabase(database: Database, target: string): Promise<void> {
  // Includes a broken link, which a rename would replace.
  if (lstatSync(target, { throwIfNoEntry: false }))
    throw new WorkspaceFileError('exists', message('workspace_file.name_taken', { file: target }))
  const partial = `${target}.partial`
  try {
    removeDatabase(partial)
    await copyDatabase(database, partial)
    checkCopy(partial, target)
    syncFile(partial)
    renameSync(partial, target)
    syncFolderOf(target)
  } catch (error) {
    removeDatabase(partial)
    throw error
  }
}

/** Copies the database at one moment without checking the copy and without waiting for the disk. */
export async function copyDatabase({ sqlite }: Database, target: string): Promise<void> {
  // In one step: a copy in several would start again with every write between.
  await sqlite.backup(target, { progress: () => allPages })
}

/** Removes a database that is not in use, with the side files SQLite may have left. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

function checkCopy(partial: string, target: string): void {
  const copy = new BetterSqlite3(partial)
  try {
    const damage = copy.pragma('quick_check(1)', { simple: true })
    if (damage !== 'ok') {
      const message = `The workspace could not be copied to ${target}, because it is damaged: ${String(damage)}.`
      throw new WorkspaceFileError('corrupt', message)
    }
  } finally {
    copy.close()
  }
}

export function syncFile(path: string): void {
  sync(path, 'r+')
}

/** Waits until the name of a file is on disk. Windows has no way to do this and does not need it. */
export function syncFolderOf(path: string): void {
  if (process.platform !== 'win32') sync(dirname(path), 'r')
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Copies a backup to replace its workspace. Its unfinished jobs are ended, so that no job starts
 * automatically. Throws WorkspaceFileError for a damaged one.
 */
export function prepareRestore({
  backup,
  target,
  isNewest = false,
}: {
  readonly backup: string
  readonly target: string
  /** Whether it is the newest backup; later writes in a cluster are then kept. */
  readonly isNewest?: boolean
}): void {
  removeDatabase(target)
  copyFileSync(backup, target)
  try {
    endJobs(target, backup, isNewest)
    for (const suffix of ['-wal', '-shm']) rmSync(target + suffix, { force: true })
    syncFile(target)
    syncFolderOf(target)
  } catch (error) {
    removeDatabase(target)
    throw error
  }
}

function endJobs(target: string, backup: string, isNewest: boolean): void {
  const sqlite = new BetterSqlite3(target)
  try {
    if (sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') throw corrupt(backup)
    sqlite
      .prepare(
        "UPDATE job SET status = 'cancelled', completed_at = ?, lease_until = NULL WHERE status IN ('queued', 'running')",
      )
      .run(Date.now())
    // A backup replaces the cluster's content, which would otherwise overwrite it.
    if (sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cluster_state'").get())
      sqlite.exec(`UPDATE cluster_state SET ${isNewest ? "digest = 'different'" : 'replaces = 1'}`)
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    throw error instanceof BetterSqlite3.SqliteError ? corrupt(backup, error) : error
  } finally {
    sqlite.close()
  }
}
