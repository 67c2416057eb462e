import type { JobResult } from '#shared/jobs.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** How a job ended. `cancelled` may carry what had been done until then. */
export type JobEnd =
  | { readonly status: 'completed' | 'failed' | 'cancelled'; readonly result: JobResult }
  | PausedJob

/** A job that cannot go on now: it waits in the queue until then, or until somebody says that it shall be tried again. */
export interface PausedJob {
  readonly status: 'paused'
  readonly reason: Sentence
  readonly until: string
}

/** The end of a job that was cancelled and has nothing to tell. */
export const cancelledEnd: JobEnd = { status: 'cancelled', result: null }
