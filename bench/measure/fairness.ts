/** Measures how long a GET of one entity waits while other clients request slow lists. */
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
  // No index answers these: the keys are computed and sorted, and the page is far from the first row.
  fair_sorted: (turn) =>
    `/products?sort=-product_page,price&filter[description][not_contains]=zz${turn}&limit=50&offset=${5000 + turn}`,
  fair_contains: (turn) =>
    `/products?filter_join=or&${Array.from({ length: 30 }, (_, index) => `filter[description][contains]=q${turn}x${index}`).join('&')}`,
}

const [gets, coldGets, heavyClients] = [600, 100, 8]

/**
 * How much slower the slowest of 100 GETs by id gets while eight clients request heavy lists: with their
 * key, with another key, and in another workspace; the largest of the three counts. Cold, both series are
 * the first after a start.
 */
export async function measureFairness(name: string, { products }: BuiltCatalog): Promise<JobRuns[string]> {
  const list = heavyLists[name]!
  const { dataDir, key } = await findOrBuildCatalog({ products, fresh: false, log: () => undefined })
  const otherWorkspace = `Beside ${Date.now()}`
  await mustRunVitrine(dataDir, ['workspace', 'create', otherWorkspace])
  const keys = [key, await createKey(dataDir, workspaceName), await createKey(dataDir, otherWorkspace)]
  const paths = await onServer(dataDir, keys, ({ readers }) => Promise.all(readers.map(findPaths)))
  const [coldCalm, calm, busy, lists] = await onServer(dataDir, keys, async ({ readers, heavy }) => {
    const cold = await timeAll(readers, paths, coldGets)
    const warm = await timeAll(readers, paths, gets)
    return [cold, warm, ...(await beside(heavy, list, () => timeAll(readers, paths, gets)))] as const
  })
  const [coldBusy] = await onServer(dataDir, keys, ({ readers, heavy }) =>
    beside(heavy, list, () => timeAll(readers, paths, coldGets)),
  )
  const [sameKey = 0, otherKey = 0, inOtherWorkspace = 0] = slower(busy, calm)
  return {
    slower_p99: Math.max(sameKey, otherKey, inOtherWorkspace),
    slower_p99_cold: Math.max(...slower(coldBusy, coldCalm)),
    calm_p99_ms: p99(calm[0]),
    busy_p99_ms: p99(busy[0]),
    busy_most_ms: Math.max(...busy.flat()),
    other_key: otherKey,
    other_workspace: inOtherWorkspace,
    lists,
  }
}

interface Clients {
  readonly readers: readonly HttpClient[]
  readonly heavy: readonly HttpClient[]
}

async function onServer<Result>(
  dataDir: string,
  keys: readonly string[],
  work: (clients: Clients) => Promise<Result>,
): Promise<Result> {
  const server = await startVitrine(dataDir).listening
  const heavy = Array.from({ length: heavyClients }, () => new HttpClient(server.baseUrl, keys[0]!))
  const readers = keys.map((key) => new HttpClient(server.baseUrl, key))
  try {
    return await work({ readers, heavy })
  } finally {
    for (const client of [...heavy, ...readers]) client.close()
    await server.stop()
  }
}

async function findPaths(client: HttpClient): Promise<string[]> {
  const { data } = await client.json<{ data: { id: string }[] }>({
    method: 'GET',
    path: '/products?limit=200',
  })
  return data.length > 0 ? data.map(({ id }) => `/products/${id}`) : ['/attributes?entity_type=product']
}

async function timeAll(
  readers: readonly HttpClient[],
  paths: readonly (readonly string[])[],
  count: number,
): Promise<number[][]> {
  const times: number[][] = []
  for (const [index, reader] of readers.entries()) times.push(await time(reader, paths[index] ?? [], count))
  return times
}

async function time(client: HttpClient, paths: readonly string[], count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now()
    await client.send({ method: 'GET', path: paths[index % paths.length]! })
    times.push(performance.now() - begun)
  }
  return times
}

let lists = 0

async function beside<Result>(
  heavy: readonly HttpClient[],
  list: HeavyList,
  run: () => Promise<Result>,
): Promise<[Result, number]> {
  const before = lists
  const end = new AbortController()
  const asking = heavy.map(async (client) => {
    while (!end.signal.aborted) await client.json({ method: 'GET', path: list((lists += 1)) })
  })
  const result = await run()
  end.abort()
  await Promise.all(asking)
  return [result, lists - before]
}

function slower(busy: readonly (readonly number[])[], calm: readonly (readonly number[])[]): number[] {
  return busy.map((times, at) => p99(times) / p99(calm[at]))
}

function p99(times: readonly number[] = []): number {
  return percentile(times, 0.99)
}
