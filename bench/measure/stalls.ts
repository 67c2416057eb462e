/** How long writes wait while indexes are made that a query has asked for. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type ReadableDb } from '../../server/store/database/database.ts'
import { findSearchIndex } from '../../server/store/search/search-index.ts'
import { type BuiltCatalog, findOrBuildCatalog } from '../catalog/build-workspace.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine } from '../processes/vitrine.ts'
import { type JobRuns, Patcher } from './job-runs.ts'
import { percentile } from './statistics.ts'

/** Queries of which each has an index made, and how many of these a file has. */
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

const calmPatches = 600

/**
 * By how much the slowest one of a hundred PATCHes is slower while indexes are made than in the same run before, on a file that
 * has none of them.
 */
export async function measureStall(name: string, { products }: BuiltCatalog): Promise<JobRuns[string]> {
  const { queries, countIndexes } = stalls[name]!
  const { dataDir, key } = await findOrBuildCatalog({ products, fresh: false, log: () => undefined })
  const [file = ''] = globSync('**/*.vitrine', { cwd: dataDir })
  const server = await startVitrine(dataDir).listening
  const [client, other] = [new HttpClient(server.baseUrl, key), new HttpClient(server.baseUrl, key)]
  const database = openDatabase(join(dataDir, file), { readonly: true })
  try {
    const { data } = await client.json<{ data: { id: string }[] }>({
      method: 'GET',
      path: '/products?limit=200',
    })
    const ids = data.map(({ id }) => id)
    const patcher = new Patcher(client, ids)
    await patcher.patch(() => patcher.count < calmPatches / 2)
    const calm = await patcher.patch(() => patcher.count < calmPatches * 1.5)
    const busy: number[] = []
    const begun = performance.now()
    for (const path of queries) {
      const before = database.read(countIndexes)
      const asked = other.json({ method: 'GET', path })
      let isMade = false
      const watching = (async () => {
        while (database.read(countIndexes) === before) await sleep(20)
        isMade = true
      })()
      busy.push(...(await patcher.patch(() => !isMade)))
      await Promise.all([asked, watching])
    }
    const [calmP99, busyP99] = [percentile(calm, 0.99), percentile(busy, 0.99)]
    return {
      slower_p99: busyP99 / calmP99,
      calm_p99_ms: calmP99,
      busy_p99_ms: busyP99,
      busy_most_ms: Math.max(...busy),
      patches: busy.length,
      made_in_ms: performance.now() - begun,
    }
  } finally {
    database.close()
    client.close()
    other.close()
    await server.stop()
  }
}
