import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { FastifyRequest } from 'fastify'
import { testServer } from '../testing/test-server.ts'
import { JobWorkspace } from '../testing/job-workspace.ts'
import { parseListParams } from './list-params.ts'
import { idleMs, Snapshots } from './snapshots.ts'

const server = await testServer({
  attributes: [
    { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

beforeAll(async () => {
  const items = Array.from({ length: 10 }, (_, index) => ({
    attributes: { sku: `S${index}`, price: 100 - index },
  }))
  await server.post('/products/batch', { items })
})

const skus = ({ body }: { body: { data: { attributes: { sku: string } }[] } }) =>
  body.data.map(({ attributes }) => attributes.sku)

const freeze = async (query = 'sort=price') => {
  const { body } = await server.get(`/products?snapshot=new&limit=3&${query}`)
  return body.pagination.snapshot as string
}

test('positions stay put while values change and rows are added [SNAP-01]', async () => {
  const frozen = await server.get('/products?snapshot=new&sort=price&limit=3')
  const { snapshot } = frozen.body.pagination
  expect(skus(frozen)).toEqual(['S9', 'S8', 'S7'])
  expect(frozen.body.pagination).toMatchObject({ total: 10, offset: 0, has_more: true, gone: [] })

  const { body } = await server.get('/products?filter[sku]=S9')
  await server.patch(`/products/${body.data[0].id}`, { attributes: { price: 999 } })
  await server.post('/products', { attributes: { sku: 'S10', price: 1 } })

  const first = await server.get(`/products?snapshot=${snapshot}&limit=3`)
  expect(skus(first)).toEqual(['S9', 'S8', 'S7'])
  expect(first.body.data[0].attributes.price).toBe(999)
  const deep = await server.get(`/products?snapshot=${snapshot}&limit=3&offset=8&fields=sku`)
  expect(skus(deep)).toEqual(['S1', 'S0'])
  expect(deep.body.data[0].attributes).toEqual({ sku: 'S1' })
  expect(deep.body.pagination).toMatchObject({ total: 10, offset: 8, has_more: false, snapshot })
  expect((await server.get(`/products?snapshot=${snapshot}&offset=4294967296`)).body.data).toEqual([])
})

test('its next_cursor goes on behind the last row without it [SNAP-05]', async () => {
  const frozen = await server.get('/products?snapshot=new&sort=sku&limit=2&offset=2')
  const next = await server.get(`/products?sort=sku&limit=2&cursor=${frozen.body.pagination.next_cursor}`)
  const plain = await server.get('/products?sort=sku&limit=2&offset=4')
  expect(skus(next)).toEqual(skus(plain))
})

test('a filter may be sent along if it is that of the snapshot; every fault is told [SNAP-05]', async () => {
  const snapshot = await freeze('filter[price][gte]=92&sort=-price')
  const again = await server.get(`/products?snapshot=${snapshot}&filter[price][gte]=92&sort=-price`)
  expect(again.status).toBe(200)
  for (const query of ['filter[price][gte]=93&sort=-price', 'sort=price', 'filter_join=or', 'q=S1']) {
    const refused = await server.get(`/products?snapshot=${snapshot}&${query}`)
    expect(refused.body.error?.field_errors).toMatchObject([{ field: 'snapshot', issue: 'invalid_value' }])
  }
  const several = await server.get(`/products?snapshot=${crypto.randomUUID()}&cursor=x&fields=nope&limit=0`)
  expect(several.body.error.field_errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'cursor',
    'fields',
    'limit',
    'snapshot',
  ])
  const cursor = (await server.get('/products?limit=1')).body.pagination.next_cursor
  for (const id of ['new', snapshot]) {
    const { status, body } = await server.get(`/products?snapshot=${id}&cursor=${cursor}`)
    expect([status, body.error.field_errors]).toMatchObject([
      400,
      [{ field: 'cursor', issue: 'invalid_value' }],
    ])
  }
})

test.each(['', 'nope', 'snapshot'])('snapshot=%s: invalid_value', async (value) => {
  const { status, body } = await server.get(`/products?snapshot=${value}`)
  expect([status, body.error.field_errors]).toMatchObject([
    400,
    [{ field: 'snapshot', issue: 'invalid_value' }],
  ])
})

test('a snapshot belongs to the key and the type it was made with; of nine the oldest is gone [SNAP-03] [SNAP-04]', async () => {
  const oldest = await freeze()
  const other = await server.issueKey(['read:products'])
  const path = `/api/v1/products?snapshot=${oldest}`
  const foreign = await server.send({ path, headers: { authorization: `Bearer ${other}` } })
  expect(foreign.body.error.field_errors).toMatchObject([{ field: 'snapshot', issue: 'invalid_value' }])
  expect((await server.get(`/images?snapshot=${oldest}`)).status).toBe(400)

  const ids = []
  for (let count = 0; count < 8; count += 1) ids.push(await freeze())
  expect((await server.get(`/products?snapshot=${oldest}`)).status).toBe(400)
  expect((await server.get(`/products?snapshot=${ids[0]}`)).status).toBe(200)
})

test('positions whose entity has been trashed are told as gone, and filled again when it is restored [SNAP-02]', async () => {
  const snapshot = await freeze('sort=-sku')
  const page = async () => (await server.get(`/products?snapshot=${snapshot}&limit=4&offset=1`)).body
  const before = await page()
  const ids = [before.data[0].id, before.data[2].id]
  await server.asOwner({ method: 'POST', path: '/app/v1/trash', body: { type: 'product', ids } })
  const after = await page()
  expect(after.data.map(({ id }: { id: string }) => id)).toEqual([before.data[1].id, before.data[3].id])
  expect(after.pagination).toMatchObject({ gone: [1, 3], total: before.pagination.total })
  await server.asOwner({ method: 'POST', path: '/app/v1/trash/restore', body: { ids } })
  expect((await page()).pagination.gone).toEqual([])
})

test('a snapshot that lies idle is dropped; each use gives it its whole time again [SNAP-06]', async () => {
  await using workspace = await JobWorkspace.open()
  const request = { caller: { kind: 'owner' }, workspace } as unknown as FastifyRequest
  const snapshots = new Snapshots()
  const ask = async (snapshot: string) => {
    const { snapshot: _sent, ...list } = parseListParams({}, '/products')
    const { body } = await snapshots.answer(request, 'product', { list, snapshot })
    return JSON.parse(String(body)).pagination.snapshot as string
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const id = await ask('new')
  for (let count = 0; count < 3; count += 1) {
    vi.advanceTimersByTime(idleMs - 1)
    expect(await ask(id)).toBe(id)
  }
  vi.advanceTimersByTime(idleMs)
  await expect(ask(id)).rejects.toMatchObject({
    fieldErrors: [{ field: 'snapshot', issue: 'invalid_value' }],
  })
})
