import { afterAll, beforeAll, expect, test } from 'vitest'
import { ruleServer, describeAnswer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
let vendor: Entity
let hub: Entity
const others: Entity[] = []
beforeAll(async () => {
  vendor = await server.create({ vendor_name: 'V' }, 'vendors')
  for (let n = 0; n < 5; n++) others.push(await server.create({ sku: `O${n}`, vendor: vendor.id }))
  hub = await server.create({
    sku: 'hub',
    vendor: vendor.id,
    related: others.toReversed().map(({ id }) => id),
  })
})
const references = (query: string, path = `/products/${hub.id}`) => server.get(`${path}/references?${query}`)
const labels = ({ body }: Awaited<ReturnType<typeof references>>) =>
  body.data.map(({ label }: Entity) => label).join(' ')

test('a list by position, a single one as one or none [REF-01]', async () => {
  const list = await references('attribute=related')
  expect([list.status, labels(list)]).toEqual([200, 'O4 O3 O2 O1 O0'])
  expect(list.body.pagination).toMatchObject({ total: 5, limit: 50, offset: 0, has_more: false })
  expect(list.body.data[0]).toEqual({ id: others[4]?.id, type: 'product', label: 'O4' })
  expect(labels(await references('attribute=vendor'))).toBe('V')
  const none = await references('attribute=related', `/products/${others[0]?.id}`)
  expect(none.body).toMatchObject({ data: [], pagination: { total: 0 } })
})

test('an inverse reference, in the order of creation [REF-02]', async () => {
  const inverse = await references('attribute=supplies', `/vendors/${vendor.id}`)
  expect(labels(inverse)).toBe('O0 O1 O2 O3 O4 hub')
})

test('attribute names a reference [REF-03]', async () => {
  for (const query of ['', 'attribute='])
    expect(describeAnswer(await references(query))).toBe('400 | attribute required')
  for (const key of ['nope', 'parent_id', 'supplies'])
    expect(describeAnswer(await references(`attribute=${key}`))).toBe(
      '400 | attribute not_a_defined_attribute',
    )
  for (const id of ['nope', vendor.id])
    expect(describeAnswer(await references('cursor=x', `/products/${id}`))).toBe('404')
  for (const key of ['sku', 'price', 'total', 'vendor_city'])
    expect(describeAnswer(await references(`attribute=${key}`))).toBe(
      '400 | attribute not_a_reference_attribute',
    )
})

test('references are paged [REF-04]', async () => {
  const seen = []
  let page = await references('attribute=related&limit=2')
  seen.push(labels(page))
  while (page.body.pagination.has_more) {
    page = await references(`attribute=related&limit=2&cursor=${page.body.pagination.next_cursor}`)
    seen.push(labels(page))
  }
  expect(seen).toEqual(['O4 O3', 'O2 O1', 'O0'])
  expect(labels(await references('attribute=related&limit=1&offset=3'))).toBe('O1')
  const cursor = page.body.pagination.next_cursor
  expect(describeAnswer(await references(`attribute=vendor&cursor=${cursor}`))).toBe(
    '400 | cursor invalid_value',
  )
  expect(describeAnswer(await references('attribute=related&limit=0'))).toBe('400 | limit out_of_range')
})

test('variants are a list of the children [VARIANT-01]', async () => {
  const parent = await server.create({ sku: 'parent' })
  for (const sku of ['b', 'a', 'c']) await server.create({ sku, price: 1 }, 'products', parent.id)
  const [{ id: child }] = (await server.get(`/products/${parent.id}/variants?limit=1`)).body.data
  await server.create({ sku: 'd' }, 'products', child)
  await server.create({}, 'images', parent.id)
  const variants = (query: string) => server.get(`/products/${parent.id}/variants?${query}`)
  const all = await variants('')
  expect([labels(all), all.body.pagination.total]).toEqual(['b a c', 3])
  expect(labels(await variants('sort=-sku&limit=2'))).toBe('c b')
  expect(labels(await variants('filter[sku]=A'))).toBe('a')
  for (const list of ['/products', `/products/${hub.id}/variants`, `/products/${child}/variants`]) {
    const { next_cursor: cursor } = (await server.get(`${list}?limit=1`)).body.pagination
    expect(describeAnswer(await variants(`cursor=${cursor}`))).toBe('400 | cursor invalid_value')
  }
  expect(describeAnswer(await variants('limit=0&sort=nope'))).toBe(
    '400 | limit out_of_range | sort not_a_defined_attribute',
  )
  expect((await server.get('/products/00000000-0000-7000-8000-000000000000/variants')).status).toBe(404)
})

test('variants can be frozen, for their product alone [VARIANT-01]', async () => {
  const parent = await server.create({ sku: 'frozen' })
  for (const sku of ['f2', 'f1', 'f3']) await server.create({ sku }, 'products', parent.id)
  const variants = (query: string, id = parent.id) => server.get(`/products/${id}/variants?${query}`)
  const { pagination } = (await variants('snapshot=new&sort=sku&limit=1')).body
  expect(pagination).toMatchObject({ total: 3, offset: 0, has_more: true, gone: [] })
  await server.create({ sku: 'f0' }, 'products', parent.id)
  const window = `snapshot=${pagination.snapshot}&offset=1&limit=2`
  expect(labels(await variants(window))).toBe('f2 f3')
  expect(labels(await variants(window, parent.id.toUpperCase()))).toBe('f2 f3')
  expect(labels(await variants(`sort=sku&cursor=${pagination.next_cursor}`))).toBe('f2 f3')
  const other = await server.create({ sku: 'not frozen' })
  for (const answer of [await variants(window, other.id), await server.get(`/products?${window}`)])
    expect(describeAnswer(answer)).toBe('400 | snapshot invalid_value')
  expect(describeAnswer(await variants('snapshot=nope&limit=0'))).toBe(
    '400 | limit out_of_range | snapshot invalid_value',
  )
  expect((await variants(window, '00000000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('only products have variants [VARIANT-02]', async () => {
  expect((await server.get(`/vendors/${vendor.id}/variants`)).status).toBe(404)
  for (const plural of ['vendors', 'images', 'categories', 'sources'])
    expect((await server.get(`/${plural}/${hub.id}/variants`)).status).toBe(404)
})
