import type { JobFailure } from '#shared/jobs.ts'
import { asMessage, message, sentences, textOf } from '#shared/messages/message.ts'
import { sentenceOf } from '#shared/messages/sentence-error.ts'
import type { SavedSoFar } from '../catalog/job-queue/saved-so-far.ts'
import { findStorageFault, type StorageFault } from '../catalog/storage-fault.ts'
import { CatalogError, describeFault } from '../catalog/errors.ts'

/** What a fault of file or disk has left of a job: nothing is taken for saved that is not, and nothing for lost that is there. Null: it writes at its end alone, or had not begun; undefined: not known. */
export function describeStorageFault(
  { cause, remedy }: StorageFault,
  state: SavedSoFar | null | undefined,
): JobFailure['error'] {
  const code = 'internal_error'
  if (state === undefined) return { code, ...message('storage.try_job_again', { cause, remedy }) }
  if (!state) return { code, ...message('storage.job_not_saved', { cause, remedy }) }
  const { of, total, saved, failed } = state
  const left = Math.max(0, total - saved - failed)
  const values = { cause, saved, total, of, left, remedy }
  const sentence =
    failed > 0
      ? message('storage.job_stopped_with_faults', { ...values, failed })
      : message('storage.job_stopped', values)
  return { code, ...sentence, counts: { saved, failed, left } }
}

/** Why a job failed, in the form of `result.error`: faults of fields are told in the message, the first five. */
export function describeFailure(error: unknown): JobFailure['error'] {
  const fault = error instanceof CatalogError ? error.storageFault : findStorageFault(error)
  if (fault) return describeStorageFault(fault, null)
  if (!(error instanceof CatalogError)) {
    const sentence = error instanceof Error ? sentenceOf(error) : String(error)
    return { code: 'internal_error', ...asMessage(sentence) }
  }
  const { code, fieldErrors } = error
  const byText = new Map(fieldErrors.map(describeFault).map((sentence) => [textOf(sentence), sentence]))
  const [first = error.sentence, ...others] = [...byText.values()].slice(0, 5)
  const sentence = sentences(first, ...others)
  return { code, ...asMessage(sentence), ...(fieldErrors.length > 0 && { field_errors: fieldErrors }) }
}
