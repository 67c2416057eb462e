import { expect, test } from 'vitest'
import { type TestServer, testServer } from '../testing/test-server.ts'

const attributes = [
  {
    name: 'Name',
    key: 'name',
    data_type: 'single_line_text_field',
    entity_type: 'product',
    is_primary: true,
  },
  { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
  { name: 'Name', key: 'name', data_type: 'single_line_text_field', entity_type: 'vendor', is_primary: true },
]

async function start() {
  const server = await testServer({ attributes })
  const make = async (type: string, name: string) =>
    (await server.post(`/${type}`, { attributes: { name } })).body.data.id as string
  const chair = await make('products', 'Chair')
  const table = await make('products', 'Table')
  const vendor = await make('vendors', 'Nordlys')
  return { server, chair, table, vendor }
}

const leave = async (server: TestServer, entity_id: string, more: object) =>
  (await server.post('/notes', { type: 'product', entity_id, text: 'Look.', ...more })).body.data

const listed = async (server: TestServer, query = '') =>
  (await server.get(`/notes?${query}`)).body.data as {
    text: string
    status: string
    attribute: string | null
  }[]

const textsOf = (notes: readonly { text: string }[]) => notes.map(({ text }) => text)

test('[NOTE-01] a note is left on an entity or on one of its cells, with who left it and when', async () => {
  const { server, chair } = await start()
  await using _ = server
  const note = await leave(server, chair, { text: '  Ask Nordlys  ', attribute: 'price', status: 'open' })
  expect(note).toMatchObject({
    entity: { id: chair, type: 'product', label: 'Chair' },
    attribute: 'price',
    text: 'Ask Nordlys',
    status: 'open',
    author: { type: 'api_key', name: 'test' },
    done_at: null,
    done_by: null,
  })
  expect(note.updated_at).toBe(note.created_at)
  expect(await leave(server, chair, { text: 'Photographed' })).toMatchObject({
    attribute: null,
    status: 'note',
  })
  const values = (await server.get(`/products/${chair}`)).body.data.attributes
  expect(values).toEqual({ name: 'Chair' })
})

test('[NOTE-01] what is no note is refused, all faults together, and leaves nothing', async () => {
  const { server, chair } = await start()
  await using _ = server
  const bad = { type: 'product', entity_id: chair, text: ' ', attribute: 'prise', status: 'later' }
  const { status, body } = await server.post('/notes', bad)
  expect(status).toBe(400)
  expect(
    body.error.field_errors.map((fault: { field: string; issue: string }) => `${fault.field} ${fault.issue}`),
  ).toEqual(['text required', 'status invalid_value', 'attribute not_a_defined_attribute'])
  expect(await listed(server)).toEqual([])
})

test('[NOTE-02] a to-do is done by somebody at some time, and open again without them', async () => {
  const { server, chair } = await start()
  await using _ = server
  const { id, created_at } = await leave(server, chair, { status: 'open' })
  const done = (await server.patch(`/notes/${id}`, { status: 'done' })).body.data
  expect(done).toMatchObject({ status: 'done', done_by: { type: 'api_key', name: 'test' }, created_at })
  expect(done.done_at > created_at).toBe(true)
  const again = (await server.patch(`/notes/${id}`, { text: 'Ask once more', status: 'open' })).body.data
  expect(again).toMatchObject({ text: 'Ask once more', status: 'open', done_at: null, done_by: null })
  expect((await server.patch('/notes/00000000-0000-7000-8000-000000000000', { status: 'x' })).status).toBe(
    404,
  )
})

test('[NOTE-03] notes are listed the newest first, narrowed, and page by cursor', async () => {
  const { server, chair, table, vendor } = await start()
  await using _ = server
  await leave(server, chair, { text: 'One', attribute: 'price', status: 'open' })
  await leave(server, table, { text: 'Two' })
  await leave(server, vendor, { type: 'vendor', text: 'Three', status: 'open' })
  expect(textsOf(await listed(server))).toEqual(['Three', 'Two', 'One'])
  expect(textsOf(await listed(server, 'status=open'))).toEqual(['Three', 'One'])
  expect(textsOf(await listed(server, 'type=product'))).toEqual(['Two', 'One'])
  expect(textsOf(await listed(server, 'attribute=price'))).toEqual(['One'])
  expect(textsOf(await listed(server, `entity_id=${table}`))).toEqual(['Two'])
  expect(textsOf(await listed(server, 'q=TW'))).toEqual(['Two'])
  expect(textsOf(await listed(server, 'actor=owner'))).toEqual([])
  const first = (await server.get('/notes?limit=2')).body
  expect(first.pagination).toMatchObject({ total: 3, has_more: true })
  const cursor = encodeURIComponent(first.pagination.next_cursor)
  expect(textsOf(await listed(server, `limit=2&cursor=${cursor}`))).toEqual(['One'])
})

test('[NOTE-04] the scopes are those of the type of the entity', async () => {
  const { server, chair, vendor } = await start()
  await using _ = server
  await leave(server, chair, { text: 'On a product' })
  const { id } = await leave(server, vendor, { type: 'vendor', text: 'On a vendor' })
  const as = async (...scopes: Parameters<TestServer['issueKey']>[0]) => ({
    authorization: `Bearer ${await server.issueKey(scopes)}`,
  })
  const products = await as('read:products', 'write:products')
  expect(textsOf((await server.get('/notes', products)).body.data)).toEqual(['On a product'])
  expect((await server.get('/notes?type=vendor', products)).status).toBe(403)
  expect((await server.patch(`/notes/${id}`, { text: 'x' }, products)).status).toBe(403)
  const body = { type: 'vendor', entity_id: vendor, text: 'x' }
  expect((await server.post('/notes', body, products)).status).toBe(403)
  expect((await server.get('/notes', await as('read:jobs'))).status).toBe(403)
  expect(
    (await server.post('/notes', { ...body, type: 'product', entity_id: chair }, await as('read:products')))
      .status,
  ).toBe(403)
})

test('[NOTE-05] what became of notes is told by the feed of the entity, and changes none of its values', async () => {
  const { server, chair } = await start()
  await using _ = server
  const { id } = await leave(server, chair, { attribute: 'price', status: 'open' })
  await server.patch(`/notes/${id}`, { status: 'open', text: 'Look.' })
  await server.patch(`/notes/${id}`, { status: 'done' })
  await server.asOwner({ method: 'DELETE', path: `/app/v1/notes/${id}` })
  const events = (await server.get(`/products/${chair}/events`)).body.data
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'note.deleted',
    'note.updated',
    'note.created',
    'entity.created',
  ])
  expect(events[1]).toMatchObject({
    entity: { id: chair, label: 'Chair' },
    note: { id, attribute: 'price' },
    changes: [{ attribute: 'status', old: 'open', new: 'done' }],
  })
  const notes = (await server.get('/events?event=note.created&type=product')).body
  expect(notes.pagination.total).toBe(1)
  expect(notes.data).toHaveLength(1)
})

