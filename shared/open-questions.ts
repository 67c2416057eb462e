import type { FieldError } from './errors.ts'
import type { Job } from './jobs.ts'

/** What of a file an import could read in two ways and did not: faults of the settings that answer it. */
export function openQuestions({ result }: Pick<Job, 'result'>): FieldError[] {
  const faults = (result !== null && 'error' in result && result.error.field_errors) || []
  return faults
    .filter(({ field }) => field === 'decimal' || field === 'dates')
    .map(({ field, issue }) => ({ field, issue }))
}
