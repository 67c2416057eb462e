import { CatalogError } from './errors.ts'

/** What failed under a running workspace, in words for people, and what helps. */
export interface StorageFault {
  readonly cause: string
  readonly remedy: string
  /** Whether trying again may help without anybody mending the file. */
  readonly isRetriable: boolean
  /** Where it passes by itself: after how many seconds the request is worth sending again. */
  readonly retryAfterSeconds?: number
}

const diskFull: StorageFault = { cause: 'The disk is full', remedy: 'Free some space', isRetriable: true }

/** By what SQLite, or the system, says when the file or disk fails. */
const storageFaults: Readonly<Record<string, StorageFault>> = {
  SQLITE_FULL: diskFull,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  SQLITE_BUSY: {
    cause: 'Another program holds the workspace file locked',
    remedy: 'Close it',
    isRetriable: true,
    retryAfterSeconds: 2,
  },
  SQLITE_READONLY: {
    cause: 'The workspace file has become read-only',
    remedy: 'Make it writable',
    isRetriable: false,
  },
  SQLITE_IOERR: {
    cause: 'The disk could not be read or written',
    remedy: 'Check it',
    isRetriable: true,
  },
  SQLITE_CORRUPT: {
    cause: 'The workspace file is damaged',
    remedy: 'Restore a backup, or run `vitrine check` to see the damage',
    isRetriable: false,
  },
}

/** The fault of file or disk that an error is about; undefined for every other. */
export function findStorageFault(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  // SQLite's extended codes begin with the code itself.
  const [library, kind] = error.code.split('_')
  return storageFaults[kind === undefined ? error.code : `${library}_${kind}`]
}

/** The answer to a request that met a fault: it is one transaction, so nothing of it is saved. `asked` is how many entries it had. */
export function storageError(fault: StorageFault, asked?: number): CatalogError {
  const { cause, remedy, isRetriable, retryAfterSeconds } = fault
  const counts = asked === undefined ? '' : `: 0 of ${asked.toLocaleString('en')}`
  const message = `${cause}, so nothing was saved${counts}. ${remedy}, then try again.`
  return new CatalogError('internal_error', message, { isRetriable, retryAfterSeconds, storageFault: fault })
}
