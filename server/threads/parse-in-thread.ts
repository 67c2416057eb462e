import { type ParseLimits, ParserLimitExceeded } from '../jobs/job-context.ts'
import { Thread } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

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
