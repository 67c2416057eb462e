import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

export interface ParseLimits {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly heapMb: number
}

/** A parser took more time or memory than it was given; its thread has been ended. */
export class ParserLimitExceeded extends Error {}

/**
 * Runs one parser (jobs/sources/parsers.ts) on a thread of its own, which is ended where it takes too long or too much
 * memory: nothing that is parsed can stop the job or take the program along. Throws ParserLimitExceeded, or what the parser threw.
 */
export async function parseInThread(parser: string, input: object, limits: ParseLimits): Promise<unknown> {
  limits.signal.throwIfAborted()
  let hasCrashed = false
  const onCrash = () => (hasCrashed = true)
  const start = { role: 'parser', file: '', heapMb: limits.heapMb } as const
  const thread = new Thread(start, workerEntry, { onCrash })
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  const end = AbortSignal.any([limits.signal, timeout])
  const terminate = () => void thread.terminate()
  end.addEventListener('abort', terminate)
  try {
    return await thread.call(parser, input)
  } catch (error) {
    limits.signal.throwIfAborted()
    if (timeout.aborted)
      throw new ParserLimitExceeded(`It took longer than ${limits.timeoutMs / 1000} seconds.`)
    if (hasCrashed) throw new ParserLimitExceeded(`It took more than ${limits.heapMb} MB of memory.`)
    throw error
  } finally {
    end.removeEventListener('abort', terminate)
    await thread.terminate()
  }
}
