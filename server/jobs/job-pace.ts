import type { JobContext } from './job-context.ts'

const reportEveryMs = 250

/** Tells how far a job that writes nothing else to the workspace has come, often enough for a bar and seldom enough for the writer. */
export class JobPace {
  readonly #context: JobContext
  readonly #total: number
  #reportedAt = 0

  constructor(context: JobContext, total: number) {
    this.#context = context
    this.#total = total
  }

  /** Resolves with true where the job is to stop; throws where the workspace closes, so that the job begins anew. */
  async isCancelledAt(current: number): Promise<boolean> {
    const { jobId, call, signal } = this.#context
    if (signal.aborted) {
      if (this.#context.isCancelRequested()) return true
      signal.throwIfAborted()
    }
    const now = performance.now()
    if (this.#reportedAt > 0 && now - this.#reportedAt < reportEveryMs) return false
    this.#reportedAt = now
    return (await call('reportJobProgress', { id: jobId, current, total: this.#total })).isCancelled
  }
}
