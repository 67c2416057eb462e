import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { EntityPlural } from '#shared/entities.ts'
import { largeSize } from '../bounds.ts'
import { type FloorRow, writeFloorRows } from '../floor/floor-file.ts'
import { HttpClient } from '../processes/http-client.ts'
import { listAll } from '../processes/list-all.ts'
import { mustRunVitrine, type RunningServer, startVitrine, type Usage } from '../processes/vitrine.ts'
import { attributeBodies, catalogSize, channelKey, generatorVersion } from './attributes.ts'
import { productReferences, skuOf } from './products.ts'
import { writeProductsCsv } from './write-csv.ts'

/** A built catalog: a data folder with one workspace, and the same rows ready-made in the file of the floor. */
export interface BuiltCatalog {
  readonly dataDir: string
  readonly floorFile: string
  readonly csvFile: string
  readonly key: string
  readonly products: number
  readonly vendorIds: readonly string[]
  readonly imageIds: readonly string[]
}

export interface BuildOptions {
  readonly products: number
  readonly fresh: boolean
  readonly log: (line: string) => void
}

export const workspaceName = 'Bench'

/** Returns the catalog as this or an earlier run built it, without what a run has written since. */
export async function findOrBuildCatalog({ products, fresh, log }: BuildOptions): Promise<BuiltCatalog> {
  const folder = join(tmpdir(), `vitrine-bench-${generatorVersion}-${schemaDigest()}-${products}`)
  const doneFile = join(folder, 'catalog.json')
  const pristine = join(folder, 'pristine')
  if (!fresh && existsSync(doneFile)) {
    const catalog = JSON.parse(readFileSync(doneFile, 'utf8')) as BuiltCatalog
    // A data folder stores the full paths of its files, so it is restored in place, not used from a copy.
    rmSync(catalog.dataDir, { recursive: true, force: true })
    cpSync(pristine, catalog.dataDir, { recursive: true })
    return catalog
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const catalog = await buildCatalog(folder, products, log)
  cpSync(catalog.dataDir, pristine, { recursive: true })
  writeFileSync(doneFile, JSON.stringify(catalog), { mode: 0o600 })
  return catalog
}

/** Imports the file into a new workspace that has the attributes and nothing else; returns what the import used. */
export async function measureImport(csvFile: string): Promise<Usage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-import-'))
  try {
    await createWorkspace(dataDir)
    return await importProducts(dataDir, csvFile)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function buildCatalog(
  folder: string,
  products: number,
  log: BuildOptions['log'],
): Promise<BuiltCatalog> {
  const [dataDir, csvFile, floorFile] = ['data', 'products.csv', 'floor.db'].map((name) => join(folder, name))
  if (!dataDir || !csvFile || !floorFile) throw new Error('unreachable')
  log(`Generating ${products} products in ${folder}`)
  writeProductsCsv(csvFile, products)
  const key = await createWorkspace(dataDir)
  log('Importing them')
  const { cpuMs, peakMb } = await importProducts(dataDir, csvFile)
  log(
    `Imported with ${Math.round(cpuMs)} ms of CPU and a peak of ${Math.round(peakMb)} MB; adding references`,
  )

  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    const vendorIds = await createNamed(client, 'vendors', 'vendor_name', catalogSize.vendors)
    const categoryIds = await createNamed(client, 'categories', 'category_name', catalogSize.categories)
    const imageIds = await createNamed(client, 'images', 'file_name', catalogSize.images)
    await addReferences(client, products, { vendorIds, categoryIds, imageIds })
    await enableChannel(dataDir)
    if (products < largeSize) {
      log('Writing the rows of the floor')
      await writeFloorRows(floorFile, listFloorRows(client))
    }
    return { dataDir, floorFile, csvFile, key, products, vendorIds, imageIds }
  } finally {
    client.close()
    await server.stop()
  }
}

/**
 * Only the owner may enable a channel, with the credential that a running server leaves in its data
 * folder.
 */
async function enableChannel(dataDir: string): Promise<void> {
  const { origin } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { origin: string }
  const authorization = `Bearer ${readFileSync(join(dataDir, 'session.key'), 'utf8').trim()}`
  const workspaces = await fetch(`${origin}/app/v1/workspaces`, { headers: { authorization } })
  const { data } = (await workspaces.json()) as { data: readonly { id: string }[] }
  const { ok } = await fetch(`${origin}/app/v1/channels/${channelKey}/enable`, {
    method: 'POST',
    headers: { authorization, [workspaceHeader]: data[0]?.id ?? '' },
  })
  if (!ok) throw new Error('The channel could not be enabled.')
}

export async function createKey(dataDir: string, workspace: string): Promise<string> {
  const args = ['key', 'create', '--workspace', workspace, '--scopes', 'all']
  const { lines } = await mustRunVitrine(dataDir, args)
  return lines.find((line) => typeof line['key'] === 'string')?.['key'] as string
}

export async function createWorkspace(dataDir: string): Promise<string> {
  await mustRunVitrine(dataDir, ['workspace', 'create', workspaceName])
  const key = await createKey(dataDir, workspaceName)
  const server: RunningServer = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    for (const body of attributeBodies) await client.json({ method: 'POST', path: '/attributes', body })
  } finally {
    client.close()
    await server.stop()
  }
  return key
}

