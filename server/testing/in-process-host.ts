import { MessageChannel } from 'node:worker_threads'
import {
  toFailure,
  type ParseMessage,
  type ParserReply,
  type ThreadMessage,
  type ThreadStart,
} from '../threads/channel.ts'
import { serveRole } from '../threads/serve-thread.ts'
import type { ThreadHost } from '../threads/thread.ts'
import { threadWork } from '../thread-work.ts'

/**
 * Serves a role on the thread of the test, with the program's own code behind a port as in a worker, which would have to be
 * started and take most of the time of a test. How threads work beside each other, and what comes of one that dies or
 * answers no more, takes real ones.
 */
export function runHere(start: ThreadStart): ThreadHost {
  const host = runParsingApart(start)
  const onMessage: ThreadHost['onMessage'] = (listener) =>
    host.onMessage((message: ThreadMessage) =>
      message.kind === 'parse' ? void parseHere(message) : listener(message),
    )
  return { ...host, onMessage }
}

/** The same, but what comes from outside is parsed in a process of its own, as in the program: for what stops a parser. */
export function runParsingApart(start: ThreadStart): ThreadHost {
  const { port1: near, port2: far } = new MessageChannel()
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  near.on('close', () => resolve(undefined))
  void serveRole(start, far, threadWork)
  const post: ThreadHost['send'] = (message, transfer) => near.postMessage(message, transfer)
  return {
    send: post,
    onMessage: (listener) => near.on('message', listener),
    ended,
    terminate: () => {
      post({ kind: 'close' }, [])
      return ended
    },
  }
}

/** A process would have to be started for each file, which takes many times as long as what is in the files of tests. */
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
