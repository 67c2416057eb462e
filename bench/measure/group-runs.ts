/** Groups of the grid, by one attribute and by two within each other with sums: the first time after a write. */
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { cpuTimeMs } from '../processes/cpu-time.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine, withoutDeadline } from '../processes/vitrine.ts'
import type { JobRuns } from './job-runs.ts'
import { list } from './operation.ts'
import { ownersQuestion } from './owners-question.ts'
import { median } from './statistics.ts'
import { untilQuiet } from './target.ts'

const groupings = {
  groups_one: 'sort=material',
  groups_two_summed: 'sort=material,stage&levels=2&keys=price,stock',
} as const

/** CPU of the whole process for each grouping; the indexes that they wish for are made. */
export async function measureGroups({ dataDir, key }: BuiltCatalog, rounds: number): Promise<JobRuns> {
  const server = await startVitrine(dataDir, [], withoutDeadline).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    const ask = await ownersQuestion(dataDir, '/grid/groups')
    const path = list({ limit: 1, fields: 'sku' })
    const { data } = await client.json<{ data: { id: string }[] }>({ method: 'GET', path })
    const runs: Record<string, JobRuns[string]> = {}
    for (const [name, grouping] of Object.entries(groupings)) {
      await ask(`type=product&${grouping}`)
      await untilQuiet(server.pid)
      const costs: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const body = { attributes: { stock: 7000 + round } }
        await client.json({ method: 'PATCH', path: `/products/${data[0]?.id}`, body })
        await untilQuiet(server.pid)
        const before = cpuTimeMs(server.pid)
        await ask(`type=product&${grouping}`)
        costs.push(cpuTimeMs(server.pid) - before)
      }
      runs[name] = { cpu_ms: median(costs) }
    }
    return runs
  } finally {
    client.close()
    await server.stop()
  }
}
