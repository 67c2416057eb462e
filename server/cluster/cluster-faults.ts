import { CatalogError } from '../catalog/errors.ts'
import { storageError } from '../catalog/storage-fault.ts'

/** The answer to a write for which no majority of the nodes could be found: nothing of it is saved, and reading goes on. */
export function unreachable(): CatalogError {
  return storageError({
    cause: 'Most nodes of the cluster that keeps this workspace do not answer',
    remedy: 'Start them or mend the network between them',
    isRetriable: true,
    retryAfterSeconds: 5,
  })
}

/** The answer to a write that the cluster refuses for the credentials. */
export function denied(): CatalogError {
  return storageError({
    cause:
      'The cluster that keeps this workspace does not take the user and password of the file of clusters',
    remedy: 'Correct them and start the server again',
    isRetriable: false,
  })
}

/** The answer to a write of a server that another one has taken the place of. */
export function takenOver(): CatalogError {
  return storageError({
    cause: 'Another Vitrine server has taken over what is written here',
    remedy: 'Wait until this one has noticed, or go to that one',
    isRetriable: true,
    retryAfterSeconds: 2,
  })
}

/** The answer to a write that was sent and not confirmed: nobody knows. */
export function unconfirmed(): CatalogError {
  return new CatalogError(
    'internal_error',
    'The cluster that keeps this workspace did not confirm in time that this is saved. Look whether it is, then save what is missing.',
  )
}

const maxFileBytes = 8 * 1024 * 1024
const maxBatchBytes = 64 * 1024 * 1024

/** Throws for bytes that a cluster should not carry in its log. */
export function refuseLargeFiles(params: readonly unknown[]): void {
  const large = params.find((param) => param instanceof Uint8Array && param.byteLength > maxFileBytes)
  if (!(large instanceof Uint8Array)) return
  const size = (large.byteLength / 1024 / 1024).toFixed(1)
  throw new CatalogError(
    'validation_failed',
    `This file has ${size} MB, and a workspace that lives in a cluster keeps files of up to 8 MB. Make it smaller, or keep it elsewhere and store its address.`,
  )
}

/** Throws for a transaction that a cluster should not carry in its log. */
export function refuseLargeBatch(body: string): void {
  if (body.length > maxBatchBytes)
    throw new CatalogError(
      'validation_failed',
      'This changes more at once than a cluster takes (64 MB). Do it in smaller parts.',
    )
}
