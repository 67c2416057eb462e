/** Measures how long writes wait while the indexes that a query needs are made. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase, type ReadableDb } from '../../server/store/database/database.ts'
import { findSearchIndex } from '../../server/store/search/search-index.ts'
import { type BuiltCatalog, findOrBuildCatalog } from '../catalog/build-workspace.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine } from '../processes/vitrine.ts'
import { type JobRuns, Patcher } from './job-runs.ts'
import { percentile } from './statistics.ts'

interface Stall {
  readonly queries: readonly string[]
  readonly countIndexes: (db: ReadableDb) => number
}

const valueIndexes = `SELECT count(*) FROM sqlite_schema WHERE name GLOB 'index_value_*[0-9]' OR name GLOB 'value_*_norm'`
const sorted = ['description', 'product_name', 'price', 'product_page']

const stalls: Readonly<Record<string, Stall>> = {
  stall_sort: {
    queries: sorted.map((key) => `/products?sort=${key}&limit=50`),
    countIndexes: (db) => db.column<number>(valueIndexes)[0] ?? 0,
  },
  stall_contains: {
    queries: ['/products?filter[description][contains]=solid&limit=50'],
    countIndexes: (db) => (findSearchIndex(db, 'product') ? 1 : 0),
  },
}

const [calmPatches, coldPatches] = [600, 300]

/**
 * How much slower the slowest of 100 PATCHes is while indexes are made than in the same run before, on a
 * file without them. Cold, both series are the first that a server gets after its start.
 */
export async function measureStall(name: string, { products }: BuiltCatalog): Promise<JobRuns[string]> {
  const stall = stalls[name]!
  const warm = await onUnindexed(products, async (beside) => {
    const { patcher } = beside
    const first = await patcher.patch(() => patcher.count < coldPatches)
    const calm = await patcher.patch(() => patcher.count < coldPatches + calmPatches)
    const begun = performance.now()
    const busy = await patchWhileMade(stall, beside)
    return { first, calm, busy, madeInMs: performance.now() - begun }
  })
  const coldBusy = await onUnindexed(products, (beside) => patchWhileMade(stall, beside))
  const [calmP99, busyP99] = [percentile(warm.calm, 0.99), percentile(warm.busy, 0.99)]
  return {
    slower_p99: busyP99 / calmP99,
    slower_p99_cold: percentile(coldBusy, 0.99) / percentile(warm.first, 0.99),
    calm_p99_ms: calmP99,
    busy_p99_ms: busyP99,
    busy_most_ms: Math.max(...warm.busy),
    patches: warm.busy.length,
    made_in_ms: warm.madeInMs,
  }
}

interface Beside {
  readonly patcher: Patcher
  readonly client: HttpClient
  readonly database: Database
}

async function onUnindexed<Result>(
  products: number,
  work: (beside: Beside) => Promise<Result>,
): Promise<Result> {
  const { dataDir, key } = await findOrBuildCatalog({ products, fresh: false, log: () => undefined })
  const [file = ''] = globSync('**/*.vitrine', { cwd: dataDir })
  const database = openDatabase(join(dataDir, file), { readonly: true })
  const ids = database.read((db) =>
    db.column<string>('SELECT uuid FROM entity WHERE type = 0 ORDER BY created_at, id LIMIT 200'),
  )
  const server = await startVitrine(dataDir).listening
  const [client, other] = [new HttpClient(server.baseUrl, key), new HttpClient(server.baseUrl, key)]
  try {
    return await work({ patcher: new Patcher(other, ids), client, database })
  } finally {
    database.close()
    client.close()
    other.close()
    await server.stop()
  }
}

async function patchWhileMade(
  { queries, countIndexes }: Stall,
  { patcher, client, database }: Beside,
): Promise<number[]> {
  const busy: number[] = []
  for (const path of queries) {
    const before = database.read(countIndexes)
    const asked = client.json({ method: 'GET', path })
    let isMade = false
    const watching = (async () => {
      while (database.read(countIndexes) === before) await sleep(20)
      isMade = true
    })()
    busy.push(...(await patcher.patch(() => !isMade)))
    await Promise.all([asked, watching])
  }
  return busy
}
