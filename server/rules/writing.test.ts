import { afterAll, expect, test } from 'vitest'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const unknown = '00000000-0000-7000-8000-000000000000'
const eventsOf = async (id: string): Promise<number> =>
  (await server.get(`/products/${id}/events`)).body.pagination.total
const totalOf = async (): Promise<number> => (await server.get('/products?limit=1')).body.pagination.total

test('a create is 201 with Location and the whole entity [WRITE-01]', async () => {
  const answer = await server.post('/products', { attributes: { sku: 'W1', price: 2 } })
  const { id } = answer.body.data
  expect([answer.status, answer.headers.location]).toEqual([201, `/api/v1/products/${id}`])
  expect(answer.body).toEqual((await server.get(`/products/${id}`)).body)
})

test('a create carries the primary attribute [WRITE-02]', async () => {
  for (const attributes of [{}, { price: 1 }, { sku: null }, { sku: '' }])
    expect(describeAnswer(await server.post('/products', { attributes }))).toBe(
      '400 | attributes.sku required',
    )
  expect(describeAnswer(await server.post('/products', {}))).toBe('400 | attributes.sku required')
  expect((await server.post('/images', {})).status).toBe(201)
})

test('defaults fill what a create leaves out, and nothing else [WRITE-03]', async () => {
  const before = (await server.post('/categories', {})).body.data
  for (const [name, type, value] of [
    ['Region', 'single_line_text_field', 'EU'],
    ['Rate', 'number', '7'],
    ['Shown', 'boolean', 'true'],
  ]) {
    const body = { name, entity_type: 'category', data_type: type, default_value: value }
    expect((await server.post('/attributes', body)).status).toBe(201)
  }
  const make = async (attributes: object) => (await server.create(attributes, 'categories')).attributes
  expect(await make({})).toEqual({ region: 'EU', rate: 7, shown: true })
  expect(await make({ region: 'US', rate: null, shown: false })).toEqual({ region: 'US', shown: false })
  const patched = await server.patch(`/categories/${before.id}`, { attributes: { rate: 1 } })
  expect(patched.body.data.attributes).toEqual({ rate: 1 })
})

test('PATCH writes what it names and answers the whole [WRITE-04]', async () => {
  const { id } = await server.create({ sku: 'W4', price: 1, name: 'n' })
  const answer = await server.patch(`/products/${id}`, { attributes: { price: 2 } })
  expect([answer.status, answer.body.data.attributes]).toEqual([200, { sku: 'W4', price: 2, name: 'n' }])
  expect(answer.body).toEqual((await server.get(`/products/${id}`)).body)
})

test('PATCH takes attributes and parent_id, at least one [WRITE-05]', async () => {
  const { id } = await server.create({ sku: 'W5' })
  for (const body of [{}, { label: 'x' }, { attributes: {}, id }, [], 'x'])
    expect((await server.patch(`/products/${id}`, body)).status).toBe(400)
  expect((await server.patch(`/products/${id}`, { attributes: {} })).status).toBe(200)
  expect((await server.patch(`/products/${id}`, { parent_id: null })).status).toBe(200)
})

test('a faulty write changes nothing [WRITE-06]', async () => {
  const entity = await server.create({ sku: 'W6', price: 1 })
  const answer = await server.patch(`/products/${entity.id}`, { attributes: { price: 2, color: 'Pink' } })
  expect(answer.status).toBe(400)
  expect((await server.get(`/products/${entity.id}`)).body.data).toEqual(entity)
  const before = await totalOf()
  await server.post('/products', { attributes: { sku: 'W6b', price: 'x' } })
  expect(await totalOf()).toBe(before)
})

test('what was read may be sent back and changes nothing [WRITE-07]', async () => {
  const vendor = await server.create({ vendor_name: 'V' }, 'vendors')
  const other = await server.create({ sku: 'W7b' })
  const values = {
    sku: ' W7 ',
    name: '00123',
    price: 1.5,
    released: '2026-01-05',
    active: true,
    tags: 'Blue, Red',
    specs: '{"a": 1}',
    link: 'https://a.example/',
    vendor: vendor.id,
    related: [other.id],
  }
  const entity = await server.create(values, 'products', other.id)
  const answer = await server.patch(`/products/${entity.id}`, {
    parent_id: entity.parent_id,
    attributes: entity.attributes,
  })
  expect([answer.status, answer.body.data]).toEqual([200, entity])
  expect(await eventsOf(entity.id)).toBe(1)
})

test('parent_id moves and detaches [WRITE-08]', async () => {
  const parent = await server.create({ sku: 'W8p' })
  const { id, parent_id: none } = await server.create({ sku: 'W8' })
  expect(none).toBeNull()
  const moved = await server.patch(`/products/${id}`, { parent_id: parent.id })
  expect(moved.body.data.parent_id).toBe(parent.id)
  const detached = await server.patch(`/products/${id}`, { parent_id: null })
  expect(detached.body.data.parent_id).toBeNull()
})

