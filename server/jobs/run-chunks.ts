import type { JobContext } from './job-context.ts'

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
 * Runs a job chunk by chunk from its checkpoint until the last or a cancellation: earlier chunks stay. Where
 * the workspace closes the job continues at the next start.
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

/**
 * Reports the progress of a job without other writes, often enough for a bar and seldom enough for the
 * writer.
 */
export class JobPace {
  readonly #context: JobContext
  readonly #total: number
  #reportedAt = 0

  constructor(context: JobContext, total: number) {
    this.#context = context
    this.#total = total
  }

  /**
   * Resolves with true for a cancelled job; throws where the workspace closes, so that the job begins again.
   */
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
