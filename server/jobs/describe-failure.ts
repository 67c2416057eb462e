import type { JobFailure } from '#shared/jobs.ts'
import { CatalogError, tellFault } from '../catalog/errors.ts'

/** Why a job failed, in the form of `result.error`: faults of fields are told in the message, the first five. */
export function describeFailure(error: unknown): JobFailure['error'] {
  if (!(error instanceof CatalogError))
    return { code: 'internal_error', message: error instanceof Error ? error.message : String(error) }
  const { code, fieldErrors } = error
  const sentences = fieldErrors.map(tellFault)
  const message = sentences.length > 0 ? [...new Set(sentences)].slice(0, 5).join(' ') : error.message
  return { code, message, ...(fieldErrors.length > 0 && { field_errors: fieldErrors }) }
}
