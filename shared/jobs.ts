export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

export function isTerminal(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

export type { DecisionsResult } from './schemas/proposals.ts'
export type { RemainingAttribute } from './schemas/jobs.ts'
export type { PicturesResult } from './schemas/jobs.ts'
export type { RowError } from './schemas/errors.ts'
export type {
  AssetApplyResult,
  AssetMatchResult,
  Difference,
  EditResult,
  ImportCounts,
  ImportResult,
  ImportUndoResult,
  Job,
  JobFailure,
  JobResult,
  RepeatedKey,
} from './schemas/jobs.ts'

export const maxRowErrors = 100
