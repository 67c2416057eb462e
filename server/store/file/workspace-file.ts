/**
 * Opens and creates the files that Vitrine owns. No inspection before opening changes a file, so a refused
 * file stays identical to the byte.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { removeDatabase, syncFile, syncFolderOf } from './backup.ts'
import { type Database, openDatabase } from '../database/database.ts'
import {
  type FileFormat,
  latestVersion,
  workspaceFormat,
  applyMigrations,
  migrateDatabase,
  type OpenOptions,
  userVersion,
} from './migrate.ts'
import { acquireFileLock, type FileLock, isOnNetworkDrive } from './file-lock.ts'
import {
  corrupt,
  linked,
  locked,
  messageOf,
  newer,
  notOurs,
  onNetworkDrive,
  readOnly,
  unreadable,
  WorkspaceFileError,
} from '#shared/workspace-file-error.ts'
import { message } from '#shared/messages/message.ts'

export interface OwnedFile {
  readonly database: Database
  readonly uncleanEnd: boolean
  /** Whether its name still leads to the open file: others can move, delete or replace it. */
  isInPlace(): boolean
  close(): void
}

/**
 * Opens a workspace file for this process alone and brings it to the newest version. Throws
 * WorkspaceFileError.
 */
export function openWorkspaceFile(path: string, options: OpenOptions = {}): Promise<OwnedFile> {
  return openOwnedFile(path, workspaceFormat, options)
}

/**
 * Makes an empty workspace file. Throws WorkspaceFileError when the name is taken or the folder takes no
 * file.
 */
export function createWorkspaceFile(path: string): void {
  createOwnedFile(path, workspaceFormat)
}

