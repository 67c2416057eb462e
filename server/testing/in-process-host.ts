import {
  toFailure,
  type ParseMessage,
  type ParserReply,
  type ThreadMessage,
  type ThreadStart,
} from '../threads/channel.ts'
import { hostInProcess } from '../threads/in-process-host.ts'
import type { ThreadHost } from '../threads/thread.ts'
import { threadWork } from '../thread-work.ts'

/**
 * Serves a role on the thread of the test, with the program's own code behind a port as in a worker, whose
 * start would take most of the time of a test. Tests of concurrent threads, crashes and hanging threads
 * need real ones.
 */
export function runHere(start: ThreadStart): ThreadHost {
  const host = runParsingApart(start)
  const onMessage: ThreadHost['onMessage'] = (listener) =>
    host.onMessage((message: ThreadMessage) =>
      message.kind === 'parse' ? void parseHere(message) : listener(message),
    )
  return { ...host, onMessage }
}

/**
 * Does the same, but parses untrusted bytes in a process of its own, as the program does: for limits of
 * parsers.
 */
export function runParsingApart(start: ThreadStart): ThreadHost {
  return hostInProcess(start, threadWork)
}

/** A process for each file would take many times as long as parsing the small files of tests. */
async function parseHere({ parser, input, port }: ParseMessage): Promise<void> {
  try {
    const parse = Reflect.get((await threadWork.parsers?.()) ?? {}, parser) as (
      input: object,
    ) => Promise<unknown>
    const value = await parse(input)
    port.postMessage({ kind: 'answer', value } satisfies ParserReply)
  } catch (error) {
    port.postMessage({ kind: 'failure', failure: toFailure(error) } satisfies ParserReply)
  }
  port.close()
}
