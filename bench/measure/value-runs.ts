/** Measures facets and, for values that may mean the same, clusters by each method without a model. */
import { localMethods } from '#shared/similar-values.ts'
import { largeSize } from '../bounds.ts'
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { materials } from '../catalog/words.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine, withoutDeadline } from '../processes/vitrine.ts'
import { costAfterWrites, costOf } from './after-writes.ts'
import type { JobRuns } from './job-runs.ts'
import { ownersQuestion } from './owners-question.ts'
import { addShippedRules } from './quality-runs.ts'
import { median } from './statistics.ts'
import { untilQuiet } from './target.ts'

const fiveFacets = 'brand,price,ean:presence,product_name:length,quality:severity'

const plain = `type=product&facets=${fiveFacets}`

/** CPU of the whole process for five facets, right after a write, without and with a choice, until the next write, and after a start. */
export async function measureFacets(catalog: BuiltCatalog, rounds: number): Promise<JobRuns> {
  const figures = await measureFacetsAfterWrites(catalog, rounds)
  return { ...figures, facets_started: await started(catalog) }
}

async function started({ dataDir }: BuiltCatalog): Promise<JobRuns[string]> {
  const server = await startVitrine(dataDir, [], withoutDeadline).listening
  try {
    const ask = await ownersQuestion(dataDir, '/grid/facets')
    await untilQuiet(server.pid)
    return { cpu_ms: await costOf(server.pid, () => ask(plain)) }
  } finally {
    await server.stop()
  }
}

async function measureFacetsAfterWrites({ dataDir, key }: BuiltCatalog, rounds: number): Promise<JobRuns> {
  const server = await startVitrine(dataDir, [], withoutDeadline).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    await addShippedRules(client)
    const ask = await ownersQuestion(dataDir, '/grid/facets')
    // This request makes the indexes that the facets need.
    const facets_look = { cpu_ms: await costOf(server.pid, () => ask(plain)) }
    await untilQuiet(server.pid)
    const asked = { pid: server.pid, client, rounds }
    const first = async (more: (round: number) => string) => ({
      cpu_ms: await costAfterWrites(asked, (round) => ask(`${plain}${more(round)}`)),
    })
    const chosen = (round: number) => `&choice[price][gte]=${200 + round}`
    const figures = { facets_look, facets_first: await first(() => ''), facets_chosen: await first(chosen) }
    const again: number[] = []
    for (let round = 0; round < rounds; round += 1)
      again.push(await costOf(server.pid, () => ask(`${plain}&choice[stock][lt]=${300 + round}`)))
    return { ...figures, facets_again: { cpu_ms: median(again) } }
  } finally {
    client.close()
    await server.stop()
  }
}

export async function measureClusters({ dataDir, key, products }: BuiltCatalog): Promise<JobRuns> {
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  const filter =
    products < largeSize ? '' : `&filter=${encodeURIComponent(`filter[material]=${materials[0]}`)}`
  const asked = `/quality/clusters?type=product&attribute=product_name&limit=50${filter}`
  try {
    await untilQuiet(server.pid)
    const runs: Record<string, JobRuns[string]> = {}
    for (const method of localMethods) {
      const cpu = await costOf(server.pid, () =>
        client.json({ method: 'GET', path: `${asked}&method=${method}` }),
      )
      runs[`clusters_${method}`] = { cpu_ms: cpu }
    }
    return runs
  } finally {
    client.close()
    await server.stop()
  }
}
