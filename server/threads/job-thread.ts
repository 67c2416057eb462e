import type { JobEnd } from '../catalog/job-queue/job-end.ts'

/** The main side of a running job. */
export interface JobThread {
  /** The handler's result, after its thread has ended; rejects with what it threw, or internal_error if it crashed. */
  readonly finished: Promise<JobEnd>
  /** Aborts the handler's signal; the handler decides how to end. */
  cancel(): void
  /** Ends the thread where it stands; for one that no longer answers. */
  terminate(): Promise<void>
}
