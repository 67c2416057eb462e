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
}

export interface RowError {
  readonly row: number
  readonly field: string
  readonly issue: string
  readonly value: string
}

export const maxRowErrors = 100
