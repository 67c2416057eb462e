/**
 * Exclusive ownership of a file among Vitrine processes, by a side file in an exclusive SQLite
 * transaction, which the system drops when the process dies. Only SQLite may open these files: on POSIX
 * closing any other descriptor gives up all locks, so the lock comes before reading the header.
 */
import { rmSync, statfsSync, statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'

export interface FileLock {
  readonly leftBehind: boolean
  release(options?: { keepMark: boolean }): void
}

// An owner that is ending, or another process that checks, holds it only for a moment.
const patienceMs = 1000

/**
 * Takes the lock, or returns undefined when another process has it. Throws when the folder takes no side
 * file.
 */
export function acquireFileLock(file: string): FileLock | undefined {
  const path = `${file}-lock`
  const leftBehind = identityOf(path) !== undefined
  for (;;) {
    const before = identityOf(path)
    const sqlite = new BetterSqlite3(path, { timeout: patienceMs })
    const outcome = tryBeginExclusive(sqlite)
    // The last owner may have removed the side file after this process opened it, and the attempt then proves
    // nothing.
    const isSame = before !== undefined && before === identityOf(path)
    if (outcome === true && isSame) return toLock(sqlite, path, leftBehind)
    sqlite.close()
    if (outcome === false && isSame) return undefined
    if (typeof outcome !== 'boolean' && isSame) throw outcome
  }
}

// The garbage collector closes a connection without references, and its lock would go with it.
const held = new Set<BetterSqlite3.Database>()

function toLock(sqlite: BetterSqlite3.Database, path: string, leftBehind: boolean): FileLock {
  held.add(sqlite)
  return {
    leftBehind,
    release({ keepMark } = { keepMark: false }) {
      // Windows cannot remove an open file; elsewhere it must be gone before another process can lock it.
      const isRemovedLast = process.platform === 'win32'
      held.delete(sqlite)
      if (isRemovedLast) sqlite.close()
      if (!keepMark) removeQuietly(path)
      if (!isRemovedLast) sqlite.close()
    },
  }
}

/**
 * True with the lock, false when another process has it; else the error, for which a removed side file may
 * be the reason.
 */
function tryBeginExclusive(sqlite: BetterSqlite3.Database): boolean | Error {
  try {
    sqlite.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error
    return error.code.startsWith('SQLITE_BUSY') ? false : error
  }
}

/** A side file that cannot be removed is harmless: the next owner takes it over. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    return
  }
}

function identityOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`
}

/** Linux numbers of network file systems: NFS, SMB (two numbers), CIFS, AFS, Coda, Ceph. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x73757245, 0x00c36400,
])

/**
 * Whether an existing path is on another computer: Windows tells by the path, Linux by the file system. Locks
 * are unreliable there, and SQLite's journal needs shared memory.
 */
export function isOnNetworkDrive(
  path: string,
  platform: string = process.platform,
  kindOf: (path: string) => number = (path) => statfsSync(path).type,
): boolean {
  if (platform === 'win32') return /^(\\\\|\/\/)(?![?.][\\/])/.test(path)
  if (platform !== 'linux') return false
  try {
    return networkFileSystems.has(kindOf(path) >>> 0)
  } catch {
    return false
  }
}
