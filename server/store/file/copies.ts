import { renameSync, rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { type Database, type ReadableDb, openDatabase } from '../database/database.ts'
import { corrupt } from '#shared/workspace-file-error.ts'
import { removeDatabase, syncFile, syncFolderOf, copyDatabase } from './backup.ts'

// 16 MiB: often enough for a progress bar, and a step takes milliseconds.
const pagesAtOnce = 4096

/**
 * Copies a workspace for export: without comments and anything that would start automatically. Others may
 * write meanwhile; the target appears once it is complete, checked and on disk.
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

/** The connection holds its state, so a write between two steps does not restart the copy. */
async function copyInSteps(
  { sqlite }: Database,
  target: string,
  onProgress: (copied: number, total: number) => void,
): Promise<void> {
  sqlite.exec('BEGIN')
  try {
    // The first read fixes the state.
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
    // Deleted rows are overwritten in the file.
    sqlite.pragma('secure_delete = ON')
    sqlite.exec('DELETE FROM comment')
    // A removed event keeps its number, so that no other gets it.
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

export function differingTables(file: string, other: string): string[] {
  const database = openDatabase(file, { readonly: true })
  try {
    database.sqlite.prepare('ATTACH ? AS other').run(other)
    return database.read((db) => {
      const [ours, theirs] = [tablesOf(db, 'main'), tablesOf(db, 'other')]
      const shared = ours.filter((name) => theirs.includes(name))
      const missing = [...ours, ...theirs].filter((name) => !shared.includes(name))
      return [...missing, ...shared.filter((name) => isOther(db, name))]
    })
  } finally {
    database.close()
  }
}

function tablesOf(db: ReadableDb, schema: 'main' | 'other'): string[] {
  return db.column(
    `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'search_*'
       AND name NOT GLOB 'index_*' AND name <> 'kept_result' AND name NOT GLOB 'cluster[_]*' AND name NOT GLOB '[_]litestream[_]*' ORDER BY name`,
  )
}

function isOther(db: ReadableDb, table: string): boolean {
  const where = table === 'meta' ? "WHERE key NOT GLOB 'search_*'" : ''
  const [ours, theirs] = ['main', 'other'].map((schema) => `SELECT * FROM ${schema}.${table} ${where}`)
  const rows = `SELECT (SELECT count(*) FROM (${ours})) <> (SELECT count(*) FROM (${theirs})) OR EXISTS (${ours} EXCEPT ${theirs})`
  return db.column<number>(rows)[0] === 1
}

export function readFilePath(db: ReadableDb): string {
  return db.get<{ file: string }>("SELECT file FROM pragma_database_list WHERE name = 'main'")?.file ?? ''
}

interface WorkspaceCopy {
  readonly database: Database
  readonly discard: () => void
}

export async function openWorkspaceCopy(file: string, target: string): Promise<WorkspaceCopy> {
  removeDatabase(target)
  const source = openDatabase(file, { readonly: true })
  try {
    await copyDatabase(source, target)
  } finally {
    source.close()
  }
  const database = openDatabase(target)
  // The copy need not survive a power cut.
  database.sqlite.pragma('synchronous = OFF')
  return {
    database,
    discard: () => {
      database.close()
      removeDatabase(target)
    },
  }
}