test('no circle of parents [WRITE-09]', async () => {
  const top = await server.create({ sku: 'W9' })
  const middle = await server.create({ sku: 'W9b' }, 'products', top.id)
  const leaf = await server.create({ sku: 'W9c' }, 'products', middle.id)
  for (const parent of [top.id, middle.id, leaf.id])
    expect(describeAnswer(await server.patch(`/products/${top.id}`, { parent_id: parent }))).toBe(
      '400 | parent_id self_reference',
    )
  const image = await server.create({}, 'images')
  expect(describeAnswer(await server.patch(`/images/${image.id}`, { parent_id: image.id }))).toBe(
    '400 | parent_id self_reference',
  )
})

test('a parent must be there and fit [WRITE-10]', async () => {
  const vendor = await server.create({ vendor_name: 'V' }, 'vendors')
  const product = await server.create({ sku: 'W10' })
  const category = await server.create({}, 'categories')
  const to = async (plural: string, id: string, parent: unknown) =>
    describeAnswer(await server.patch(`/${plural}/${id}`, { parent_id: parent }))
  expect(await to('products', product.id, unknown)).toBe('400 | parent_id referenced_entity_not_found')
  expect(await to('products', product.id, vendor.id)).toBe('400 | parent_id referenced_entity_not_found')
  expect(await to('categories', category.id, product.id)).toBe('400 | parent_id referenced_entity_not_found')
  for (const text of ['nope', ''])
    expect(await to('products', product.id, text)).toBe('400 | parent_id expected_uuid_or_null')
  for (const other of [5, true, [product.id], { id: product.id }])
    expect(await to('products', product.id, other)).toBe('400 | parent_id Expected a string or null.')
  expect(await to('vendors', vendor.id, product.id)).toBe('200')
  expect(await to('images', (await server.create({}, 'images')).id, product.id)).toBe('200')
})

test('undefined keys are told [WRITE-11]', async () => {
  const { id } = await server.create({ sku: 'W11' })
  for (const key of ['nope', 'city', 'supplies', 'SKU', 'label', '__proto__', 'toString']) {
    const body = `{"attributes":{"${key}":"x"}}`
    expect(describeAnswer(await server.patch(`/products/${id}`, body))).toBe(
      `400 | attributes.${key} not_a_defined_attribute`,
    )
  }
})

test('computed keys are read-only [WRITE-12]', async () => {
  const { id } = await server.create({ sku: 'W12' })
  const vendor = await server.create({ vendor_name: 'V' }, 'vendors')
  for (const value of [1, null, ''])
    expect(
      describeAnswer(
        await server.patch(`/products/${id}`, { attributes: { total: value, vendor_city: value } }),
      ),
    ).toBe('400 | attributes.total read_only_attribute | attributes.vendor_city read_only_attribute')
  expect(describeAnswer(await server.patch(`/vendors/${vendor.id}`, { attributes: { supplies: [] } }))).toBe(
    '400 | attributes.supplies read_only_attribute',
  )
})

test('a unique value has one holder [WRITE-13]', async () => {
  const { id } = await server.create({ sku: 'W13', code: 'One' })
  const clash = await server.post('/products', { attributes: { sku: 'W13b', code: ' ONE ' } })
  expect(describeAnswer(clash)).toBe('409 | attributes.code not_unique')
  expect(clash.body.error.code).toBe('conflict')
  expect((await server.patch(`/products/${id}`, { attributes: { code: 'one' } })).status).toBe(200)
  const other = await server.create({ sku: 'W13c' })
  expect((await server.patch(`/products/${other.id}`, { attributes: { code: 'one' } })).status).toBe(409)
})

test('the primary may be cleared later [WRITE-14]', async () => {
  const { id } = await server.create({ sku: 'W14' })
  const { status, body } = await server.patch(`/products/${id}`, { attributes: { sku: '' } })
  expect([status, body.data.label, body.data.attributes]).toEqual([200, null, {}])
})

test('a key may be a name that every object has [WRITE-04]', async () => {
  const attribute = { name: 'Constructor', entity_type: 'image', data_type: 'single_line_text_field' }
  await server.post('/attributes', { ...attribute, is_primary: true })
  const { id, label, attributes } = await server.create({ constructor: 'Ada' }, 'images')
  expect([label, attributes]).toEqual(['Ada', { constructor: 'Ada' }])
  const clear = async () => (await server.patch(`/images/${id}`, { attributes: { constructor: null } })).body
  const cleared = await clear()
  expect(cleared.data).toMatchObject({ label: null, attributes: {} })
  expect(await clear()).toEqual(cleared)
})
