/** Groups of the grid, by one attribute and by two within each other with sums: the first time after a write. */
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine, withoutDeadline } from '../processes/vitrine.ts'
import { costAfterWrites } from './after-writes.ts'
import type { JobRuns } from './job-runs.ts'
import { ownersQuestion } from './owners-question.ts'
import { untilQuiet } from './target.ts'

const groupings = {
  groups_one: 'sort=material',
  groups_two_summed: 'sort=material,stage&levels=2&keys=price,stock',
} as const

/** Measures the CPU of the whole process for each grouping, after the indexes for it are made. */
export async function measureGroups({ dataDir, key }: BuiltCatalog, rounds: number): Promise<JobRuns> {
  const server = await startVitrine(dataDir, [], withoutDeadline).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    const ask = await ownersQuestion(dataDir, '/grid/groups')
    const asked = { pid: server.pid, client, rounds }
    const runs: Record<string, JobRuns[string]> = {}
    for (const [name, grouping] of Object.entries(groupings)) {
      const question = `type=product&${grouping}`
      await ask(question)
      await untilQuiet(server.pid)
      runs[name] = { cpu_ms: await costAfterWrites(asked, () => ask(question)) }
    }
    return runs
  } finally {
    client.close()
    await server.stop()
  }
}
