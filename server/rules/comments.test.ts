import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxCommentLength } from '#shared/comments.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const text = 'single_line_text_field'
const attributes = [
  { name: 'Name', key: 'name', data_type: text, entity_type: 'product', is_primary: true },
  { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
  { name: 'Name', key: 'name', data_type: text, entity_type: 'vendor', is_primary: true },
]

let server: TestServer
let other: Record<string, string>
let chair: string
let table: string
let vendor: string

const make = async (type: string, name: string) =>
  (await server.post(`/${type}`, { attributes: { name } })).body.data.id as string

beforeAll(async () => {
  server = await testServer({ attributes })
  other = { authorization: `Bearer ${await server.issueKey(['read:products', 'propose:products'])}` }
})
beforeEach(async () => {
  chair = await make('products', 'Chair')
  table = await make('products', 'Table')
  vendor = await make('vendors', 'Nordlys')
})
afterAll(() => server[Symbol.asyncDispose]())

const say = async (entity_id: string, more: object = {}) =>
  (await server.post('/comments', { type: 'product', entity_id, text: 'Look.', ...more })).body.data

async function listed(query = '', headers?: Record<string, string>): Promise<string[]> {
  const { body } = await server.get(`/comments?limit=200&${query}`, headers)
  const said = body.data as { text: string; entity: { id: string } }[]
  return said.filter(({ entity }) => [chair, table, vendor].includes(entity.id)).map((one) => one.text)
}

test('[COMMENT-01] something is said about an entity or one of its cells, by somebody at some time', async () => {
  const comment = await say(chair, { text: '  Is it so? ', attribute: 'price' })
  expect(comment).toMatchObject({
    entity: { id: chair, type: 'product', label: 'Chair' },
    attribute: 'price',
    text: 'Is it so?',
    mentions: [],
    status: 'open',
    author: { type: 'api_key', name: 'test' },
    resolved_at: null,
    resolved_by: null,
    reply_count: 0,
    replies: [],
  })
  expect((await server.get(`/products/${chair}`)).body.data.attributes).toEqual({ name: 'Chair' })
})

test('[COMMENT-01] what is no comment is refused, all faults together, and leaves nothing', async () => {
  const bad = { type: 'product', entity_id: chair, text: ' ', attribute: 'prise' }
  const { status, body } = await server.post('/comments', bad)
  expect(status).toBe(400)
  const faults = body.error.field_errors.map(
    ({ field, issue }: Record<string, string>) => `${field} ${issue}`,
  )
  expect(faults).toEqual(['text required', 'attribute not_a_defined_attribute'])
  const long = { ...bad, attribute: null, text: 'x'.repeat(maxCommentLength + 1) }
  expect((await server.post('/comments', long)).body.error.field_errors).toMatchObject([
    { issue: 'too_long' },
  ])
  expect(await listed()).toEqual([])
})

test('[COMMENT-02] a reply goes to the comment, also by the id of another reply', async () => {
  const { id } = await say(chair, { attribute: 'price' })
  const first = (await server.post(`/comments/${id}/replies`, { text: '1' }, other)).body.data
  expect(first).toMatchObject({ id, text: 'Look.', reply_count: 1, replies: [{ text: '1' }] })
  const reply = first.replies[0].id as string
  const second = (await server.post(`/comments/${reply}/replies`, { text: '2' })).body.data
  expect(second).toMatchObject({ id, reply_count: 2, replies: [{ text: '1' }, { text: '2' }] })
  expect(await listed()).toEqual(['Look.'])
})

test('[COMMENT-03] a comment is resolved by somebody at some time, and open again without them', async () => {
  const { id, created_at: created } = await say(chair)
  const resolved = (await server.patch(`/comments/${id}`, { status: 'resolved' })).body.data
  expect(resolved).toMatchObject({ status: 'resolved', resolved_by: { type: 'api_key', name: 'test' } })
  expect(resolved.resolved_at > created).toBe(true)
  const again = (await server.patch(`/comments/${id}`, { status: 'open' })).body.data
  expect(again).toMatchObject({ status: 'open', resolved_at: null, resolved_by: null })
  expect((await server.patch(`/comments/${id}`, { status: 'later' })).status).toBe(400)
  expect((await server.patch('/comments/00000000-0000-7000-8000-000000000000', { status: 'x' })).status).toBe(
    404,
  )
})

test('[COMMENT-04] who wrote it changes what it says, and nobody else', async () => {
  const { id } = await say(chair)
  const refused = await server.patch(`/comments/${id}`, { text: 'Not mine', status: 'resolved' }, other)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
  expect((await server.patch(`/comments/${id}`, { text: 'Mine' })).body.data).toMatchObject({
    text: 'Mine',
    status: 'open',
  })
  expect((await server.patch(`/comments/${id}`, { status: 'resolved' }, other)).status).toBe(200)
})

test('[COMMENT-06] comments are listed the newest first, narrowed, and page by cursor', async () => {
  const { id } = await say(chair, { text: 'One', attribute: 'price' })
  await server.post(`/comments/${id}/replies`, { text: 'Because of Nordlys' })
  await server.patch(`/comments/${(await say(table, { text: 'Two' })).id}`, { status: 'resolved' })
  await say(vendor, { type: 'vendor', text: 'Three' })
  expect(await listed()).toEqual(['Three', 'Two', 'One'])
  expect(await listed('status=open')).toEqual(['Three', 'One'])
  expect(await listed('status=resolved')).toEqual(['Two'])
  expect(await listed('type=product')).toEqual(['Two', 'One'])
  expect(await listed('attribute=price')).toEqual(['One'])
  expect(await listed(`entity_id=${table}`)).toEqual(['Two'])
  expect(await listed('q=NORDLYS')).toEqual(['One'])
  expect(await listed('actor=owner')).toEqual([])
  expect(await listed('mentioned=nobody')).toEqual([])
  const first = (await server.get('/comments?limit=2')).body
  expect(first.pagination.has_more).toBe(true)
  const cursor = encodeURIComponent(first.pagination.next_cursor)
  const rest = (await server.get(`/comments?limit=1&cursor=${cursor}`)).body
  expect(rest.data).toMatchObject([{ text: 'One' }])
  const last = (await server.get(`/comments?limit=${first.pagination.total}`)).body
  expect(last.pagination.has_more).toBe(false)
})

test('[COMMENT-07] what became of comments is told by the feed of the entity', async () => {
  const { id } = await say(chair, { attribute: 'price' })
  const { replies } = (await server.post(`/comments/${id}/replies`, { text: 'Yes' })).body.data
  for (const status of ['open', 'resolved', 'resolved', 'open'])
    await server.patch(`/comments/${id}`, { status })
  const events = (await server.get(`/products/${chair}/events`)).body.data
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'comment.updated',
    'comment.resolved',
    'comment.created',
    'comment.created',
    'entity.created',
  ])
  expect(events[2]).toMatchObject({
    entity: { id: chair, label: 'Chair' },
    comment: { id: replies[0].id, thread_id: id, attribute: 'price' },
    changes: [{ attribute: 'text', old: null, new: 'Yes' }],
  })
  const resolved = (await server.get(`/products/${chair}/events?event=comment.resolved`)).body
  expect(resolved.pagination.total).toBe(1)
})

