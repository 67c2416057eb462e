import type { JobResult } from '#shared/jobs.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** How a job ended. `cancelled` may carry what had been done until then. */
export type JobEnd =
  | { readonly status: 'completed' | 'failed' | 'cancelled'; readonly result: JobResult }
  | PausedJob

/** A job that waits in the queue until a time, or until somebody retries it. */
export interface PausedJob {
  readonly status: 'paused'
  readonly reason: Sentence
  readonly until: string
}

export const cancelledEnd: JobEnd = { status: 'cancelled', result: null }
