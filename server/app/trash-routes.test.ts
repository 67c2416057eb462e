import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, entity_type: 'product', name: 'SKU', is_primary: true },
    { ...text, entity_type: 'product', name: 'Code', constraints: { unique: true } },
    { entity_type: 'product', data_type: 'number', name: 'Price' },
    { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
    { entity_type: 'product', data_type: 'entity_reference', name: 'Vendor', reference: { type: 'vendor' } },
    {
      entity_type: 'product',
      data_type: 'entity_list_reference',
      name: 'Related',
      reference: { type: 'product' },
    },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const call = (path: string, body?: unknown) =>
  server.asOwner({ method: body === undefined ? 'GET' : 'POST', path: `/app/v1${path}`, body })
const trash = (type: string, ...ids: string[]) => call('/trash', { type, ids })
const restore = (...ids: string[]) => call('/trash/restore', { ids })
const create = async (attributes: object, parent_id?: string, plural = 'products') => {
  const { body } = await server.post(`/${plural}`, { attributes, parent_id })
  return body.data.id as string
}
const read = async (id: string) => (await server.get(`/products/${id}`)).body.data
const total = async (query: string) => (await server.get(`/products?limit=1&${query}`)).body.pagination.total
const isSound = async () => {
  const { body } = await call(`/workspaces/${server.workspace.id}/check`, {})
  expect(body.data.findings).toEqual([])
}

let vendor: string
let chair: string
let oak: string
let leg: string
let table: string
beforeAll(async () => {
  vendor = await create({ vendor_name: 'Nordlys' }, undefined, 'vendors')
  chair = await create({ sku: 'CH', code: 'one', price: 5, vendor })
  oak = await create({ sku: 'CH-OAK' }, chair)
  leg = await create({ sku: 'CH-OAK-LEG' }, oak)
  table = await create({ sku: 'TB', related: [oak, chair], vendor })
  await server.patch(`/products/${chair}`, { attributes: { related: [table] } })
})

describe('a trashed entity (decisions, Trash)', () => {
  test('is 404 and absent everywhere with its variants, and comes back with them as it was [TRASH-01] [TRASH-04]', async () => {
    const before = await Promise.all([chair, oak, leg, table].map(read))
    const { status, body } = await trash('product', chair)
    expect([status, body.data]).toEqual([200, { ids: [chair], trashed: 3 }])

    for (const id of [chair, oak, leg]) expect((await server.get(`/products/${id}`)).status).toBe(404)
    expect(await total('')).toBe(1)
    expect(await total('filter[price]=5')).toBe(0)
    expect(await total('filter[price][exists]=false')).toBe(1)
    expect((await read(table)).attributes).toEqual({ sku: 'TB', vendor: expect.anything() })
    expect(await total(`filter[vendor]=${vendor}`)).toBe(1)
    await isSound()

    const { body: list } = await call('/trash?type=product')
    expect(list.data).toMatchObject([{ id: chair, type: 'product', label: 'CH', parent_id: null, others: 2 }])
    expect(list.pagination.total).toBe(1)
    expect((await call('/trash?type=vendor')).body.data).toEqual([])

    const restored = await restore(chair)
    expect(restored.body.data).toMatchObject([{ id: chair, attributes: { price: 5, code: 'one' } }])
    const after = await Promise.all([chair, oak, leg, table].map(read))
    const plain = (list: { updated_at: string }[]) => list.map(({ updated_at: _at, ...rest }) => rest)
    expect(plain(after)).toEqual(plain(before))
    expect(await total('filter[price]=5')).toBe(1)
    expect((await call('/trash')).body.pagination.total).toBe(0)
    await isSound()

    const { body: events } = await server.get(`/products/${leg}/events?limit=2`)
    expect(events.data).toMatchObject([
      { event: 'entity.restored', via: 'restore', entity: { id: leg, label: 'CH-OAK-LEG' } },
      { event: 'entity.deleted', via: 'app', changes: [] },
    ])
  })

  test('a list that is replaced meanwhile forgets its members in the trash; one that stays gets them back in place [TRASH-02]', async () => {
    await trash('product', oak)
    await server.patch(`/products/${chair}`, { attributes: { related: [] } })
    expect((await read(table)).attributes.related.map(({ id }: { id: string }) => id)).toEqual([chair])
    await restore(oak)
    expect((await read(table)).attributes.related.map(({ id }: { id: string }) => id)).toEqual([oak, chair])

    await trash('product', oak)
    const lamp = await create({ sku: 'LP' })
    await server.patch(`/products/${table}`, { attributes: { related: [lamp] } })
    await restore(oak)
    expect((await read(table)).attributes.related.map(({ id }: { id: string }) => id)).toEqual([lamp])
    await isSound()
  })

  test('both ends in the trash: the reference comes back with the second of them', async () => {
    await trash('vendor', vendor)
    await trash('product', table)
    await restore(table)
    expect((await read(table)).attributes).not.toHaveProperty('vendor')
    await restore(vendor)
    expect((await read(table)).attributes.vendor.id).toBe(vendor)
    await isSound()
  })

  test('a merge key and uniqueness ignore it; a restore that would clash is 409 and changes nothing [TRASH-03]', async () => {
    await trash('product', chair)
    const made = await server.post('/products/upsert', {
      merge_key: 'sku',
      attributes: { sku: 'CH', code: 'ONE' },
    })
    expect(made.status).toBe(201)
    const { status, body } = await restore(chair)
    expect([status, body.error.field_errors]).toEqual([
      409,
      [{ field: 'attributes.code', issue: 'not_unique' }],
    ])
    expect((await server.get(`/products/${oak}`)).status).toBe(404)
    await isSound()
    await trash('product', made.body.data.id)
    expect((await restore(chair, made.body.data.id)).status).toBe(409)
    expect((await restore(chair)).status).toBe(200)
    await call('/trash/empty', { ids: [made.body.data.id] })
  })

  test('a variant comes back after its parent only, unless the parent is gone for good', async () => {
    await trash('product', leg)
    await trash('product', chair)
    expect((await restore(leg)).body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(oak),
    })
    expect((await restore(oak)).body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(chair),
    })
    expect((await restore(leg, chair)).status).toBe(200)
    expect((await read(leg)).parent_id).toBe(oak)

    await trash('product', leg)
    await trash('product', oak)
    expect((await call('/trash/empty', { ids: [oak] })).body.data).toEqual({ removed: 1 })
    expect((await restore(leg)).body.data[0].parent_id).toBeNull()
    await isSound()
  })

  test('one that is named together with what is above it goes with that', async () => {
    const parent = await create({ sku: 'P' })
    const child = await create({ sku: 'P-1' }, parent)
    expect((await trash('product', child, parent)).body.data.trashed).toBe(2)
    expect((await call('/trash?type=product&limit=1')).body.data).toMatchObject([{ id: parent, others: 1 }])
    const { body } = await restore(child, parent)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([child, parent])
    expect((await read(child)).parent_id).toBe(parent)
  })

  test('the newest entity leaves its place to no other', async () => {
    const first = await create({ sku: 'NEW-1' })
    await trash('product', first)
    const second = await create({ sku: 'NEW-2' })
    expect((await restore(first)).status).toBe(200)
    expect((await read(second)).label).toBe('NEW-2')
    expect((await server.get(`/products/${second}/events`)).body.pagination.total).toBe(1)
    await trash('product', first)
    await call('/trash/empty', {})
    expect((await call('/trash')).body.pagination.total).toBe(0)
    expect((await restore(first)).status).toBe(400)
    await isSound()
  })
})

