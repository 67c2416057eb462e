import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventRecord } from '#shared/events.ts'
import type { TestResponse } from '../../testing/http-client.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

/**
 * Every mutation records exactly the events that describe it, and a write that changes nothing records
 * none (decisions, Events).
 */
let server: TestServer
let vendor: { id: string }
let image: { id: string }
let chair: { id: string }

const text = { data_type: 'single_line_text_field' }

beforeAll(async () => {
  server = await testServer({
    attributes: [
      { ...text, name: 'SKU', entity_type: 'product', is_primary: true },
      { ...text, name: 'Color', entity_type: 'product', default_value: 'red' },
      { name: 'Price', entity_type: 'product', data_type: 'number' },
      { name: 'In stock', entity_type: 'product', data_type: 'boolean' },
      {
        name: 'Vendor',
        entity_type: 'product',
        data_type: 'entity_reference',
        reference: { type: 'vendor' },
      },
      {
        name: 'Gallery',
        entity_type: 'product',
        data_type: 'entity_list_reference',
        reference: { type: 'image' },
      },
    ],
  })
  vendor = (await server.post('/vendors', {})).body.data
  image = (await server.post('/images', {})).body.data
  chair = (await server.post('/products', { attributes: { sku: 'CHAIR' } })).body.data
})
afterAll(() => server[Symbol.asyncDispose]())

async function newest(): Promise<number> {
  return (await server.get('/events?limit=1')).body.data[0].sequence as number
}

async function recorded(call: () => Promise<TestResponse>) {
  const before = await newest()
  const answer = await call()
  const { data } = (await server.get(`/events?after=${before}`)).body as { data: EventRecord[] }
  const contexts = data.map(({ actor, via, request_id: request, job_id: job }) => ({
    actor: actor.type,
    via,
    request,
    job,
  }))
  const expected = { actor: 'api_key', via: 'api', request: answer.headers['x-request-id'], job: null }
  expect(contexts).toEqual(data.map(() => expected))
  return {
    answer,
    events: data.map(({ event, entity, changes }) => ({ event, label: entity?.label, changes })),
  }
}

const vendorStub = () => ({ id: vendor.id, type: 'vendor', label: null })
const imageStub = () => ({ id: image.id, type: 'image', label: null })

