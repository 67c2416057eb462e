/**
 * Looks for similar values in a catalog as `npm run bench` builds it, by each method that needs no model: CPU of the reader, without what
 * carries the answer. `npm run bench:clusters -- [--products N] [--attribute KEY]`; exits 0 only where each took 3 s at most.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { localMethods, type LocalMethod } from '#shared/clusters.ts'
import { parseAnswer } from '../server/catalog/answer.ts'
import { findClusters } from '../server/catalog/clusters/find-clusters.ts'
import { openDatabase } from '../server/store/database/database.ts'
import { findOrBuildCatalog } from './catalog/build-workspace.ts'

const mostCpuMs = 3_000

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    attribute: { type: 'string', default: 'product_name' },
  },
})
const { dataDir } = await findOrBuildCatalog({
  products: Number(options.products),
  fresh: false,
  log: (line) => console.error(line),
})
const folder = join(dataDir, 'workspaces')
const file = readdirSync(folder).find((name) => name.endsWith('.vitrine')) ?? ''

function measure(method: LocalMethod) {
  const database = openDatabase(join(folder, file), { readonly: true })
  const asked = {
    type: 'product',
    attribute: options.attribute,
    method,
    limit: 50,
    offset: 0,
    faults: [],
  } as const
  const before = process.cpuUsage()
  const answer = database.read((db) => findClusters(db, asked))
  const { user, system } = process.cpuUsage(before)
  database.close()
  const { pagination } = parseAnswer<{ pagination: { total: number } }>(answer)
  return { name: `clusters_${method}`, cpuMs: Math.round((user + system) / 1000), groups: pagination.total }
}

const measured = localMethods.map(measure)
console.table(measured)
process.exitCode = measured.some(({ cpuMs }) => cpuMs > mostCpuMs) ? 1 : 0
