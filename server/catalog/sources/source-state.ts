import type { SourceResult } from '#shared/sources.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { readCheckpoint } from '../../store/tables/jobs.ts'

/** How far the job of a source has come; its checkpoint. */
export interface SourceState {
  /** The page, as it lies on the disk since it was fetched. */
  readonly page?: FetchedFile
  /** The source is in the catalog; counts and links grow while its products are gone through. */
  readonly stored?: SourceResult
}

export interface FetchedFile {
  readonly mediaType?: string | undefined
  readonly url: string
}

/** The checkpoint of a job, which its handler has checked against its schema at its start. */
export function readState(db: ReadableDb, jobId: string): SourceState {
  return (readCheckpoint(db, jobId) as SourceState | null | undefined) ?? {}
}
