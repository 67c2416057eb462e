/**
 * Measures a server's memory and how long another client waits for it, in a thread of its own, since
 * making a flood keeps the sending thread busy.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads'
import { memoryOfTree } from '../../../server/testing/process-tree.ts'
import { HttpClient, type HttpRequest } from '../../processes/http-client.ts'

export interface Watching {
  readonly pid: number
  readonly baseUrl: string
  readonly key: string
  readonly requests: readonly HttpRequest[]
}

export interface WatchResult {
  readonly peakMb: number
  /** The longest wait of the other client for the answer to one read or write. */
  readonly longestWaitMs: number
  /**
   * The part of that wait in which the server's main thread could have run but got no processor, because
   * of other work on the machine.
   */
  readonly unservedMs: number
  readonly refused: readonly string[]
}

// Reading the memory of a process blocks it for some milliseconds.
const lookEveryMs = 100
const askEveryMs = 20

/** Watches from the first answer to the other client until the returned function is called. */
export async function watch(watching: Watching): Promise<() => Promise<WatchResult>> {
  const { port1: end, port2 } = new MessageChannel()
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { ...watching, end: port2 },
    transferList: [port2],
  })
  await once(worker, 'message')
  return async () => {
    end.close()
    const [seen] = (await once(worker, 'message')) as [WatchResult]
    return seen
  }
}

/** How long the main thread of a process has waited for a processor, where the system reports it. */
function unservedMsOf(pid: number): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  const { pid, baseUrl, key, requests, end: asked } = workerData as Watching & { end: MessagePort }
  const client = new HttpClient(baseUrl, key)
  const refused: string[] = []
  let [peakMb, longestWaitMs, unservedMs] = [0, 0, 0]
  const end = new AbortController()
  asked.once('close', () => end.abort())
  const looking = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOfTree(pid))
  }, lookEveryMs)
  for (let turn = 0; !end.signal.aborted; turn += 1) {
    const request = requests[turn % requests.length]!
    const [begun, unservedBefore] = [performance.now(), unservedMsOf(pid)]
    const { status, text } = await client.send(request)
    const waited = performance.now() - begun
    if (waited > longestWaitMs) [longestWaitMs, unservedMs] = [waited, unservedMsOf(pid) - unservedBefore]
    if (status >= 300) refused.push(`${request.method} ${status} ${text.slice(0, 200)}`)
    if (turn === 0) port.postMessage('looking')
    await wait(askEveryMs)
  }
  clearInterval(looking)
  client.close()
  port.postMessage({ peakMb, longestWaitMs, unservedMs, refused } satisfies WatchResult)
}
