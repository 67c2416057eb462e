import { CatalogError } from '../../catalog/errors.ts'
import { storageError } from '../../catalog/storage-fault.ts'
import { message } from '#shared/messages/message.ts'

/** The answer to a write for which no majority of the nodes could be found: nothing of it is saved, and reading goes on. */
export function unreachable(): CatalogError {
  return storageError({
    cause: message('cluster.no_majority'),
    remedy: message('cluster.start_nodes'),
    isRetriable: true,
    retryAfterSeconds: 5,
  })
}

/** The answer to a write that the cluster refuses for the credentials. */
export function denied(): CatalogError {
  return storageError({
    cause: message('cluster.credentials_refused'),
    remedy: message('cluster.correct_credentials'),
    isRetriable: false,
  })
}

/** The answer to a write of a server that another one has taken the place of. */
export function takenOver(): CatalogError {
  return storageError({
    cause: message('cluster.lease_lost'),
    remedy: message('cluster.wait_for_lease'),
    isRetriable: true,
    retryAfterSeconds: 2,
  })
}

/** The answer to a write that was sent and not confirmed: nobody knows. */
export function unconfirmed(): CatalogError {
  return new CatalogError('internal_error', message('cluster.not_confirmed'))
}

const maxFileBytes = 8 * 1024 * 1024
const maxBatchBytes = 64 * 1024 * 1024

/** Throws for bytes that a cluster should not carry in its log. */
export function refuseLargeFiles(params: readonly unknown[]): void {
  const large = params.find((param) => param instanceof Uint8Array && param.byteLength > maxFileBytes)
  if (!(large instanceof Uint8Array)) return
  const size = (large.byteLength / 1024 / 1024).toFixed(1)
  throw new CatalogError('validation_failed', message('cluster.file_too_large', { size }))
}

/** Throws for a transaction that a cluster should not carry in its log. */
export function refuseLargeBatch(body: string): void {
  if (body.length > maxBatchBytes)
    throw new CatalogError('validation_failed', message('cluster.change_too_large'))
}
