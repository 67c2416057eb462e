import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { acquireFileLock, type FileLock } from './file-lock.ts'

const lockName = 'server'

/** Locks a data folder for a server that may stand by in it: two processes would be the same server to the others. */
export function lockServerFolder(dataDir: string): FileLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = acquireFileLock(join(dataDir, lockName))
  if (lock) return lock
  throw new WorkspaceFileError(
    'in_use',
    `The data folder ${dataDir} is in use by another Vitrine. Close that one, or name another folder with --data.`,
  )
}

/** Refuses to serve from the folder of a server that stands by: a vitrine.db that was made there would be taken for its own. */
export function refuseWhereStandingBy(dataDir: string): void {
  if (!existsSync(join(dataDir, `${lockName}-lock`))) return
  const lock = acquireFileLock(join(dataDir, lockName))
  // Not as a file in use, which a command would wait for.
  if (!lock)
    throw new Error(
      `The server on ${dataDir} stands by while another one serves. Run the command on the machine that serves, which vitrine cluster status or the standby itself names.`,
    )
  lock.release()
}