test('[NOTE-06] notes go to the trash with their entity and come back with it; with it they go for good', async () => {
  const { server, chair, table } = await start()
  await using _ = server
  await leave(server, chair, { text: 'Chair' })
  const { id } = await leave(server, table, { text: 'Table' })
  const owner = (path: string, body: object) =>
    server.asOwner({ method: 'POST', path: `/app/v1${path}`, body })
  await owner('/trash', { type: 'product', ids: [table] })
  expect(textsOf(await listed(server))).toEqual(['Chair'])
  expect((await server.patch(`/notes/${id}`, { text: 'x' })).status).toBe(404)
  await owner('/trash/restore', { ids: [table] })
  expect(textsOf(await listed(server))).toEqual(['Table', 'Chair'])
  await owner('/trash', { type: 'product', ids: [table] })
  await owner('/trash/empty', {})
  expect(textsOf(await listed(server))).toEqual(['Chair'])
})

test('[NOTE-06] a note on a cell stays with the entity when the attribute is deleted', async () => {
  const { server, chair } = await start()
  await using _ = server
  await leave(server, chair, { attribute: 'price' })
  await server.asOwner({ method: 'DELETE', path: '/app/v1/attributes/price?type=product' })
  expect(await listed(server)).toMatchObject([{ text: 'Look.', attribute: null }])
})

test('[NOTE-07] the grid is told of the cells of rows that have notes: how many, how many are open, what the newest open one says', async () => {
  const { server, chair, table } = await start()
  await using _ = server
  await leave(server, chair, { attribute: 'price', text: 'Old', status: 'open' })
  await leave(server, chair, { attribute: 'price', text: 'New' })
  await leave(server, chair, { text: 'Whole' })
  const ids = `${chair},${table}`
  const { body } = await server.asOwner({ path: `/app/v1/grid/notes?type=product&ids=${ids}` })
  expect(body.data).toEqual({
    [chair]: { price: { count: 2, open: 1, text: 'Old' }, '': { count: 1, open: 0, text: 'Whole' } },
  })
})
