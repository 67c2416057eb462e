import { afterAll, expect, test } from 'vitest'
import { ruleServer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const read = async (path: string) => (await server.get(path)).body.data as Entity
const unknown = '00000000-0000-7000-8000-000000000000'

test('a read has the system fields and attributes, nothing else [READ-01]', async () => {
  const { id } = await server.create({ sku: 'R1' })
  const { status, body } = await server.get(`/products/${id}`)
  expect([status, Object.keys(body)]).toEqual([200, ['data']])
  expect(Object.keys(body.data).sort()).toEqual(
    ['id', 'type', 'label', 'parent_id', 'created_at', 'updated_at', 'attributes'].sort(),
  )
  expect(body.data).toMatchObject({ id, type: 'product', label: 'R1', parent_id: null })
})

test('only keys with a value appear [READ-02]', async () => {
  const { id } = await server.create({
    sku: 'R2',
    name: null,
    price: '',
    color: null,
    related: [],
    vendor: null,
  })
  expect((await read(`/products/${id}`)).attributes).toEqual({ sku: 'R2' })
  await server.patch(`/products/${id}`, { attributes: { name: 'n', price: 1 } })
  await server.patch(`/products/${id}`, { attributes: { name: '', price: null } })
  expect((await read(`/products/${id}`)).attributes).toEqual({ sku: 'R2' })
})

test('label is the primary attribute or null [READ-03]', async () => {
  expect((await server.create({ sku: 'R3' })).label).toBe('R3')
  expect((await server.create({}, 'images')).label).toBeNull()
  const { id } = await server.create({ sku: 'R3b' })
  const cleared = await server.patch(`/products/${id}`, { attributes: { sku: null } })
  expect(cleared.body.data.label).toBeNull()
})

test('times are ISO 8601 with milliseconds [READ-04]', async () => {
  const before = Date.now()
  const { created_at: created, updated_at: updated } = await server.create({ sku: 'R4' })
  for (const time of [created, updated]) {
    expect(time).toBe(new Date(time).toISOString())
    expect(Math.abs(Date.parse(time) - before)).toBeLessThan(60_000)
  }
})

test('references read as stubs, lists whole and in order [READ-05]', async () => {
  const vendor = await server.create({ vendor_name: 'Nordlys' }, 'vendors')
  const others: string[] = []
  const items = Array.from({ length: 60 }, (_, n) => ({ attributes: { sku: `R5-${n}` } }))
  const made = await server.post('/products/batch', { items })
  for (const { id } of made.body.data) others.push(id)
  others.reverse()
  const { id } = await server.create({ sku: 'R5', vendor: vendor.id, related: others })
  const { attributes } = await read(`/products/${id}`)
  expect(attributes['vendor']).toEqual({ id: vendor.id, type: 'vendor', label: 'Nordlys' })
  expect(attributes['related'].map((stub: Entity) => stub.id)).toEqual(others)
  expect(attributes['related'][0]).toEqual({ id: others[0], type: 'product', label: 'R5-59' })
})

test('inverse references are not among the attributes [READ-06]', async () => {
  const vendor = await server.create({ vendor_name: 'Inverse' }, 'vendors')
  await server.create({ sku: 'R6', vendor: vendor.id })
  expect((await read(`/vendors/${vendor.id}`)).attributes).toEqual({ vendor_name: 'Inverse' })
})

test('ids in any case, written in lower case [READ-07]', async () => {
  const { id } = await server.create({ sku: 'R7' })
  expect(id).toBe(id.toLowerCase())
  expect((await read(`/products/${id.toUpperCase()}`)).id).toBe(id)
  const { attributes } = await server.create({ sku: 'R7b', related: [id.toUpperCase()] })
  expect(attributes['related'][0].id).toBe(id)
})

test('whatever the reason, what is not there is the same 404 [READ-08]', async () => {
  const { id } = await server.create({ sku: 'R8' })
  const trashed = await server.create({ sku: 'R8b' })
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/trash',
    body: { type: 'product', ids: [trashed.id] },
  })
  const shape = async (path: string) => {
    const { status, body } = await server.get(path)
    const { message, request_id: _id, ...error } = body.error
    return JSON.parse(JSON.stringify({ status, ...error, message }).replaceAll(/[0-9a-f-]{36}/g, '…'))
  }
  const never = await shape(`/products/${unknown}`)
  expect(never).toMatchObject({ status: 404, code: 'not_found' })
  expect(await shape(`/products/${trashed.id}`)).toEqual(never)
  expect((await shape(`/vendors/${id}`)).code).toBe('not_found')
})

test('scalars have their JSON type [READ-09]', async () => {
  const values = { sku: '7', price: 1.5, released: '2026-01-05', active: false, done: 40, position: 3 }
  expect((await server.create(values)).attributes).toEqual(values)
})

test('ids grow with creation, updated_at with every change [READ-10]', async () => {
  const made: Entity[] = []
  for (let n = 0; n < 20; n++) made.push(await server.create({ sku: `R10-${n}` }))
  const ids = made.map(({ id }) => id)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id[14]).toBe('7')
  const items = Array.from({ length: 100 }, (_, n) => ({ attributes: { sku: `R10 batch ${n}` } }))
  const batch = (await server.post('/products/batch', { items })).body.data.map(({ id }: Entity) => id)
  expect(batch.toSorted()).toEqual(batch)
  let last = made[0]?.updated_at ?? ''
  for (let n = 0; n < 20; n++) {
    const { body } = await server.patch(`/products/${ids[0]}`, { attributes: { price: n } })
    expect(body.data.updated_at > last).toBe(true)
    last = body.data.updated_at
  }
  expect((await read(`/products/${ids[0]}`)).created_at).toBe(made[0]?.created_at)
})

test('a formula without an expression and a lookup over nothing have no value [READ-11]', async () => {
  const vendor = await server.create({ vendor_name: 'V' }, 'vendors')
  const { id, attributes } = await server.create({ sku: 'R11', vendor: vendor.id })
  expect(Object.keys(attributes).sort()).toEqual(['sku', 'vendor'])
  await server.patch(`/products/${id}`, { attributes: { vendor: null } })
  expect((await read(`/products/${id}`)).attributes).toEqual({ sku: 'R11' })
})
