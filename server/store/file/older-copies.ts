import { copyFileSync, existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { toIso, toIsoInFileName } from '#shared/iso-times.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { removeDatabase, syncFile, syncFolderOf } from './backup.ts'
import { acquireFileLock, type FileLock } from './file-lock.ts'
import { userVersion } from './migrate.ts'

/** A copy that an upgrade has made of a file of an older version. */
export interface OlderCopy {
  readonly file: string
  readonly version: number
  readonly made_at: string
}

/** Reads a file without opening it for the program, so that an older one stays as it is. */
export function readAside<Value>(file: string, read: (sqlite: BetterSqlite3.Database) => Value): Value {
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    return read(sqlite)
  } finally {
    sqlite.close()
  }
}

/** The version of a file; null where it is gone. */
export function readFileVersion(file: string): number | null {
  return existsSync(file) ? readAside(file, userVersion) : null
}

/** The copies of a file in a folder of backups, newest first. They are named as `migrateDatabase` names them. */
export function listOlderCopies(folder: string, file: string): OlderCopy[] {
  if (!existsSync(folder)) return []
  const extension = extname(file)
  const start = `${basename(file, extension)} version `
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(extension))
    .flatMap((name) => {
      const version = Number.parseInt(name.slice(start.length), 10)
      const copy = join(folder, name)
      return Number.isNaN(version) ? [] : [{ file: copy, version, made_at: toIso(statSync(copy).mtime) }]
    })
    .toSorted((a, b) => b.made_at.localeCompare(a.made_at))
}

/**
 * Puts a copy in the place of each file, all or none where one is in use, and returns where the newer files lie:
 * beside their copies. Throws WorkspaceFileError.
 */
export function putBack(changes: readonly { readonly file: string; readonly copy: string }[]): string[] {
  const locks: FileLock[] = []
  try {
    for (const { file } of changes) locks.push(lock(file))
    return changes.map(({ file, copy }) => replace(file, copy))
  } finally {
    for (const one of locks) one.release()
  }
}

function lock(file: string): FileLock {
  const taken = acquireFileLock(file)
  if (taken) return taken
  throw new WorkspaceFileError(
    'in_use',
    `${file} is in use. Stop the server that has it open, then try again.`,
  )
}

function replace(file: string, copy: string): string {
  const extension = extname(file)
  const name = `${basename(file, extension)} newer ${toIsoInFileName(Date.now())}${extension}`
  const aside = join(dirname(copy), name)
  const partial = `${file}.partial`
  removeDatabase(partial)
  copyFileSync(copy, partial)
  syncFile(partial)
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  renameSync(partial, file)
  syncFolderOf(file)
  return aside
}
