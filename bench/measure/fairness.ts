/** How long a GET of one entity waits while others ask for lists that take long. */
import { performance } from 'node:perf_hooks'
import {
  type BuiltCatalog,
  createKey,
  findOrBuildCatalog,
  workspaceName,
} from '../catalog/build-workspace.ts'
import { HttpClient } from '../processes/http-client.ts'
import { mustRunVitrine, startVitrine } from '../processes/vitrine.ts'
import type { JobRuns } from './job-runs.ts'
import { percentile } from './statistics.ts'

/** A different list each time, so that none is answered from memory. */
type HeavyList = (turn: number) => string

const heavyLists: Readonly<Record<string, HeavyList>> = {
  // What no index answers: the keys are computed, sorted and the page is far from the first row.
  fair_sorted: (turn) =>
    `/products?sort=-product_page,price&filter[description][not_contains]=zz${turn}&limit=50&offset=${5000 + turn}`,
  fair_contains: (turn) =>
    `/products?filter_join=or&${Array.from({ length: 30 }, (_, index) => `filter[description][contains]=q${turn}x${index}`).join('&')}`,
}

const [gets, heavyClients] = [600, 8]

/**
 * By how much the slowest one of a hundred GETs by id is slower beside eight clients with heavy lists than in the same run
 * before: with the key of the lists, with another key, and in another workspace; the largest of the three counts.
 */
export async function measureFairness(name: string, { products }: BuiltCatalog): Promise<JobRuns[string]> {
  const list = heavyLists[name]!
  const { dataDir, key } = await findOrBuildCatalog({ products, fresh: false, log: () => undefined })
  const otherWorkspace = `Beside ${Date.now()}`
  await mustRunVitrine(dataDir, ['workspace', 'create', otherWorkspace])
  const keys = [key, await createKey(dataDir, workspaceName), await createKey(dataDir, otherWorkspace)]
  const server = await startVitrine(dataDir).listening
  const heavy = Array.from({ length: heavyClients }, () => new HttpClient(server.baseUrl, key))
  const readers = keys.map((one) => new HttpClient(server.baseUrl, one))
  try {
    return await compare(readers, heavy, list)
  } finally {
    for (const client of [...heavy, ...readers]) client.close()
    await server.stop()
  }
}

/** What a key reads by id: the products of its workspace, or its attributes where it has none. */
async function findPaths(client: HttpClient): Promise<string[]> {
  const { data } = await client.json<{ data: { id: string }[] }>({
    method: 'GET',
    path: '/products?limit=200',
  })
  return data.length > 0 ? data.map(({ id }) => `/products/${id}`) : ['/attributes?entity_type=product']
}

async function time(client: HttpClient, paths: readonly string[]): Promise<number[]> {
  const times: number[] = []
  // The first ones meet a cold server.
  for (let index = -50; index < gets; index += 1) {
    const begun = performance.now()
    await client.send({ method: 'GET', path: paths[(index + 50) % paths.length]! })
    if (index >= 0) times.push(performance.now() - begun)
  }
  return times
}

async function compare(
  readers: readonly HttpClient[],
  heavy: readonly HttpClient[],
  list: HeavyList,
): Promise<JobRuns[string]> {
  const paths = await Promise.all(readers.map(findPaths))
  const timeAll = async (): Promise<number[][]> => {
    const times: number[][] = []
    for (const [index, reader] of readers.entries()) times.push(await time(reader, paths[index] ?? []))
    return times
  }
  const calm = await timeAll()
  let lists = 0
  const end = new AbortController()
  const asking = heavy.map(async (client) => {
    while (!end.signal.aborted) await client.json({ method: 'GET', path: list((lists += 1)) })
  })
  const busy = await timeAll()
  end.abort()
  await Promise.all(asking)
  const p99 = (times: readonly number[] = []) => percentile(times, 0.99)
  const [sameKey = 0, otherKey = 0, otherWorkspace = 0] = busy.map((times, at) => p99(times) / p99(calm[at]))
  return {
    slower_p99: Math.max(sameKey, otherKey, otherWorkspace),
    calm_p99_ms: p99(calm[0]),
    busy_p99_ms: p99(busy[0]),
    busy_most_ms: Math.max(...busy.flat()),
    other_key: otherKey,
    other_workspace: otherWorkspace,
    lists,
  }
}
