import { CatalogError, conflict } from './errors.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { lstatSync } from 'node:fs'
import { rename } from 'node:fs/promises'

export interface StorageFault {
  readonly cause: Sentence
  readonly remedy: Sentence
  readonly isRetriable: boolean
  readonly retryAfterSeconds?: number
}

const diskFull: StorageFault = {
  cause: message('storage.disk_full'),
  remedy: message('storage.free_space'),
  isRetriable: true,
}

const storageFaults: Readonly<Record<string, StorageFault>> = {
  SQLITE_FULL: diskFull,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  SQLITE_BUSY: {
    cause: message('storage.file_locked'),
    remedy: message('storage.close_program'),
    isRetriable: true,
    retryAfterSeconds: 2,
  },
  SQLITE_READONLY: {
    cause: message('storage.file_read_only'),
    remedy: message('storage.make_writable'),
    isRetriable: false,
  },
  SQLITE_IOERR: {
    cause: message('storage.disk_fails'),
    remedy: message('storage.check_disk'),
    isRetriable: true,
  },
  SQLITE_CORRUPT: {
    cause: message('storage.file_damaged'),
    remedy: message('storage.restore_backup'),
    isRetriable: false,
  },
}

export function findStorageFault(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  // SQLite's extended codes begin with the code itself.
  const [library, kind] = error.code.split('_')
  return storageFaults[kind === undefined ? error.code : `${library}_${kind}`]
}

/**
 * The answer to a request that met a fault: it was one transaction, so nothing is saved. `asked` is its
 * number of entries.
 */
export function storageError(fault: StorageFault, asked?: number): CatalogError {
  const { cause, remedy, isRetriable, retryAfterSeconds } = fault
  const sentence =
    asked === undefined
      ? message('storage.not_saved', { cause, remedy })
      : message('storage.none_saved', { cause, remedy, count: asked })
  return new CatalogError('internal_error', sentence, { isRetriable, retryAfterSeconds, storageFault: fault })
}

/**
 * Whether there is a file of that name. Throws conflict for a device, pipe, folder or link: nothing may
 * replace it.
 */
export function isFileThere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw conflict(
      `${path} is no regular file (${kindOf(found)}), and nothing is put in its place. Name another file.`,
    )
  return found !== undefined
}

/** Renames a finished file over another. Throws conflict where that is no regular file. */
export async function replaceFile(finished: string, path: string): Promise<void> {
  isFileThere(path)
  await rename(finished, path)
}

function kindOf(found: NonNullable<ReturnType<typeof lstatSync>>): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isSymbolicLink()) return 'a link'
  return found.isFIFO() || found.isSocket() ? 'a pipe' : 'a device'
}
