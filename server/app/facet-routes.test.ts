import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const server = await testServer({
  attributes: [
    { ...text, name: 'SKU', is_primary: true },
    { ...text, name: 'Brand' },
    { ...text, name: 'GTIN' },
    { entity_type: 'product', data_type: 'number', name: 'Price' },
    { entity_type: 'product', data_type: 'date', name: 'Released' },
    { entity_type: 'product', data_type: 'multi_select_list', name: 'Tags', acceptable_values: 'New, Sale' },
    { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
    { entity_type: 'product', data_type: 'entity_reference', name: 'Vendor', reference: { type: 'vendor' } },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

let vendor: { id: string; type: string; label: string }
beforeAll(async () => {
  const { id } = (await server.post('/vendors', { attributes: { vendor_name: 'Oakland' } })).body.data
  vendor = { id, type: 'vendor', label: 'Oakland' }
  for (const attributes of [
    { sku: 'A', brand: 'Nord', price: 5, gtin: '4006381333931', tags: 'New', released: '2026-01-30' },
    { sku: 'B', brand: 'nord ', price: 12, tags: 'New, Sale', vendor: id, released: '2026-02-01' },
    { sku: 'C', brand: 'Oak, ash', price: 30, released: '2026-02-01' },
    { sku: 'Dodo', price: 31 },
  ])
    await server.post('/products', { attributes })
})

const ask = (query: string) => server.asOwner({ path: `/app/v1/grid/facets?type=product&${query}` })
const facets = async (query: string) => (await ask(query)).body.data
const faults = async (query: string) =>
  (await ask(query)).body.error.field_errors.map(({ field, issue }: Record<string, string>) => [field, issue])

test('each facet tells its values in the order asked; what compares equal is one [FACET-01] [FACET-02]', async () => {
  expect(await facets('facets=gtin:presence,brand,price,tags,vendor')).toEqual({
    matching: 4,
    facets: [
      { facet: 'gtin:presence', filled: 1, blank: 3 },
      {
        facet: 'brand',
        values: [
          { value: 'Nord', count: 2 },
          { value: 'Oak, ash', count: 1 },
        ],
        blank: 1,
      },
      {
        facet: 'price',
        min: 5,
        max: 31,
        bins: [
          { from: 5, to: 6, count: 1 },
          ...[6, 8, 10].map((from) => ({ from, to: from + 2, count: 0 })),
          { from: 12, to: 14, count: 1 },
          ...[14, 16, 18, 20, 22, 24, 26, 28].map((from) => ({ from, to: from + 2, count: 0 })),
          { from: 30, to: 31, count: 2 },
        ],
        blank: 0,
      },
      {
        facet: 'tags',
        values: [
          { value: 'New', count: 2 },
          { value: 'Sale', count: 1 },
        ],
        blank: 2,
      },
      { facet: 'vendor', values: [{ value: vendor, count: 1 }], blank: 3 },
    ],
  })
})

test('histograms of days and of lengths, which lists are filtered by too [FACET-03]', async () => {
  const { facets: answered } = await facets('facets=released,sku:length')
  expect(answered).toEqual([
    {
      facet: 'released',
      min: '2026-01-30',
      max: '2026-02-01',
      bins: [
        { from: '2026-01-30', to: '2026-01-31', count: 1 },
        { from: '2026-01-31', to: '2026-02-01', count: 0 },
        { from: '2026-02-01', to: '2026-02-02', count: 2 },
      ],
      blank: 1,
    },
    {
      facet: 'sku:length',
      min: 1,
      max: 4,
      bins: [
        { from: 1, to: 2, count: 3 },
        { from: 2, to: 3, count: 0 },
        { from: 3, to: 4, count: 0 },
        { from: 4, to: 5, count: 1 },
      ],
      blank: 0,
    },
  ])
  const long = await server.get('/products?filter[sku:length][gte]=2&sort=-sku:length')
  expect(long.body.data.map(({ label }: { label: string }) => label)).toEqual(['Dodo'])
  expect((await server.get('/products?filter[brand:length][exists]=false')).body.pagination.total).toBe(1)
})

test('a filter narrows every facet, a choice all but those of its own key [FACET-04]', async () => {
  const narrowed = await facets('facets=brand,gtin:presence&filter[price][lt]=31&choice[brand]=NORD')
  expect(narrowed).toMatchObject({
    matching: 2,
    facets: [
      { values: [{ count: 2 }, { count: 1 }], blank: 0 },
      { filled: 1, blank: 1 },
    ],
  })
  const own = await facets('facets=gtin:presence,brand&choice[gtin][exists]=true')
  expect(own).toMatchObject({ matching: 1, facets: [{ filled: 1, blank: 3 }, { blank: 0 }] })
  const several = encodeURIComponent(
    JSON.stringify({
      or: [
        { attribute: 'brand', value: 'Oak, ash' },
        { attribute: 'brand', value: 'Nord' },
      ],
    }),
  )
  expect(await facets(`facets=brand,tags&choice=${several}`)).toMatchObject({
    matching: 3,
    facets: [{ blank: 1 }, { blank: 1 }],
  })
})

test('a search narrows the values that are shown, and a limit says when there are more [FACET-05]', async () => {
  expect(await facets('facets=brand,vendor&search[brand]=OAK&search[vendor]=land')).toMatchObject({
    facets: [
      { values: [{ value: 'Oak, ash', count: 1 }], blank: 1 },
      { values: [{ value: vendor, count: 1 }], blank: 3 },
    ],
  })
  expect((await facets('facets=brand&limit=1')).facets).toEqual([
    { facet: 'brand', values: [{ value: 'Nord', count: 2 }], is_complete: false, blank: 1 },
  ])
})

test('every fault names its place [FACET-07]', async () => {
  expect(
    await faults('facets=nope,id,price:length&choice[price][gt]=x&choice[no]=1&search[brand]=a&filter[x]=1'),
  ).toEqual([
    ['filter[x]', 'not_a_defined_attribute'],
    ['facets', 'not_a_defined_attribute'],
    ['facets', 'invalid_value'],
    ['facets', 'not_a_defined_attribute'],
    ['choice[price][gt]', 'expected_number'],
    ['choice[no]', 'not_a_defined_attribute'],
    ['search[brand]', 'invalid_value'],
  ])
  expect(await faults('facets=price&search[price]=1&choice={')).toEqual([
    ['choice', 'not_a_defined_attribute'],
    ['search[price]', 'operator_not_supported_for_type'],
  ])
  expect(await faults('x=1')).toEqual([
    ['x', 'This query parameter is not known here.'],
    ['facets', 'required'],
  ])
})

test('<key>:pixels tells how large pictures of the workspace are, and lists filter and sort by it [FACET-09]', async () => {
  await server.post('/attributes', { entity_type: 'product', data_type: 'image', name: 'Photo' })
  const products = (await server.get('/products?sort=sku')).body.data
  const keep = async (width: number, height: number): Promise<string> => {
    const picture = sharp({ create: { width, height, channels: 3, background: '#a40' } })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), 'photo.jpg')
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    return (await server.post('/files', Buffer.from(await encoded.arrayBuffer()), headers)).body.data.path
  }
  const photos = [await keep(800, 600), await keep(300, 900), 'https://example.com/p.jpg']
  for (const [index, photo] of photos.entries())
    await server.patch(`/products/${products[index].id}`, { attributes: { photo } })
  const { facets: answered } = await facets('facets=photo:pixels')
  expect(answered[0]).toMatchObject({ facet: 'photo:pixels', min: 300, max: 600, blank: 2 })
  const listed = async (query: string) =>
    (await server.get(`/products?${query}`)).body.data.map(
      ({ attributes }: { attributes: { sku: string } }) => attributes.sku,
    )
  expect(await listed('filter[photo:pixels][lt]=500')).toEqual(['B'])
  expect((await listed('sort=-photo:pixels')).slice(0, 2)).toEqual(['A', 'B'])
  expect(await faults('facets=brand:pixels')).toEqual([['facets', 'not_a_defined_attribute']])
})

test('quality:severity tells how many rows have such a finding, and narrows by it [FACET-08]', async () => {
  const rule = {
    name: 'Has a GTIN',
    entity_type: 'product',
    severity: 'error',
    check: { kind: 'required', attributes: ['gtin'] },
  }
  expect((await server.post('/quality/rules', rule)).status).toBe(201)
  const short = { ...rule, name: 'Has a price', check: { kind: 'required', attributes: ['brand'] } }
  await server.post('/quality/rules', { ...short, severity: 'warning' })
  expect(await facets('facets=quality:severity&choice[quality:severity]=error')).toEqual({
    matching: 3,
    facets: [
      {
        facet: 'quality:severity',
        values: [
          { value: 'error', count: 3 },
          { value: 'warning', count: 1 },
        ],
        blank: 1,
      },
    ],
  })
  expect(await facets('facets=brand&choice[quality:severity]=none')).toMatchObject({ matching: 1 })
  const narrowed = await facets('facets=quality:severity,brand&choice[quality:severity]=warning')
  expect(narrowed).toMatchObject({ matching: 1, facets: [{ blank: 1 }, { values: [], blank: 1 }] })
})
