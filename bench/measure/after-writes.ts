import { cpuTimeMs } from '../processes/cpu-time.ts'
import type { HttpClient } from '../processes/http-client.ts'
import { list } from './operation.ts'
import { median } from './statistics.ts'
import { untilQuiet } from './target.ts'

export async function costOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuTimeMs(pid)
  await work()
  return cpuTimeMs(pid) - before
}

export interface AfterWrites {
  readonly pid: number
  readonly client: HttpClient
  readonly rounds: number
}

/**
 * Measures the CPU of the whole process for a query right after a write to a product's stock, and once all
 * effects of the write are done: the median of the rounds.
 */
export async function costAfterWrites(
  { pid, client, rounds }: AfterWrites,
  ask: (round: number) => Promise<unknown>,
): Promise<number> {
  const first = list({ limit: 1, fields: 'sku' })
  const { data } = await client.json<{ data: { id: string }[] }>({ method: 'GET', path: first })
  const path = `/products/${data[0]?.id}`
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await client.json({ method: 'PATCH', path, body: { attributes: { stock: 5000 + round } } })
    await untilQuiet(pid)
    costs.push(await costOf(pid, () => ask(round)))
  }
  return median(costs)
}
