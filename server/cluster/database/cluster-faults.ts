import { CatalogError } from '../../catalog/errors.ts'
import { storageError } from '../../catalog/storage-fault.ts'
import { message } from '#shared/messages/message.ts'

/**
 * The answer to a write for which no majority of the nodes answered: nothing of it is saved, and reading
 * goes on.
 */
export function unreachable(): CatalogError {
  return storageError({
    cause: message('cluster.no_majority'),
    remedy: message('cluster.start_nodes'),
    isRetriable: true,
    retryAfterSeconds: 5,
  })
}

export function denied(): CatalogError {
  return storageError({
    cause: message('cluster.credentials_refused'),
    remedy: message('cluster.correct_credentials'),
    isRetriable: false,
  })
}

export function takenOver(): CatalogError {
  return storageError({
    cause: message('cluster.lease_lost'),
    remedy: message('cluster.wait_for_lease'),
    isRetriable: true,
    retryAfterSeconds: 2,
  })
}

/** The answer to a write that was sent and not confirmed: its outcome is unknown. */
export function unconfirmed(): CatalogError {
  return new CatalogError('internal_error', message('cluster.not_confirmed'))
}

const maxFileBytes = 8 * 1024 * 1024
const maxBatchBytes = 64 * 1024 * 1024

/** Throws for files that are too large for the log of a cluster. */
export function refuseLargeFiles(params: readonly unknown[]): void {
  const large = params.find((param) => param instanceof Uint8Array && param.byteLength > maxFileBytes)
  if (!(large instanceof Uint8Array)) return
  const size = (large.byteLength / 1024 / 1024).toFixed(1)
  throw new CatalogError('validation_failed', message('cluster.file_too_large', { size }))
}

/** Throws for a transaction that is too large for the log of a cluster. */
export function refuseLargeBatch(body: string): void {
  if (body.length > maxBatchBytes)
    throw new CatalogError('validation_failed', message('cluster.change_too_large'))
}
