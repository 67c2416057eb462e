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
