import { performance } from 'node:perf_hooks'
import { cpuTimeMs } from '../processes/cpu-time.ts'
import type { HttpClient } from '../processes/http-client.ts'
import type { RunningServer } from '../processes/vitrine.ts'
import type { Operation } from './operation.ts'

export interface Target {
  readonly server: RunningServer
  readonly client: HttpClient
  readonly turns: Map<string, number>
}

export const connections = 4

export interface Sample {
  /** CPU per request of the whole process, one request at a time. */
  readonly cpuMs: number
  /** CPU per request with several connections asking at once. */
  readonly busyCpuMs: number
  readonly latenciesMs: readonly number[]
  readonly requestsPerSecond: number
}

/**
 * Sends `count` requests one after the other, then `count` over all connections, and returns the
 * measurements.
 */
export async function sample(target: Target, operation: Operation, count: number): Promise<Sample> {
  const latenciesMs: number[] = []
  const calm = await timed(target, async () => {
    for (let sent = 0; sent < count; sent++) {
      const start = performance.now()
      await sendNext(target, operation)
      latenciesMs.push(performance.now() - start)
    }
  })
  const busy = await timed(target, () => sendMany(target, operation, count))
  return {
    cpuMs: calm.cpuMs / count,
    busyCpuMs: busy.cpuMs / count,
    latenciesMs,
    requestsPerSecond: (count / busy.wallMs) * 1000,
  }
}

/** Sends `count` requests over all connections; throws on any answer that is not a success. */
export async function sendMany(target: Target, operation: Operation, count: number): Promise<void> {
  let left = count
  const connection = async (): Promise<void> => {
    while (left-- > 0) await sendNext(target, operation)
  }
  await Promise.all(Array.from({ length: connections }, connection))
}

async function sendNext({ client, turns }: Target, operation: Operation): Promise<void> {
  const turn = turns.get(operation.name) ?? 0
  turns.set(operation.name, turn + 1)
  const request = operation.request(turn)
  const { status, text } = await client.send(request)
  if (status >= 300) {
    throw new Error(`${request.method} ${request.path} answered ${status}: ${text.slice(0, 1000)}`)
  }
}

async function timed(
  { server }: Target,
  work: () => Promise<void>,
): Promise<{ cpuMs: number; wallMs: number }> {
  const cpuBefore = cpuTimeMs(server.pid)
  const start = performance.now()
  await work()
  const wallMs = performance.now() - start
  return { cpuMs: cpuTimeMs(server.pid) - cpuBefore, wallMs }
}

const [quietMs, quietCpuMs] = [1000, 20]

/**
 * Requests a page of every reading operation and waits until the server is idle, so that the indexes of
 * its queries are made.
 */
export async function settle(target: Target, operations: readonly Operation[]): Promise<void> {
  for (const { paths } of operations)
    for (const path of paths.slice(0, 4)) await target.client.json({ method: 'GET', path })
  await untilQuiet(target.server.pid)
}

export async function untilQuiet(pid: number): Promise<void> {
  for (;;) {
    const before = cpuTimeMs(pid)
    await new Promise((resolve) => setTimeout(resolve, quietMs))
    if (cpuTimeMs(pid) - before < quietCpuMs) return
  }
}
