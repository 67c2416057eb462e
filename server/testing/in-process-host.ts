import { MessageChannel } from 'node:worker_threads'
import type { ThreadStart } from '../threads/protocol.ts'
import { serveRole } from '../threads/serve-thread.ts'
import type { ThreadHost } from '../threads/thread.ts'
import { threadWork } from '../threads/thread-work.ts'

/**
 * Serves a role on the thread of the test, with the program's own code behind a port as in a worker, which would have to be
 * started and take most of the time of a test. How threads work beside each other, and what comes of one that dies or
 * answers no more, takes real ones.
 */
export function runHere(start: ThreadStart): ThreadHost {
  const { port1: near, port2: far } = new MessageChannel()
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  near.on('close', () => resolve(undefined))
  void serveRole(start, far, threadWork)
  const tell: ThreadHost['tell'] = (message, transfer) => near.postMessage(message, transfer)
  return {
    tell,
    onMessage: (listener) => near.on('message', listener),
    ended,
    terminate: () => {
      tell({ kind: 'close' }, [])
      return ended
    },
  }
}
