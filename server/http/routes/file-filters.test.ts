import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareTexts } from '#shared/text-order.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const text = 'single_line_text_field'
let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-filters-'))
  server = await testServer({
    attributes: [
      { name: 'File name', key: 'file_name', data_type: text, entity_type: 'image', is_primary: true },
      { name: 'Image', key: 'image_url', data_type: 'image', entity_type: 'image' },
      { name: 'Code', key: 'code', data_type: text, entity_type: 'product', is_primary: true },
      { name: 'Sheet', key: 'sheet', data_type: text, entity_type: 'product', constraints: { kind: 'file' } },
    ],
  })
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#806020' } })
  await image('tall', picture(300, 500).jpeg())
  await image('wide', picture(1200, 700).png())
  await image('square', picture(640, 640).webp())
  await image('turned', picture(900, 400).jpeg().withMetadata({ orientation: 6 }))
  await image('print', picture(800, 600).toColourspace('cmyk').jpeg())
  await server.post('/images', {
    attributes: { file_name: 'elsewhere', image_url: 'https://cdn.example/p.jpg' },
  })
  await writeFile(join(folder, 'linked.png'), await picture(2000, 1500).png().toBuffer())
  const owner = (method: string, path: string, body: object) =>
    server.asOwner({ method, path: `/app/v1/asset-libraries${path}`, body })
  const { body } = await owner('POST', '', { name: 'Studio', path: folder })
  const library = body.data.id as string
  const scan = await owner('POST', `/${library}/scan`, {})
  await server.endedJob(scan.body.data.id)
  const linked = { file_name: 'linked', image_url: `linked/${library}/linked.png` }
  await server.post('/images', { attributes: linked })
  await server.endedJob((await owner('POST', `/${library}/scan`, {})).body.data.id)
  for (const [code, sheet] of [
    ['A', '%PDF-1.4 short'],
    ['B', `%PDF-1.4 ${'long '.repeat(400)}`],
  ] as const)
    await server.post('/products', { attributes: { code, sheet: await store(Buffer.from(sheet)) } })
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function store(bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'a.bin')
  const encoded = new Response(form)
  const { body } = await server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
  return body.data.path
}

async function image(name: string, picture: Sharp): Promise<void> {
  const path = await store(await picture.toBuffer())
  await server.post('/images', { attributes: { file_name: name, image_url: path } })
}

async function labels(resource: string, query: string): Promise<string[]> {
  const { status, body } = await server.get(`/${resource}?${query}`)
  expect(status).toBe(200)
  return (body.data as { label: string }[]).map(({ label }) => label).toSorted(compareTexts)
}

test.each([
  ['filter[image_url][width][gte]=1000', ['linked', 'wide']],
  ['filter[image_url][height][lt]=601', ['print', 'square', 'tall'].filter((name) => name !== 'square')],
  ['filter[image_url][width]=400', ['turned']],
  ['filter[image_url][orientation]=portrait', ['tall', 'turned']],
  ['filter[image_url][orientation][in]=square,portrait', ['square', 'tall', 'turned']],
  ['filter[image_url][orientation]=landscape&filter[image_url][media_type]=image/png', ['linked', 'wide']],
  ['filter[image_url][media_type][starts_with]=image/w', ['square']],
  ['filter[image_url][color_space]=cmyk', ['print']],
  ['filter[image_url][size][gt]=0&filter[image_url][width][exists]=false', []],
  ['filter[image_url][width][exists]=false', ['elsewhere']],
  [
    'filter={"or":[{"attribute":"image_url:width","operator":"gte","value":2000},{"attribute":"file_name","operator":"eq","value":"tall"}]}',
    ['linked', 'tall'],
  ],
])('images are filtered by what their files are: %s [FILTER-26]', async (query, expected) => {
  expect(await labels('images', query)).toEqual(expected)
})

test('so are attributes that hold files, in rules and sorts too [FILTER-26]', async () => {
  expect(await labels('products', 'filter[sheet][size][gt]=1000')).toEqual(['B'])
  expect(await labels('products', 'filter[sheet][media_type]=application/pdf')).toEqual(['A', 'B'])
  const { body } = await server.get('/images?sort=-image_url:width&limit=2')
  expect((body.data as { label: string }[]).map(({ label }) => label)).toEqual(['linked', 'wide'])
  const made = await server.post('/quality/rules', {
    name: 'Wide enough',
    entity_type: 'image',
    check: { kind: 'filter', must_match: 'filter[image_url][width][gte]=500' },
    applies_to: 'filter[image_url][orientation]=portrait',
  })
  expect(made.status).toBe(201)
  const found = await server.get('/quality/findings?type=image&rule=wide_enough')
  expect(found.body.pagination.total).toBe(2)
})

test('an attribute without files has no such parts, and a text no order [FILTER-26]', async () => {
  const refused = async (query: string) =>
    (await server.get(`/images?${query}`)).body.error.field_errors.map(
      ({ field, issue }: { field: string; issue: string }) => `${field} ${issue}`,
    )
  expect(await refused('filter[file_name][width]=3')).toEqual([
    'filter[file_name][width] not_a_defined_attribute',
  ])
  expect(await refused('filter[image_url][orientation][gt]=square')).toEqual([
    'filter[image_url][orientation][gt] operator_not_supported_for_type',
  ])
  expect(await refused('filter[image_url][width][gte]=large')).toEqual([
    'filter[image_url][width][gte] expected_number',
  ])
  expect(await refused('filter[image_url][eq][gte]=1')).toEqual([
    'filter[image_url][eq][gte] not_a_defined_attribute',
  ])
})

test('what files are is counted in facets [FACET-11]', async () => {
  const read = async (query: string) =>
    (await server.asOwner({ method: 'GET', path: `/app/v1/grid/facets?type=image&${query}` })).body.data
  const { facets } = await read('facets=image_url:orientation,image_url:media_type,image_url:width')
  expect(facets[0]).toEqual({
    facet: 'image_url:orientation',
    values: [
      { value: 'landscape', count: 3 },
      { value: 'portrait', count: 2 },
      { value: 'square', count: 1 },
    ],
    blank: 1,
  })
  expect(facets[1].values).toContainEqual({ value: 'image/png', count: 2 })
  expect(facets[2]).toMatchObject({ min: 300, max: 2000, blank: 1 })
  const chosen = await read('facets=image_url:color_space&choice[image_url][orientation]=landscape')
  expect(chosen.facets[0].values).toEqual([
    { value: 'srgb', count: 2 },
    { value: 'cmyk', count: 1 },
  ])
})
