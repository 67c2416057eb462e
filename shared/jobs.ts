export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** The outcome that a dry run foresees for an entity. */
export const differenceStatuses = ['created', 'updated'] as const

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
  ChangedSince,
  Difference,
  EditResult,
  ImportCounts,
  ImportResult,
  ImportUndoResult,
  Job,
  JobFailure,
  JobResult,
  RepeatedKey,
  FollowedAlias,
} from './schemas/jobs.ts'

export const maxRowErrors = 100

/**
 * Names of jobs by operation: one table for the page and for desktop notices. Exports are named by their
 * subject.
 */
export const jobNames = {
  import: 'Import',
  bulk_edit: 'Bulk edit',
  undo_edit: 'Undo',
  undo_import: 'Undo of an import',
  source_ingest: 'Source',
  fetch_pictures: 'Picture download',
  package: 'Package',
  generation: 'Generation',
  decide_proposals: 'Review¦noun',
  merge_entities: 'Merging',
  cluster_merge: 'Merge of values',
  find_duplicates: 'Search for duplicates',
  asset_match: 'Matching of files',
  asset_apply: 'Placing of files',
  asset_export: 'Export of pictures',
  library_scan: 'Scan of a library',
  quality_fix: 'Fix',
  quality_check: 'Quality check',
  automation: 'Automation',
} as const

export function isNamedJob(operation: string): operation is keyof typeof jobNames {
  return Object.hasOwn(jobNames, operation)
}
