import type { JobContext } from './job-context.ts'

/** What one chunk did, in one transaction with the checkpoint that says so. */
export interface WrittenChunk<State> {
  readonly state: State
  readonly isDone: boolean
  readonly isCancelled: boolean
}

export interface EndedChunks<State> {
  readonly status: 'completed' | 'cancelled'
  readonly state: State
}

/**
 * Runs a job chunk by chunk from its checkpoint on, until one is the last or the job is cancelled: what was written before stays.
 * Where the workspace closes the job goes on from its checkpoint with the next start.
 */
export async function runChunks<State>(
  context: JobContext,
  checkpoint: State | undefined,
  write: (checkpoint: State | undefined) => Promise<WrittenChunk<State>>,
): Promise<EndedChunks<State>> {
  for (let before = checkpoint; ;) {
    stopIfClosing(context)
    const { state, isDone, isCancelled } = await write(before)
    if (isDone || isCancelled) return { status: isDone ? 'completed' : 'cancelled', state }
    before = state
  }
}

/** Throws where the job is aborted but not cancelled, which is when the workspace closes. */
export function stopIfClosing({ isCancelRequested, signal }: JobContext): void {
  if (signal.aborted && !isCancelRequested()) signal.throwIfAborted()
}

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
