import { getJobInput, isCancelRequested, readCheckpoint, storedVersion } from '../../store/tables/jobs.ts'
import { type CatalogError, conflict } from '../errors.ts'
import type { ReadCatalog } from '../connections/reader.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import type { JobResult } from '#shared/jobs.ts'

export interface RunningJob {
  readonly jobId: string
  readonly readStored: () => { readonly input: unknown; readonly checkpoint: unknown }
  readonly isCancelRequested: () => boolean
}

export function runningJob(jobId: string, read: ReadCatalog): RunningJob {
  return {
    jobId,
    readStored: () =>
      read((db) => ({
        input: withoutVersion(getJobInput(db, jobId)),
        checkpoint: withoutVersion(readCheckpoint(db, jobId) ?? undefined),
      })),
    isCancelRequested: () => read((db) => isCancelRequested(db, jobId)),
  }
}

/** Rows without a version are of the first one. */
function withoutVersion(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored
  const { version, ...content } = { version: 1, ...stored }
  if (version !== storedVersion) throw otherVersion()
  return content
}

export function otherVersion(): CatalogError {
  return conflict(message('job.of_another_version'))
}

/** The end of a job. `cancelled` may carry the result up to then. */
export type JobEnd =
  | { readonly status: 'completed' | 'failed' | 'cancelled'; readonly result: JobResult }
  | PausedJob

interface PausedJob {
  readonly status: 'paused'
  /** Why, in words; `shield` where a person lets it go or drops it, with what it would do as details. */
  readonly reason: Sentence
  readonly until: string
  readonly details?: Readonly<Record<string, unknown>>
}

export const cancelledEnd: JobEnd = { status: 'cancelled', result: null }
