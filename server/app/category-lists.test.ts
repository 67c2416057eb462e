import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

const pathOf = (rest = '', channel = 'google_merchant') => `/app/v1/channels/${channel}/category-list${rest}`
const get = (search: string, channel?: string) =>
  server.asOwner({ method: 'GET', path: pathOf(search, channel) })

async function add(file: string | Uint8Array, channel?: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'taxonomy.txt')
  const encoded = new Response(form)
  return server.asOwner({
    method: 'POST',
    path: pathOf('', channel),
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

const taxonomy = `# Google_Product_Taxonomy_Version: 2021-09-21
436 - Furniture
443 - Furniture > Chairs
6499 - Furniture > Chairs > Arm Chairs, Recliners & Sleeper Chairs
5886 - Furniture > Chairs > Kitchen & Dining Room Chairs
460 - Furniture > Sofas
594 - Home & Garden > Lighting
4636 - Home & Garden > Lighting > Lamps
2608 - Home & Garden > Lighting > Lighting Fixtures > Ceiling Light Fixtures
1000 - Toys > Dollhouse > Chairs
`

test('a list is added, searched by words in any order or a number, and removed [CHANNEL-11]', async () => {
  expect((await get('?q=chair')).body.data).toEqual({ list: null, found: [], total: 0 })
  const added = await add(taxonomy)
  expect([added.status, added.body.data]).toEqual([
    201,
    {
      title: 'Google_Product_Taxonomy_Version: 2021-09-21',
      categories: 9,
      added_at: expect.any(String) as string,
    },
  ])
  const found = async (q: string, limit = 20) => {
    const { data } = (await get(`?q=${encodeURIComponent(q)}&limit=${limit}`)).body
    return [data.total, ...data.found.map(({ number }: { number: string }) => number)]
  }
  expect(await found('chair')).toEqual([4, '443', '1000', '5886', '6499'])
  expect(await found('dining chairs kitchen')).toEqual([1, '5886'])
  expect(await found('lamps garden')).toEqual([1, '4636'])
  expect(await found('ceil')).toEqual([1, '2608'])
  expect(await found('460')).toEqual([1, '460'])
  expect(await found('chair', 2)).toEqual([4, '443', '1000'])
  expect(await found('unicorn')).toEqual([0])
  expect(await found(' ')).toEqual([0])
  expect((await server.asOwner({ method: 'DELETE', path: pathOf() })).body.data.categories).toBe(9)
  expect((await get('')).body.data.list).toBeNull()
})

test('names are looked up: what the list has, or else what is called the same below the most alike [CHANNEL-11]', async () => {
  await add(taxonomy)
  const names = [
    '443',
    'Furniture > Sofas',
    'Home furniture > Chair',
    'Play > Toys > Chairs',
    'Lights',
    'Lighting',
  ]
  const { body } = await server.asOwner({ method: 'POST', path: pathOf('/look-up'), body: { names } })
  expect(
    body.data.map(({ listed, suggested }: Record<string, { path: string } | null>) => [
      listed?.path ?? null,
      suggested?.path ?? null,
    ]),
  ).toEqual([
    ['Furniture > Chairs', null],
    ['Furniture > Sofas', null],
    [null, 'Furniture > Chairs'],
    [null, 'Toys > Dollhouse > Chairs'],
    [null, null],
    [null, 'Home & Garden > Lighting'],
  ])
  const many = await server.asOwner({
    method: 'POST',
    path: pathOf('/look-up'),
    body: { names: Array.from({ length: 201 }, () => 'a') },
  })
  expect(many.status).toBe(400)
})

test('what is no list is refused with what to do, and changes nothing [CHANNEL-11]', async () => {
  await add(taxonomy)
  const cases: [string | Uint8Array, string][] = [
    ['# Only a comment\n', 'There is no category in it.'],
    ['<!doctype html>\n<p>Furniture', 'This is no list of categories.'],
    [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'This is no text in UTF-8.'],
    ['a\n'.repeat(50_001), 'It has more than 50000 categories.'],
    ['a'.repeat(8 * 2 ** 20 + 1), 'The file is too large.'],
  ]
  for (const [file, issue] of cases) {
    const { status, body } = await add(file)
    expect([status, body.error.field_errors[0].field, body.error.field_errors[0].issue]).toEqual([
      400,
      'file',
      expect.stringContaining(issue),
    ])
  }
  expect((await get('')).body.data.list.categories).toBe(9)
  expect((await add(taxonomy, 'nowhere')).status).toBe(404)
  const byKey = { authorization: `Bearer ${server.key}` }
  expect((await server.send({ method: 'GET', path: pathOf(), headers: byKey })).status).toBe(401)
})

test('a file that was put there by hand and cannot be read is told by its name [CHANNEL-11]', async () => {
  await mkdir(join(server.dataDir, 'taxonomies'), { recursive: true })
  await writeFile(join(server.dataDir, 'taxonomies', 'shopify.txt'), '')
  const { status, body } = await get('?q=a', 'shopify')
  expect([status, body.error.message]).toEqual([
    400,
    expect.stringContaining('taxonomies/shopify.txt of the data folder cannot be used. There is no category'),
  ])
})
