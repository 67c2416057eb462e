import { afterEach, expect, test, vi } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { unplacedReads, unplacedWrites } from '../../catalog/assets/unplaced-files.ts'
import { removeUnwantedFiles, readFile } from '../../catalog/files/stored-files.ts'

afterEach(() => vi.useRealTimers())

const attributes = [
  { name: 'SKU', key: 'sku', data_type: 'single_line_text_field', entity_type: 'product', is_primary: true },
  { name: 'Photo', key: 'photo', data_type: 'image', entity_type: 'product' },
]

const drawing = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`

async function match(server: TestServer, files: Readonly<Record<string, string>>) {
  const form = new FormData()
  form.append('rules', JSON.stringify([{ by: 'key', attribute: 'sku' }]))
  form.append('attribute', 'photo')
  form.append('dry_run', 'false')
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name)
  const answer = await fetch(`${server.server.origin}/api/v1/asset-matches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}` },
    body: form,
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  return (await server.endedJob(data.id)).result
}

const list = async (server: TestServer, query = '') =>
  (await server.asOwner({ path: `/app/v1/unplaced-files${query}` })).body

test('files that found no product when a match was applied are listed until they are placed [ASSET-07]', async () => {
  await using server = await testServer({ attributes })
  await server.post('/products', { attributes: { sku: 'CH-100' } })
  const result = await match(server, {
    'CH-100.svg': drawing(8),
    'team.svg': drawing(9),
    'TB-1.svg': drawing(10),
    'notes.txt': 'no picture',
  })
  expect(result).toMatchObject({ applied: 1 })
  const { data, pagination } = await list(server)
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['TB-1.svg', 'team.svg'])
  expect(data[0]).toMatchObject({ media_type: 'image/svg+xml', size: drawing(10).length })
  expect((await server.get(`/${data[0].path}`)).text).toBe(drawing(10))
  expect(pagination.total).toBe(2)
  const first = await list(server, '?limit=1')
  const next = await list(server, `?limit=1&cursor=${first.pagination.next_cursor}`)
  expect(next.data.map(({ name }: { name: string }) => name)).toEqual(['team.svg'])
  const named = await list(server, '?name=team.svg')
  expect([named.data.length, named.data[0].name, named.pagination.total]).toEqual([1, 'team.svg', 1])
  expect((await list(server, '?name=eam.svg')).pagination.total).toBe(0)

  await server.post('/products', { attributes: { sku: 'TB-1' } })
  await match(server, { 'TB-1.svg': drawing(10) })
  expect((await list(server)).data.map(({ name }: { name: string }) => name)).toEqual(['team.svg'])
})

test('the collector forgets what was not placed for thirty days, and keeps what a value names [ASSET-07]', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Scene', { data_type: 'image' })
  const files = [8, 9].map((side) => ({ name: `${side}.svg`, bytes: Buffer.from(drawing(side)) }))
  catalog.write((tx) => unplacedWrites.storeUnplacedFiles(tx, { files }))
  const page = { limit: 10, offset: 0, faults: [] }
  const listed = () => {
    const { body } = catalog.read((db) => unplacedReads.listUnplacedFiles(db, page))
    return (JSON.parse(String(body)) as { data: { hash: string; path: string }[] }).data
  }
  const [used, unused] = listed()
  catalog.create('product', { scene: used?.path ?? '' })
  const collect = () => catalog.write((tx) => removeUnwantedFiles(tx, { behind: '' }))
  const isStored = (hash = '') => catalog.read((db) => readFile(db, { hash })) !== undefined
  vi.setSystemTime(Date.now() + 29 * 24 * 60 * 60 * 1000)
  collect()
  expect(listed()).toHaveLength(2)
  vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60 * 1000)
  collect()
  expect([listed(), isStored(used?.hash), isStored(unused?.hash)]).toEqual([[], true, false])
})
