export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Tells whether a job has ended; a client polls until it has. */
export function isTerminal(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

export type { Job } from './schemas/jobs.ts'

/** The result of a finished import. Rows count from 1 for the first row under the header. */
export interface ImportResult {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly created_attributes: readonly string[]
  readonly errors: readonly RowError[]
  readonly errors_truncated: boolean
  /** Rows that have the merge key of an earlier row of the file, and the first of these keys. Older jobs do not tell. */
  readonly repeated_rows?: number
  readonly repeated_keys?: readonly RepeatedKey[]
  /** What a file of text was encoded in, and whether that was a guess. */
  readonly encoding?: string | null
  readonly encoding_guessed?: boolean
}

/** A merge key that several rows of one file have, and the first of them. */
export interface RepeatedKey {
  readonly value: string
  readonly rows: readonly number[]
}

export interface RowError {
  readonly row: number
  readonly field: string
  readonly issue: string
  readonly value: string
}

export const maxRowErrors = 100
