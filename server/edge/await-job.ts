import { setTimeout } from 'node:timers/promises'
import { isTerminal, type Job } from '#shared/jobs.ts'
import type { EntityType } from '#shared/entities.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'

/** Another server of a cluster may end a job without an event here. */
const longestSilenceMs = 1_000

export interface AwaitedJob {
  readonly id: string
  readonly readable: readonly EntityType[]
  readonly seconds: number
  readonly signal: AbortSignal
}

/**
 * The job once it has ended, or as it is after so many seconds or when the client has gone; 404 for an
 * unknown id.
 */
export async function awaitJob(
  threads: Pick<WorkspaceThreads, 'call' | 'onJobEvents'>,
  { id, readable, seconds, signal }: AwaitedJob,
): Promise<Answer> {
  const until = performance.now() + seconds * 1000
  const read = () => threads.call('getJob', { id, readable })
  let answer = await read()
  while (performance.now() < until && !signal.aborted && !hasEnded(answer)) {
    await nextEvent(threads, Math.min(longestSilenceMs, until - performance.now()), signal)
    answer = await read()
  }
  return answer
}

export function hasEnded(answer: Answer): boolean {
  return isTerminal(parseAnswer<{ data: Job }>(answer).data.status)
}

async function nextEvent(
  threads: Pick<WorkspaceThreads, 'onJobEvents'>,
  afterMs: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const stop = () => over.abort()
  const stopListening = threads.onJobEvents(stop)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await setTimeout(Math.max(afterMs, 0), undefined, { signal: over.signal })
  } catch (error) {
    if (!over.signal.aborted) throw error
  } finally {
    stopListening()
    signal.removeEventListener('abort', stop)
  }
}
