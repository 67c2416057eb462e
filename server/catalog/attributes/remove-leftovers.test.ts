import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase, type ReadableDb } from '../../store/database/database.ts'
import { entitiesPerStep } from '../../store/tables/leftover-values.ts'
import { JobWorkspace } from '../../testing/job-workspace.ts'
import { workerEntry } from '../../threads/worker-entry.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { deleteAttribute, removeLeftovers } from './delete-attribute.ts'

const products = 1200
const texts = 20

const noted = (db: ReadableDb) =>
  db.column<number>("SELECT count(*) FROM meta WHERE key GLOB 'leftover_*' OR key GLOB 'holders_*'")[0]
const holding = (db: ReadableDb) =>
  db.column<number>("SELECT count(*) FROM entity WHERE attributes ->> '$.price' IS NOT NULL")[0]

function inFile<T>(file: string, fn: (db: ReadableDb) => T): T {
  const database = openDatabase(file, { readonly: true })
  try {
    return database.read(fn)
  } finally {
    database.close()
  }
}

function wideCsv(): string {
  const names = Array.from({ length: texts }, (_, index) => `text_${index}`)
  const filler = 'It is a piece of furniture for the home. '.repeat(8)
  const rows = Array.from({ length: products }, (_, index) =>
    [`P${index}`, index, ...names.map((name) => `${name} ${filler}`)].join(','),
  )
  return [['name', 'price', ...names].join(','), ...rows].join('\n')
}

async function wideServer(): Promise<TestServer> {
  const server = await testServer({ isThreaded: true, rateLimit: 1_000_000 })
  const parts = [
    'name="type"\r\n\r\nproduct',
    'name="create_missing_attributes"\r\n\r\ntrue',
    `name="file"; filename="products.csv"\r\nContent-Type: text/csv\r\n\r\n${wideCsv()}`,
  ].map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`)
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  const { body } = await server.post('/imports', `${parts.join('')}--x--\r\n`, multipart)
  const job = await server.endedJob(body.data.id)
  expect(job).toMatchObject({ status: 'completed', result: { created: products } })
  return server
}

async function deletePrice(server: TestServer): Promise<void> {
  const path = '/app/v1/attributes/price?type=product'
  expect((await server.asOwner({ method: 'DELETE', path })).status).toBe(200)
  expect(inFile(server.workspace.file, noted)).toBeGreaterThan(1)
}

test('while an attribute is removed from many products saves go on, no answer shows it, and its key is free [DEF-24]', async () => {
  await using server = await wideServer()
  const { file } = server.workspace
  const [{ id }] = (await server.get('/products?limit=1')).body.data
  await deletePrice(server)
  const keysOf = async (path: string): Promise<string[]> => {
    const { body } = await server.get(path)
    return [body.data].flat().flatMap(({ attributes }: { attributes: object }) => Object.keys(attributes))
  }
  let saves = 0
  do {
    saves += 1
    const saved = await server.patch(`/products/${id}`, { attributes: { text_1: `Text ${saves}` } })
    expect(saved.body.data.attributes).toMatchObject({ text_1: `Text ${saves}` })
    expect(saved.body.data.attributes).not.toHaveProperty('price')
    expect(await keysOf('/products?limit=100&sort=-created_at')).not.toContain('price')
    expect(await keysOf(`/products/${id}`)).not.toContain('price')
  } while (inFile(file, noted) !== 0)
  expect(saves).toBeGreaterThan(1)
  expect(inFile(file, holding)).toBe(0)
})

test('before an attribute is made only what is left under its key is removed', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Price')
  for (let index = 0; index <= entitiesPerStep; index++) catalog.create('product', { price: 'x' })
  catalog.write((tx) =>
    deleteAttribute(tx, { key: 'price', type: 'product', faults: [], context: testContext }),
  )
  const left = catalog.read(noted)
  const others = [
    { name: 'Prices', entity_type: 'product' },
    { name: 'Price', entity_type: 'vendor' },
  ]
  for (const before of [...others, { name: 5, entity_type: 'product' }, { key: 'price' }, null, 'price'])
    expect(catalog.write((tx) => removeLeftovers(tx, { before }))).toBe(false)
  expect(catalog.read(noted)).toBe(left)
  const before = { name: 'Price', entity_type: 'product' }
  while (catalog.write((tx) => removeLeftovers(tx, { before })));
  expect(catalog.read(noted)).toBe(0)
})

test('an attribute of the same key that is made at once has no values [DEF-24]', async () => {
  await using server = await wideServer()
  await deletePrice(server)
  const body = { name: 'Price', entity_type: 'product', data_type: 'number' }
  const [{ id }] = (await server.get('/products?limit=1')).body.data
  const progress = { isMade: false }
  const making = server.post('/attributes', body).finally(() => (progress.isMade = true))
  let saves = 0
  for (; !progress.isMade; saves += 1)
    await server.patch(`/products/${id}`, { attributes: { text_1: `Text ${saves}` } })
  expect(saves).toBeGreaterThan(3)
  const made = await making
  expect(made).toMatchObject({ status: 201, body: { data: { key: 'price' } } })
  expect(inFile(server.workspace.file, noted)).toBe(0)
  expect((await server.get('/products?filter[price][exists]=true')).body.pagination.total).toBe(0)
  expect(inFile(server.workspace.file, holding)).toBe(0)
})

test('kill -9 between two slices: the next start goes on where it was [DEF-24]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-killed-leftovers-'))
  const source = new URL('../../testing/job-workspace.ts', import.meta.url).href
  const [script, csv] = [join(folder, 'delete-and-end.mjs'), join(folder, 'products.csv')]
  await writeFile(csv, wideCsv())
  await writeFile(
    script,
    `import { readFileSync } from 'node:fs'
    const { JobWorkspace, ownerContext } = await import(${JSON.stringify(source)})
    const workspace = await JobWorkspace.open({
      folder: ${JSON.stringify(folder)},
      entry: new URL(${JSON.stringify(workerEntry)}),
    })
    await workspace.enqueue(readFileSync(${JSON.stringify(csv)}))
    await workspace.runner.idle()
    await workspace.threads.call('deleteAttribute', { key: 'price', type: 'product', faults: [], context: ownerContext })
    await workspace.threads.call('removeLeftovers', {})
    process.kill(process.pid, 'SIGKILL')`,
  )
  const child = spawn(process.execPath, [script], { stdio: 'inherit' })
  await once(child, 'exit')

  const file = join(folder, 'workspace.vitrine')
  const left = inFile(file, holding) ?? 0
  expect([left > 0, left < products]).toEqual([true, true])
  await using workspace = await JobWorkspace.open({ folder, isThreaded: true })
  const shown = async () => new Set((await workspace.products()).flatMap((product) => Object.keys(product)))
  expect(await shown()).not.toContain('price')
  await expect.poll(() => inFile(file, noted)).toBe(0)
  expect(inFile(file, holding)).toBe(0)
  expect(await shown()).not.toContain('price')
  expect(await workspace.threads.check()).toEqual([])
})
