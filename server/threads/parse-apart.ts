import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type ParseApart, ParserLimitExceeded } from '../jobs/job-context.ts'
import { reviveFailure } from './failures.ts'
import type { ParseMessage, ParserReply } from './protocol.ts'

/**
 * Has one parser (jobs/parsers.ts) run in a process of its own, which the main thread starts and ends. Closing the port ends
 * it too, and so does the end of this thread.
 */
export function parseApartBy(post: (message: ParseMessage, transfer: MessagePort[]) => void): ParseApart {
  return async (parser, input, { signal, ...limits }) => {
    signal.throwIfAborted()
    const { port1, port2 } = new MessageChannel()
    const leave = () => port1.close()
    signal.addEventListener('abort', leave)
    try {
      const replied = once(port1, 'message')
      const closed = once(port1, 'close')
      post({ kind: 'parse', port: port2, parser, input, ...limits }, [port2])
      const [reply] = (await Promise.race([replied, closed])) as [ParserReply?]
      signal.throwIfAborted()
      return valueOf(reply)
    } finally {
      signal.removeEventListener('abort', leave)
      port1.close()
    }
  }
}

function valueOf(reply: ParserReply | undefined): never {
  if (reply?.kind === 'answer') return reply.value as never
  if (reply?.kind === 'failure') throw reviveFailure(reply.failure)
  throw new ParserLimitExceeded(reply?.sentence)
}