describe('an entity', () => {
  test('created: every value, its defaults and its parent', async () => {
    const body = {
      parent_id: chair.id,
      attributes: { sku: 'A', price: '12.50', vendor: vendor.id, gallery: [image.id] },
    }
    const { events } = await recorded(() => server.post('/products', body))
    expect(events).toEqual([
      {
        event: 'entity.created',
        label: 'A',
        changes: [
          { attribute: 'parent_id', old: null, new: chair.id },
          { attribute: 'sku', old: null, new: 'A' },
          { attribute: 'price', old: null, new: 12.5 },
          { attribute: 'vendor', old: null, new: vendorStub() },
          { attribute: 'gallery', old: null, new: [imageStub()] },
          { attribute: 'color', old: null, new: 'red' },
        ],
      },
    ])
  })

  test('updated: what changed and nothing else, as it reads', async () => {
    const id = await make('B')
    const patch = {
      parent_id: chair.id,
      attributes: { color: 'red', price: 1, in_stock: true, vendor: { id: vendor.id } },
    }
    const { events } = await recorded(() => server.patch(`/products/${id}`, patch))
    expect(events).toEqual([
      {
        event: 'entity.updated',
        label: 'B',
        changes: [
          { attribute: 'parent_id', old: null, new: chair.id },
          { attribute: 'price', old: null, new: 1 },
          { attribute: 'in_stock', old: null, new: true },
          { attribute: 'vendor', old: null, new: vendorStub() },
        ],
      },
    ])
  })

  test('cleared and moved away', async () => {
    const id = await make('C', { price: 5, gallery: [image.id], vendor: vendor.id }, chair.id)
    const patch = {
      parent_id: null,
      attributes: { price: null, color: '', gallery: [], vendor: null, sku: null },
    }
    const { events } = await recorded(() => server.patch(`/products/${id}`, patch))
    expect(events).toEqual([
      {
        event: 'entity.updated',
        label: null,
        changes: [
          { attribute: 'parent_id', old: chair.id, new: null },
          { attribute: 'price', old: 5, new: null },
          { attribute: 'color', old: 'red', new: null },
          { attribute: 'gallery', old: [imageStub()], new: null },
          { attribute: 'vendor', old: vendorStub(), new: null },
          { attribute: 'sku', old: 'C', new: null },
        ],
      },
    ])
  })

  test('sent back as it reads: nothing', async () => {
    const id = await make('D', { price: 5, gallery: [image.id], vendor: vendor.id }, chair.id)
    const { attributes, parent_id: parent } = (await server.get(`/products/${id}`)).body.data
    const { answer, events } = await recorded(() =>
      server.patch(`/products/${id}`, { parent_id: parent, attributes: { ...attributes, price: '5.0' } }),
    )
    expect([answer.status, events]).toEqual([200, []])
  })

  test('upserted: created, updated, left alone', async () => {
    const upsert = (price: number) =>
      recorded(() => server.post('/products/upsert', { merge_key: 'sku', attributes: { sku: 'U', price } }))
    expect((await upsert(1)).events).toMatchObject([{ event: 'entity.created' }])
    expect((await upsert(2)).events).toEqual([
      { event: 'entity.updated', label: 'U', changes: [{ attribute: 'price', old: 1, new: 2 }] },
    ])
    expect((await upsert(2)).events).toEqual([])
  })

  test('in a batch: one event for each item that changed something', async () => {
    const items = [
      { attributes: { sku: 'X' } },
      { attributes: { sku: 'Y', price: 'nope' } },
      { attributes: { sku: 'x' } },
      { attributes: { sku: 'X', price: 3 } },
    ]
    const { events } = await recorded(() => server.post('/products/batch', { merge_key: 'sku', items }))
    expect(events).toMatchObject([
      { event: 'entity.created', changes: [{ attribute: 'sku', new: 'X' }, { attribute: 'color' }] },
      { event: 'entity.updated', changes: [{ attribute: 'sku', old: 'X', new: 'x' }] },
      { event: 'entity.updated', changes: [{ attribute: 'sku' }, { attribute: 'price', old: null, new: 3 }] },
    ])
  })

  test.each([
    ['refused', { attributes: { price: 'nope' } }, 400],
    ['without a change', { attributes: {} }, 200],
  ])('%s: nothing', async (_name, patch, status) => {
    const { answer, events } = await recorded(() => server.patch(`/products/${chair.id}`, patch))
    expect([answer.status, events]).toEqual([status, []])
  })
})

describe('an attribute', () => {
  test('created, with its whole definition', async () => {
    const body = { ...text, name: 'Finish', entity_type: 'product' }
    const { answer, events } = await recorded(() => server.post('/attributes', body))
    expect(events).toMatchObject([{ event: 'attribute.created', label: undefined }])
    const changes = Object.fromEntries(
      events[0]!.changes.map(({ attribute, new: value }) => [attribute, value]),
    )
    expect(changes).toEqual(answer.body.data)
  })

  test('updated, with what changed; sent back as it is: nothing', async () => {
    const patch = (body: object) => recorded(() => server.patch('/attributes/finish?type=product', body))
    const { answer, events } = await patch({ name: 'Surface' })
    expect(events).toMatchObject([
      { event: 'attribute.updated', changes: [{ attribute: 'name', old: 'Finish', new: 'Surface' }] },
    ])
    expect((await patch(answer.body.data)).events).toEqual([])
  })
})

test('the owner appears as such', async () => {
  const before = await newest()
  const path = `/api/v1/products/${chair.id}`
  await server.asOwner({ method: 'PATCH', path, body: { attributes: { price: 99 } } })
  const { data } = (await server.get(`/events?after=${before}`)).body
  expect(data).toMatchObject([{ actor: { type: 'owner', id: null, name: null }, via: 'app' }])
})

async function make(sku: string, attributes: object = {}, parent?: string): Promise<string> {
  const body = { parent_id: parent ?? null, attributes: { sku, ...attributes } }
  return (await server.post('/products', body)).body.data.id as string
}
