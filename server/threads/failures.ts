import { CatalogError, tooSlow } from '../catalog/errors.ts'
import { Interrupted } from '#shared/interrupted.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { FailureMessage } from './protocol.ts'

interface StorageFailure {
  readonly message: string
  /** Whether trying again may help without anybody mending the file. */
  readonly isRetriable: boolean
}

const unforeseen = { message: 'The server failed to do this.', isRetriable: undefined }

/** What SQLite says when the file or disk under a running workspace fails, in words for people. */
const storageFailures: Readonly<Record<string, StorageFailure>> = {
  SQLITE_FULL: {
    message: 'The disk is full, so nothing was saved. Free some space, then try again.',
    isRetriable: true,
  },
  SQLITE_BUSY: {
    message: 'Another program holds the workspace file locked. Close it, then try again.',
    isRetriable: true,
  },
  SQLITE_READONLY: {
    message: 'The workspace file has become read-only. Make it writable, then try again.',
    isRetriable: false,
  },
  SQLITE_IOERR: {
    message: 'The disk could not be read or written, so nothing was saved. Check it, then try again.',
    isRetriable: true,
  },
  SQLITE_CORRUPT: {
    message: 'The workspace file is damaged. Restore a backup, or run `vitrine check` to see the damage.',
    isRetriable: false,
  },
}

/** Turns whatever was thrown in a thread into plain data; what is not of the domain becomes an internal_error. */
export function toFailure(error: unknown): FailureMessage {
  if (error instanceof CatalogError) {
    const { code, message, fieldErrors, alternativeAction, retryAfterSeconds, current, isRetriable } = error
    const details = { fieldErrors, alternativeAction, retryAfterSeconds, current, isRetriable }
    return { code, message, details }
  }
  const failure = { code: 'internal_error', details: {} } as const
  const stack = error instanceof Error ? error.stack : String(error)
  if (error instanceof Interrupted && error.reason === 'deadline') return toFailure(tooSlow([]))
  if (error instanceof Interrupted) return { ...failure, message: error.message, interruption: error.reason }
  if (error instanceof WorkspaceFileError)
    return { ...failure, message: error.message, fileError: error.kind, stack }
  const { message, isRetriable } = findStorageFailure(error) ?? unforeseen
  return { ...failure, message, details: { isRetriable }, stack }
}

function findStorageFailure(error: unknown): StorageFailure | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const [library, kind] = error.code.split('_')
  return storageFailures[`${library}_${kind}`]
}

/** The error a failure stands for; the stack of an internal error is the thread's own. */
export function reviveFailure(failure: FailureMessage): CatalogError | WorkspaceFileError | Interrupted {
  const { code, message, details, interruption, fileError, stack } = failure
  if (interruption) return new Interrupted(interruption)
  const error = fileError
    ? new WorkspaceFileError(fileError, message)
    : new CatalogError(code, message, details)
  if (stack) error.stack = stack
  return error
}

/** The thread is gone, so whether a call took effect is unknown: the one answer for that is internal_error. */
export function gone(cause: Error | undefined): CatalogError {
  const error = new CatalogError(
    'internal_error',
    'The workspace was closed or restarted before this was done.',
  )
  if (cause?.stack) error.stack = cause.stack
  return error
}
