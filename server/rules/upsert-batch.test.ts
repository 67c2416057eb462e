import { afterAll, expect, test } from 'vitest'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const upsert = (key: unknown, attributes: object) =>
  server.post('/products/upsert', { merge_key: key, attributes })
const batch = (items: unknown, merge_key?: string) =>
  server.post('/products/batch', { items, ...(merge_key !== undefined && { merge_key }) })
const count = async (sku: string) =>
  (await server.get(`/products?filter[sku]=${encodeURIComponent(sku)}`)).body.pagination.total as number
const eventsOf = async (id: string) =>
  (await server.get(`/products/${id}/events`)).body.pagination.total as number

test('an upsert creates, then updates [UPSERT-01]', async () => {
  const first = await upsert('sku', { sku: 'U1', price: 1 })
  const { id } = first.body.data
  expect([first.status, first.headers.location]).toEqual([201, `/api/v1/products/${id}`])
  const second = await upsert('sku', { sku: 'U1', price: 2 })
  expect([second.status, second.body.data.id, second.body.data.attributes.price]).toEqual([200, id, 2])
  expect(second.headers.location).toBeUndefined()
  for (const plural of ['images', 'vendors', 'categories'])
    expect((await server.post(`/${plural}/upsert`, { merge_key: 'nope', attributes: {} })).status).toBe(400)
  const vendor = { merge_key: 'vendor_name', attributes: { vendor_name: 'V' } }
  expect((await server.post('/vendors/upsert', vendor)).status).toBe(201)
})

test('a merge key compares trimmed and folded [UPSERT-02]', async () => {
  const first = await upsert('sku', { sku: ' Straße ' })
  const second = await upsert('sku', { sku: 'STRASSE', price: 1 })
  expect([second.status, second.body.data.id]).toEqual([200, first.body.data.id])
  expect(second.body.data.attributes).toEqual({ sku: 'STRASSE', price: 1 })
  expect((await upsert('sku', { sku: 'STRASSE 2' })).status).toBe(201)
})

test('several matches are a conflict that names them [UPSERT-03]', async () => {
  const ids = [
    await server.create({ sku: 'U3a', name: 'Twin' }),
    await server.create({ sku: 'U3b', name: 'twin ' }),
  ]
  const { status, body } = await upsert('name', { name: 'TWIN', price: 1 })
  expect([status, body.error.code]).toEqual([409, 'conflict'])
  for (const { id } of ids) expect(body.error.message).toContain(id)
  expect(body.error.field_errors).toEqual([{ field: 'merge_key', issue: 'not_unique' }])
  expect((await server.get(`/products/${ids[0]?.id}`)).body.data.attributes).not.toHaveProperty('price')
})

test('a merge key has a value [UPSERT-04]', async () => {
  for (const attributes of [{ price: 1 }, { sku: null }, { sku: '' }, { sku: ' \t' }])
    expect(describeAnswer(await upsert('sku', attributes))).toBe('400 | merge_key merge_key_value_required')
})

test('a merge key is a defined text [UPSERT-05]', async () => {
  const keys =
    'vendor related total vendor_city price released active color tags stage specs photo clip done position'
  for (const key of keys.split(' '))
    expect(describeAnswer(await upsert(key, { sku: 'U5' }))).toBe('400 | merge_key not_a_text_attribute')
  for (const key of ['nope', 'id', 'label', ''])
    expect(describeAnswer(await upsert(key, { sku: 'U5' }))).toBe('400 | merge_key not_a_defined_attribute')
  for (const key of ['description', 'link'])
    expect(describeAnswer(await upsert(key, { sku: `U5 ${key}`, [key]: 'https://a.example' }))).toBe('201')
})

test('an upsert may be repeated, and many at once create one [UPSERT-06]', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => upsert('sku', { sku: 'U6', price: 1 })))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    ...Array<number>(19).fill(200),
    201,
  ])
  expect(await count('U6')).toBe(1)
  expect(await eventsOf(answers[0]?.body.data.id)).toBe(1)
})

test('sources have no upsert and no batch [UPSERT-07]', async () => {
  for (const path of ['/sources/upsert', '/sources/batch'])
    expect((await server.post(path, { merge_key: 'x', items: [{}], attributes: {} })).status).toBe(404)
})

test('a batch answers for each item, in order [BATCH-01]', async () => {
  const old = await server.create({ sku: 'B1a' })
  const { status, body } = await batch(
    [
      { attributes: { sku: 'b1A', price: 5 } },
      { attributes: { sku: 'B1b' } },
      { attributes: { sku: 'B1c', price: 'x' } },
    ],
    'sku',
  )
  expect(status).toBe(200)
  expect(body.summary).toEqual({ total: 3, created: 1, updated: 1, unchanged: 0, failed: 1 })
  expect(body.data[0]).toMatchObject({ index: 0, status: 'updated', status_code: 200, id: old.id })
  expect(body.data[0].data.attributes).toEqual({ sku: 'b1A', price: 5 })
  expect(body.data[1]).toMatchObject({ index: 1, status: 'created', status_code: 201 })
  expect(body.data[1].id).toBe(body.data[1].data.id)
  expect(body.data[2]).toMatchObject({ index: 2, status: 'failed', status_code: 400, id: null })
})

