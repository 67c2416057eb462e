import type { JobFailure } from '#shared/jobs.ts'
import type { SavedSoFar } from '../catalog/job-queue/saved-so-far.ts'
import { findStorageFault, type StorageFault } from '../catalog/storage-fault.ts'
import { CatalogError, describeFault } from '../catalog/errors.ts'

/** What a fault of file or disk has left of a job: nothing is taken for saved that is not, and nothing for lost that is there. Null: it writes at its end alone, or had not begun; undefined: not known. */
export function describeStorageFault(
  { cause, remedy }: StorageFault,
  state: SavedSoFar | null | undefined,
): JobFailure['error'] {
  const code = 'internal_error'
  if (state === undefined) return { code, message: `${cause}. ${remedy}, then try the job again.` }
  if (!state)
    return { code, message: `${cause}, so nothing of this job was saved. ${remedy}, then try it again.` }
  const { of, total, saved, failed } = state
  const left = Math.max(0, total - saved - failed)
  const refused = failed > 0 ? `, ${inWords(failed)} had faults` : ''
  const counts = `${inWords(saved)} of ${inWords(total)} ${of} are saved${refused}, ${inWords(left)} are not.`
  const throwIfInterrupted = `${remedy}, then try the job again in the app: it goes on where it stopped.`
  return { code, message: `${cause}. ${counts} ${throwIfInterrupted}`, counts: { saved, failed, left } }
}

function inWords(count: number): string {
  return count.toLocaleString('en')
}

/** Why a job failed, in the form of `result.error`: faults of fields are told in the message, the first five. */
export function describeFailure(error: unknown): JobFailure['error'] {
  const fault = error instanceof CatalogError ? error.storageFault : findStorageFault(error)
  if (fault) return describeStorageFault(fault, null)
  if (!(error instanceof CatalogError))
    return { code: 'internal_error', message: error instanceof Error ? error.message : String(error) }
  const { code, fieldErrors } = error
  const sentences = fieldErrors.map(describeFault)
  const message = sentences.length > 0 ? [...new Set(sentences)].slice(0, 5).join(' ') : error.message
  return { code, message, ...(fieldErrors.length > 0 && { field_errors: fieldErrors }) }
}
