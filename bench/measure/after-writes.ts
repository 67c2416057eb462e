import { cpuTimeMs } from '../processes/cpu-time.ts'
import type { HttpClient } from '../processes/http-client.ts'
import { list } from './operation.ts'
import { median } from './statistics.ts'
import { untilQuiet } from './target.ts'

/** CPU of the whole process for some work. */
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

/** CPU of the whole process for a question right after a write to the stock of a product, and when all has followed from that: the median of the rounds. */
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