test('[COMMENT-08] who may propose values may comment on them; the scopes are those of the type of the entity', async () => {
  await say(chair, { text: 'On a product' })
  const { id } = await say(vendor, { type: 'vendor', text: 'On a vendor' })
  expect(await listed('', other)).toEqual(['On a product'])
  const statuses = await Promise.all([
    server.get('/comments?type=vendor', other),
    server.get(`/comments/${id}`, other),
    server.patch(`/comments/${id}`, { status: 'resolved' }, other),
    server.post(`/comments/${id}/replies`, { text: 'x' }, other),
    server.post('/comments', { type: 'vendor', entity_id: vendor, text: 'x' }, other),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  const reader = { authorization: `Bearer ${await server.issueKey(['read:products'])}` }
  const body = { type: 'product', entity_id: chair, text: 'x' }
  expect((await server.post('/comments', body, reader)).status).toBe(403)
  expect((await server.post('/comments', body, other)).status).toBe(201)
})

test('[COMMENT-08] comments go to the trash with their entity and come back with it; with it they go for good', async () => {
  await say(chair, { text: 'Chair' })
  const { id } = await say(table, { text: 'Table' })
  await server.post(`/comments/${id}/replies`, { text: 'Reply' })
  const owner = (path: string, body: object) =>
    server.asOwner({ method: 'POST', path: `/app/v1${path}`, body })
  await owner('/trash', { type: 'product', ids: [table] })
  expect(await listed()).toEqual(['Chair'])
  expect((await server.get(`/comments/${id}`)).status).toBe(404)
  await owner('/trash/restore', { ids: [table] })
  expect((await server.get(`/comments/${id}`)).body.data.replies).toHaveLength(1)
  await owner('/trash', { type: 'product', ids: [table] })
  await owner('/trash/empty', {})
  expect(await listed()).toEqual(['Chair'])
})

test('[COMMENT-09] the grid is told of the cells of rows that have open comments, and what was said last', async () => {
  const { id } = await say(chair, { attribute: 'price', text: 'Old' })
  await say(chair, { attribute: 'price', text: 'Newer' })
  await server.post(`/comments/${id}/replies`, { text: 'Newest' })
  await say(chair, { text: 'Whole' })
  await server.patch(`/comments/${(await say(table)).id}`, { status: 'resolved' })
  const ids = `${chair},${table}`
  const { body } = await server.asOwner({ path: `/app/v1/grid/comments?type=product&ids=${ids}` })
  const author = { type: 'api_key', name: 'test' }
  expect(body.data).toMatchObject({
    [chair]: {
      price: { count: 3, open: 2, text: 'Newest', author },
      '': { count: 1, open: 1, text: 'Whole', author },
    },
  })
  expect(body.data[table]).toBeUndefined()
})