test('a failed item changes nothing and stops no other [BATCH-02]', async () => {
  const { body } = await batch([
    { attributes: { sku: 'B2', price: 'x', nope: 1 } },
    { attributes: { sku: 'B2 b' } },
  ])
  expect(body.data[0].error).toMatchObject({
    code: 'validation_failed',
    is_retriable: false,
    field_errors: [
      { field: 'attributes.price', issue: 'expected_number' },
      { field: 'attributes.nope', issue: 'not_a_defined_attribute' },
    ],
  })
  expect(body.data[0].error.message).not.toBe('')
  expect([await count('B2'), await count('B2 b')]).toEqual([0, 1])
  const odd = await batch([5], 'sku')
  expect(odd.body.data[0].error.field_errors).toMatchObject([{ field: 'item', issue: 'Expected an object.' }])
})

test('an item sees those before it [BATCH-03]', async () => {
  const { body } = await batch(
    [{ attributes: { sku: 'B3' } }, { attributes: { sku: 'b3', price: 1 } }],
    'sku',
  )
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['created', 'updated'])
  expect(body.data[0].id).toBe(body.data[1].id)
  expect(body.data[0].data.attributes).toEqual({ sku: 'B3' })
  expect(body.data[1].data.attributes).toEqual({ sku: 'b3', price: 1 })
})

test('an item chooses its entity [BATCH-04]', async () => {
  const { id } = await server.create({ sku: 'B4', name: 'B4 name' })
  const { body } = await batch(
    [
      { merge_key: 'name', attributes: { sku: 'B4 new', name: 'b4 NAME' } },
      { id, merge_key: 'sku', attributes: { sku: 'B4 newer' } },
      { id: '00000000-0000-7000-8000-000000000000', attributes: { sku: 'B4 newer' } },
    ],
    'sku',
  )
  expect(body.data.map(({ status_code: code }: { status_code: number }) => code)).toEqual([200, 200, 404])
  expect([body.data[0].id, body.data[1].id]).toEqual([id, id])
  const plain = await batch([{ attributes: { sku: 'B4 newer' } }])
  expect(plain.body.data[0].status).toBe('created')
  const moved = await batch([{ id, parent_id: plain.body.data[0].id }])
  expect(moved.body.data[0].data.parent_id).toBe(plain.body.data[0].id)
})

test('an item whose id or merge key is none is told nothing of a create [BATCH-04]', async () => {
  const items = [
    { id: 5, attributes: { price: 'x' } },
    { merge_key: null, attributes: { price: 1 } },
  ]
  const { body } = await server.post('/products/batch', { items, merge_key: 'sku' })
  const faults = body.data.map(({ error }: { error: { field_errors: { field: string }[] } }) =>
    error.field_errors.map(({ field }) => field),
  )
  expect(faults).toEqual([['id', 'attributes.price'], ['merge_key']])
})

test('a batch has 1 to 100 items [BATCH-05]', async () => {
  const items = (length: number) => Array.from({ length }, (_, n) => ({ attributes: { sku: `B5-${n}` } }))
  expect(describeAnswer(await batch([]))).toBe('400 | items expected_values')
  expect(describeAnswer(await batch(items(101), 'sku'))).toBe('400 | items too_many_values')
  expect(await count('B5-0')).toBe(0)
  expect((await batch(items(100), 'sku')).body.summary.created).toBe(100)
  expect((await batch('x')).status).toBe(400)
})

test('a retried batch creates nothing twice [BATCH-06]', async () => {
  const items = [{ attributes: { sku: 'B6 a', price: 1 } }, { attributes: { sku: 'B6 b' } }]
  const first = await batch(items, 'sku')
  const second = await batch(items, 'sku')
  const idsOf = ({ body }: typeof first) => body.data.map(({ id }: { id: string }) => id)
  expect(idsOf(second)).toEqual(idsOf(first))
  expect(second.body.summary).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(await eventsOf(idsOf(first)[0])).toBe(1)
})

test('a batch tells in its summary what had nothing to change [BATCH-07]', async () => {
  const made = (await batch([{ attributes: { sku: 'B7 a', price: 1 } }, { attributes: { sku: 'B7 b' } }]))
    .body
  const [a, b] = made.data.map(({ id }: { id: string }) => id)
  const items = [
    { id: a, attributes: { price: 1 } },
    { id: b, attributes: { price: 2 } },
    { attributes: { sku: ' b7 A ' }, merge_key: 'sku' },
    { attributes: { sku: 'B7 a', price: 1 }, merge_key: 'sku' },
    { attributes: { sku: 'B7 a', price: 1 }, merge_key: 'sku' },
    { attributes: { sku: 'B7 c' } },
  ]
  const { summary, data } = (await batch(items)).body
  expect(summary).toEqual({ total: 6, created: 1, updated: 3, unchanged: 2, failed: 0 })
  const statuses = data.map(({ status, status_code: code }: { status: string; status_code: number }) => [
    status,
    code,
  ])
  const updated = ['updated', 200]
  expect(statuses).toEqual([updated, updated, updated, updated, updated, ['created', 201]])
})
