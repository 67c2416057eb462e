import { MessageChannel } from 'node:worker_threads'
import type { ThreadStart } from './channel.ts'
import type { ThreadWork } from './roles.ts'
import { serveRole } from './serve-thread.ts'
import type { ThreadHost } from './thread.ts'

/**
 * Serves a role on the calling thread, by the same messages as a worker. Starting a worker costs some 0.3 s of
 * CPU, most of a short command, and nothing else waits for its thread.
 */
export function hostInProcess(start: ThreadStart, work: ThreadWork): ThreadHost {
  const { port1: near, port2: far } = new MessageChannel()
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  near.on('close', () => resolve(undefined))
  void serveRole(start, far, work)
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
