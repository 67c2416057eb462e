/**
 * A separate thread patches products one after the other and records each time, undisturbed by the rest of
 * the trial.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface PatchTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly ids: readonly string[]
}

export class Patching {
  readonly #worker: Worker

  constructor(target: PatchTarget) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: target })
  }

  async stop(): Promise<number[]> {
    const times = new Promise<number[]>((resolve, reject) => {
      this.#worker.once('message', resolve)
      this.#worker.once('error', reject)
    })
    this.#worker.postMessage('stop', [])
    const list = await times
    await this.#worker.terminate()
    return list
  }
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function patchOn({ url, headers, ids }: PatchTarget): Promise<void> {
  const times: number[] = []
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  for (let count = 0; !stop.signal.aborted; count++) {
    const began = performance.now()
    const response = await fetch(`${url}/${ids[count % ids.length]}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ attributes: { shelf: String(count) } }),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`A PATCH answered ${response.status}.`)
    times.push(performance.now() - began)
  }
  parentPort?.postMessage(times, [])
}

if (!isMainThread) await patchOn(workerData as PatchTarget)
