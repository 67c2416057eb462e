import type { ReadableDb } from '../store/database/database.ts'
import type { OperationInput, OperationName, OperationOutput } from './operations.ts'

/** What a job handler works with. It runs on a thread of its own: a long computation there blocks nobody. */
export interface JobContext {
  readonly jobId: string
  /** Runs an operation: writes go straight to the writer thread, reads to this thread's own connection. */
  readonly call: <N extends OperationName>(name: N, input: OperationInput<N>) => Promise<OperationOutput<N>>
  /** Reads one consistent state of the workspace file on this thread's own connection. */
  readonly read: <T>(fn: (db: ReadableDb) => T) => T
  /** Aborted when the job is cancelled or the workspace closes; a handler looks at it between its batches. */
  readonly signal: AbortSignal
  readonly settings: JobSettings
}

/** What the owner's settings say to jobs, as they were when the job started. */
export interface JobSettings {
  /** Pages may be fetched from this computer and its network. */
  readonly allowsPrivateAddresses: boolean
}

/** A job as its thread is told of it. */
export interface JobStart {
  readonly jobId: string
  readonly leaseMs: number
  readonly settings?: JobSettings
}

/** Does one job and returns its result as plain data. What it throws becomes the failure of the job. */
export type JobHandler = (context: JobContext) => Promise<unknown>

/** The main side of a running job. */
export interface JobThread {
  /** The handler's result, after its thread has ended; rejects with what it threw, or internal_error if it crashed. */
  readonly finished: Promise<unknown>
  /** Aborts the handler's signal; the handler decides how to end. */
  cancel(): void
  /** Ends the thread where it stands; for one that no longer answers. */
  terminate(): Promise<void>
}
