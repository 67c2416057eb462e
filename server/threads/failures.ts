import { CatalogError, tooSlow, unavailable } from '../catalog/errors.ts'
import { findStorageFault, storageError } from '../catalog/storage-fault.ts'
import { Interrupted } from '#shared/interrupted.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { message } from '#shared/messages/message.ts'
import type { FailureMessage } from './protocol.ts'

/** A server that reads from its own copy alone cannot do what was asked; the one that writes can. */
export class NotHere extends Error {
  constructor() {
    super('Only the server that writes can do this.')
  }
}

const unforeseen = message('server.failed')

/**
 * Turns whatever was thrown in a thread into plain data; what is not of the domain becomes an internal_error. `asked` is how many
 * entries the call had.
 */
export function toFailure(error: unknown, asked?: number): FailureMessage {
  if (error instanceof CatalogError) return ofCatalog(error)
  const failure = { code: 'internal_error', details: {} } as const
  const stack = error instanceof Error ? error.stack : String(error)
  if (error instanceof Interrupted && error.reason === 'deadline') return toFailure(tooSlow([]))
  if (error instanceof Interrupted) return { ...failure, sentence: error.message, interruption: error.reason }
  if (error instanceof WorkspaceFileError)
    return { ...failure, sentence: error.sentence, fileError: error.kind, stack }
  const fault = findStorageFault(error)
  if (fault) return { ...ofCatalog(storageError(fault, asked)), stack }
  return { ...failure, sentence: unforeseen, stack }
}

function ofCatalog(error: CatalogError): FailureMessage {
  const { code, sentence, fieldErrors, alternativeAction, retryAfterSeconds, current, isRetriable } = error
  const { storageFault } = error
  const details = { fieldErrors, alternativeAction, retryAfterSeconds, current, isRetriable, storageFault }
  return { code, sentence, details }
}

/** The error a failure stands for; the stack of an internal error is the thread's own. */
export function reviveFailure(failure: FailureMessage): CatalogError | WorkspaceFileError | Interrupted {
  const { code, sentence, details, interruption, fileError, stack } = failure
  if (interruption) return new Interrupted(interruption)
  const error = fileError
    ? new WorkspaceFileError(fileError, sentence)
    : new CatalogError(code, sentence, details)
  if (stack) error.stack = stack
  return error
}

/** The thread is gone, so whether a call took effect is unknown: the one answer for that is internal_error. */
export function gone(cause: Error | undefined): CatalogError {
  const error = new CatalogError('internal_error', message('workspace.was_closed'))
  if (cause?.stack) error.stack = cause.stack
  return error
}

/** What is asked of a workspace that is being closed, which has done nothing of it. */
export function closing(): CatalogError {
  return unavailable(message('workspace.closing'))
}

/** A write that comes while a backup takes the place of the workspace. */
export function beingReplaced(): CatalogError {
  return unavailable(message('workspace.being_restored'))
}