test('the list is paged, newest first [TRASH-05]', async () => {
  const ids = []
  for (const sku of ['L1', 'L2', 'L3']) ids.push(await create({ sku }))
  for (const id of ids) await trash('product', id)
  const first = await call('/trash?limit=2')
  const second = await call(`/trash?limit=2&cursor=${first.body.pagination.next_cursor}`)
  const shown = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)
  expect(shown).toEqual(ids.toReversed())
  expect([first.body.pagination.has_more, second.body.pagination.has_more]).toEqual([true, false])
  await call('/trash/empty', {})
})

test.each([
  ['/trash', {}, 400, ['type', 'ids']],
  ['/trash', { type: 'thing', ids: [], x: 1 }, 400, ['x', 'type', 'ids']],
  ['/trash', { type: 'product', ids: ['a', 'b'] }, 400, ['ids[0]', 'ids[1]']],
  ['/trash', { type: 'product', ids: ['x', crypto.randomUUID()] }, 400, ['ids[0]', 'ids[1]']],
  ['/trash/restore', { ids: [] }, 400, ['ids']],
  ['/trash/restore', { ids: [crypto.randomUUID()] }, 400, ['ids[0]']],
  ['/trash/empty', { ids: 'x' }, 400, ['ids']],
  ['/trash/empty', { ids: ['x'] }, 400, ['ids[0]']],
])('%s %j: %i', async (path, body, status, fields) => {
  const answer = await call(path, body)
  const found = answer.body.error.field_errors.map(({ field }: { field: string }) => field)
  expect([answer.status, found]).toEqual([status, fields])
})

test('an entity of another type is not found, and a key may not use the trash [TRASH-05]', async () => {
  expect((await trash('image', table)).body.error.field_errors).toEqual([
    { field: 'ids[0]', issue: 'referenced_entity_not_found' },
  ])
  expect((await call('/trash?type=thing&limit=0&x=1')).body.error.field_errors).toHaveLength(3)
  const headers = { authorization: `Bearer ${server.key}`, 'vitrine-workspace': server.workspace.id }
  expect((await server.send({ path: '/app/v1/trash', headers })).status).toBe(401)
})
