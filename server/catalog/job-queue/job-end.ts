import type { JobResult } from '#shared/jobs.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** The end of a job. `cancelled` may carry the result up to then. */
export type JobEnd =
  | { readonly status: 'completed' | 'failed' | 'cancelled'; readonly result: JobResult }
  | PausedJob

export interface PausedJob {
  readonly status: 'paused'
  readonly reason: Sentence
  readonly until: string
}

export const cancelledEnd: JobEnd = { status: 'cancelled', result: null }
