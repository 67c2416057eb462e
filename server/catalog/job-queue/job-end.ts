import type { JobResult } from '#shared/jobs.ts'

/** How a job ended. `cancelled` may carry what had been done until then. */
export interface JobEnd {
  readonly status: 'completed' | 'failed' | 'cancelled'
  readonly result: JobResult
}

/** The end of a job that was cancelled and has nothing to tell. */
export const cancelledEnd: JobEnd = { status: 'cancelled', result: null }
