import { isTerminal, type ImportResult, type Job } from '#shared/jobs.ts'

/** The counts of an import from the result of its job; undefined where the job ended without any. */
export function readImportResult(result: Record<string, unknown> | null): ImportResult | undefined {
  if (result === null || typeof result['created'] !== 'number') return undefined
  return { ...noCounts, ...(result as Partial<ImportResult>) }
}

const noCounts: ImportResult = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  created_attributes: [],
  errors: [],
  errors_truncated: false,
}

/** Why a job failed, in the words of the server. */
export function resultError(result: Record<string, unknown> | null): string | undefined {
  const error = result?.['error']
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  return typeof error.message === 'string' ? error.message : undefined
}

/** Tells whether an import has refused rows that can be downloaded with their reasons. */
export function hasErrorFile({ name, status, result }: Job): boolean {
  return name === 'import' && isTerminal(status) && typeof result?.['errors_file'] === 'string'
}

/** Tells whether an import has written something that can be taken back; one that failed may have. */
export function canBeUndone({ name, status, result, metadata, progress }: Job): boolean {
  if (name !== 'import' || metadata['dry_run'] === true || !isTerminal(status)) return false
  const counts = readImportResult(result)
  return counts === undefined ? progress.current > 0 : counts.created + counts.updated > 0
}