export async function openOwnedFile(
  path: string,
  format: FileFormat,
  options: OpenOptions = {},
): Promise<OwnedFile> {
  const file = findFile(path, format)
  const lock = takeLock(file, format)
  try {
    inspectHeader(file, format)
    if (isOnNetworkDrive(file)) throw onNetworkDrive(file)
    assertWritable(file)
    assertOneName(file)
    // The inspection comes first: it is bounded in time and runs no foreign code.
    await options.inspect?.()
    inspectContent(file, format)
    const database = await openForWriting(file, format, options)
    const identity = identify(file)
    return {
      database,
      uncleanEnd: lock.leftBehind,
      isInPlace: () => identify(file) === identity,
      close() {
        database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release({ keepMark: lock.leftBehind })
    throw error
  }
}

export function createOwnedFile(path: string, format: FileFormat): void {
  const file = resolve(path)
  const taken = () => new WorkspaceFileError('exists', message('workspace_file.exists', { file }))
  if (existsSync(file)) throw taken()
  if (existsSync(dirname(file)) && isOnNetworkDrive(dirname(file))) throw onNetworkDrive(file)
  const partial = unclaimedName(file, process.pid)
  try {
    const sqlite = new BetterSqlite3(partial)
    try {
      // Set from the start, so that opening a file changes nothing in it.
      sqlite.pragma('journal_mode = WAL')
      applyMigrations(sqlite, format)
    } finally {
      sqlite.close()
    }
    claimName(partial, file)
  } catch (error) {
    removeDatabase(partial)
    if (isSystemError(error, 'EEXIST')) throw taken()
    if (error instanceof WorkspaceFileError) throw error
    throw new WorkspaceFileError(
      'read_only',
      `${file} could not be made: ${messageOf(error)}. Choose a folder that exists and that you may write to.`,
      { cause: error },
    )
  }
}

/**
 * Unlike a rename, a link never replaces a file that was created meanwhile; some file systems have no
 * links.
 */
function claimName(partial: string, file: string): void {
  syncFile(partial)
  try {
    linkSync(partial, file)
    // A process that opens the file now already takes it for left behind.
    rmSync(partial, { force: true })
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) throw error
    renameSync(partial, file)
  }
  syncFolderOf(file)
}

function findFile(path: string, format: FileFormat): string {
  const file = resolve(path)
  let stat: Stats | undefined
  try {
    stat = statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    throw unreadable(file, error)
  }
  if (!stat) throw new WorkspaceFileError('missing', message('workspace_file.missing', { file }))
  if (stat.isDirectory())
    throw new WorkspaceFileError(
      'directory',
      message('workspace_file.is_folder', { file, format: format.name }),
    )
  if (!stat.isFile()) throw notOurs(file, format.name)
  return realpathSync(file)
}

function identify(file: string): string | undefined {
  // A rounded inode number could confuse two files on a large disk.
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev} ${stat.ino}`
}

function takeLock(file: string, format: FileFormat): FileLock {
  let lock: FileLock | undefined
  try {
    lock = acquireFileLock(file)
  } catch (error) {
    // Without a side file no Vitrine process can have the file open, so reading the header is safe.
    inspectHeader(file, format)
    throw readOnly(file, error)
  }
  if (lock) return lock
  throw new WorkspaceFileError('in_use', message('workspace_file.open_elsewhere', { file }))
}

const magic = 'SQLite format 3\0'
const headerBytes = 100

/** The first 100 bytes name the format; inspectContent also reads journalled changes of them. */
function inspectHeader(file: string, format: FileFormat): void {
  const header = readHeader(file)
  if (header.length === 0) throw new WorkspaceFileError('empty', message('workspace_file.empty', { file }))
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic)
    throw notOurs(file, format.name)
  if (header.readUInt32BE(68) !== format.applicationId) throw notOurs(file, format.name)
  if (header.readUInt32BE(60) > latestVersion(format)) throw newer(file, format.name)
}

function readHeader(file: string): Buffer {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw unreadable(file, error)
  }
  try {
    const header = Buffer.alloc(headerBytes)
    return header.subarray(0, readSync(descriptor, header))
  } catch (error) {
    throw unreadable(file, error)
  } finally {
    closeSync(descriptor)
  }
}

function assertWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK)
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw readOnly(file, error)
  }
}

function assertOneName(file: string): void {
  if (statSync(file).nlink > 1) removeUnclaimed(file)
  const names = statSync(file).nlink
  if (names > 1) throw linked(file, names - 1)
}

/** A process that ended between the two steps of claimName left the first name. */
function removeUnclaimed(file: string): void {
  const identity = identify(file)
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name)
    if (name.startsWith(unclaimedName(basename(file))) && identify(path) === identity) rmSync(path)
  }
}

function unclaimedName(file: string, pid: number | '' = ''): string {
  return `${file}.partial-${pid}`
}

// The time that another program may hold the file before it is reported as locked.
const patienceMs = 500
// A file up to this size is checked whole at each opening, which takes some tens of milliseconds.
const smallFileBytes = 16 * 1024 * 1024

function inspectContent(file: string, format: FileFormat): void {
  explained(file, () => {
    const sqlite = new BetterSqlite3(file, { readonly: true, timeout: patienceMs })
    try {
      const version = userVersion(sqlite)
      if (version > latestVersion(format)) throw newer(file, format.name)
      if (!format.migrations.some((migration) => migration.version === version)) throw corrupt(file)
      sqlite.prepare('SELECT count(*) FROM sqlite_schema').get()
      if (statSync(file).size > smallFileBytes) return
      const damage = sqlite.pragma('quick_check(1)', { simple: true })
      if (damage !== 'ok') throw corrupt(file)
    } finally {
      sqlite.close()
    }
  })
}

async function openForWriting(file: string, format: FileFormat, options: OpenOptions): Promise<Database> {
  const { isReplicated } = options
  const database = explained(file, () => openDatabase(file, { busyTimeoutMs: patienceMs, isReplicated }))
  try {
    // Another program in a transaction would allow reading but make the first write fail.
    explained(file, () => database.sqlite.exec('BEGIN IMMEDIATE; ROLLBACK'))
    if (userVersion(database.sqlite) < latestVersion(format)) await migrateDatabase(database, format, options)
    database.sqlite.pragma('busy_timeout = 5000')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function explained<T>(file: string, fn: () => T): T {
  try {
    return fn()
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error
    const { code } = error
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) throw locked(file, error)
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') throw corrupt(file, error)
    if (code.startsWith('SQLITE_READONLY')) throw readOnly(file, error)
    throw unreadable(file, error)
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