/** Imports the file through the command line; throws where a row fails. */
export async function importProducts(dataDir: string, csvFile: string): Promise<Usage> {
  const args = ['import', csvFile, '--workspace', workspaceName, '--type', 'product', '--merge-key', 'sku']
  const { lines, usage } = await mustRunVitrine(dataDir, args)
  const job = lines.at(-1) as { status?: string; result?: { failed: number } } | undefined
  if (job?.status !== 'completed' || job.result?.failed !== 0) {
    throw new Error(`The import did not complete: ${JSON.stringify(job)}`)
  }
  return usage
}

interface BatchAnswer {
  readonly data: readonly { id: string; status: string; error?: unknown }[]
  readonly summary: { readonly failed: number }
}

async function batch(
  client: HttpClient,
  resource: EntityPlural,
  items: readonly object[],
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let start = 0; start < items.length; start += 100) {
    const body = { items: items.slice(start, start + 100) }
    const answer = await client.json<BatchAnswer>({ method: 'POST', path: `/${resource}/batch`, body })
    if (answer.summary.failed > 0) {
      throw new Error(`A batch failed: ${JSON.stringify(answer.data.find(({ error }) => error))}`)
    }
    ids.push(...answer.data.map(({ id }) => id))
  }
  return ids
}

function createNamed(
  client: HttpClient,
  resource: EntityPlural,
  attribute: string,
  count: number,
): Promise<readonly string[]> {
  const noun = resource.slice(0, 3)
  const items = Array.from({ length: count }, (_, index) => ({
    attributes: { [attribute]: `${noun}-${String(index).padStart(5, '0')}` },
  }))
  return batch(client, resource, items)
}

async function addReferences(
  client: HttpClient,
  products: number,
  targets: {
    vendorIds: readonly string[]
    categoryIds: readonly string[]
    imageIds: readonly string[]
  },
): Promise<void> {
  const idBySku = new Map<string, string>()
  for await (const { data } of listAll(client, '/products?limit=200&fields=sku')) {
    for (const { id, attributes } of data) idBySku.set(attributes['sku'] as string, id)
  }
  const counts = {
    vendors: targets.vendorIds.length,
    categories: targets.categoryIds.length,
    images: targets.imageIds.length,
  }
  const items = Array.from({ length: products }, (_, index) => {
    const { vendor, category, gallery, parent } = productReferences(index, counts)
    return {
      id: idBySku.get(skuOf(index)),
      ...(parent === undefined ? {} : { parent_id: idBySku.get(skuOf(parent)) }),
      attributes: {
        ...(vendor === undefined ? {} : { vendor: targets.vendorIds[vendor] }),
        category: targets.categoryIds[category],
        gallery: gallery.map((image) => targets.imageIds[image]),
      },
    }
  })
  await batch(client, 'products', items)
}

async function* listFloorRows(client: HttpClient): AsyncGenerator<FloorRow[]> {
  for await (const { data } of listAll(client, '/products?limit=200')) {
    yield data.map((entity) => ({
      id: entity.id,
      key: (entity.attributes['sku'] as string).toLowerCase(),
      json: JSON.stringify(entity),
    }))
  }
}

/** Keeps a workspace that was cached under an older storage schema from being measured. */
function schemaDigest(): string {
  const folder = new URL('../../server/store/file/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).filter(isSql).toSorted())
    hash.update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 8)
}

function isSql(name: string): boolean {
  return name.endsWith('.sql')
}
