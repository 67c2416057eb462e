import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const headers = { 'vitrine-workspace': server.workspace.id }

test('the owner reads full definitions with targets and constraints', async () => {
  const reference = {
    name: 'Vendor',
    entity_type: 'product',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  }
  const path = '/api/v1/attributes'
  const created = await server.asOwner({ method: 'POST', path, headers, body: reference })
  const { status, body } = await server.asOwner({ path: '/app/v1/attributes?type=product', headers })
  expect(status).toBe(200)
  expect(body.data).toContainEqual(created.body.data)
})

test.each([
  ['no type', '', 'required'],
  ['an unknown type', '?type=shelf', 'invalid_value'],
])('%s: 400 %s', async (_name, search, issue) => {
  const { status, body } = await server.asOwner({ path: `/app/v1/attributes${search}`, headers })
  expect(status).toBe(400)
  expect(body.error.field_errors).toEqual([expect.objectContaining({ field: 'type', issue })])
})

test('the owner deletes a definition by its key; an API key cannot', async () => {
  const body = { name: 'Gone', entity_type: 'vendor', data_type: 'number' }
  const { body: created } = await server.post('/attributes', body)
  const path = '/app/v1/attributes/gone?type=vendor'
  const authorization = `Bearer ${server.key}`
  const denied = await server.send({ method: 'DELETE', path, headers: { ...headers, authorization } })
  expect(denied.status).toBe(401)
  const unknown = await server.asOwner({ method: 'DELETE', path: '/app/v1/attributes/nope', headers })
  expect(unknown.status).toBe(404)
  const { status, body: deleted } = await server.asOwner({ method: 'DELETE', path, headers })
  expect([status, deleted.data]).toEqual([200, created.data])
  expect((await server.patch('/attributes/gone', {})).status).toBe(404)
})

test('the full definitions are cached by their ETag', async () => {
  const path = '/app/v1/attributes?type=product'
  const first = await server.asOwner({ path, headers })
  const known = { 'if-none-match': String(first.headers['etag']) }
  expect((await server.asOwner({ path, headers: { ...headers, ...known } })).status).toBe(304)
})

test('the owner puts an attribute in another place; only a real move is recorded', async () => {
  for (const name of ['First', 'Second', 'Third'])
    await server.post('/attributes', { name, entity_type: 'category', data_type: 'number' })
  const move = (key: string, before: string | null) =>
    server.asOwner({
      method: 'POST',
      path: `/app/v1/attributes/${key}/move`,
      headers,
      body: { type: 'category', before },
    })
  const order = async () =>
    (await server.get('/attributes?type=category')).body.data.map(({ key }: { key: string }) => key)
  const events = async () =>
    (await server.get('/events?limit=200')).body.data.filter(
      ({ event }: { event: string }) => event === 'attribute.updated',
    )
  expect((await move('third', 'first')).status).toBe(200)
  expect(await order()).toEqual(['third', 'first', 'second'])
  expect((await move('third', null)).status).toBe(200)
  expect(await order()).toEqual(['first', 'second', 'third'])
  const recorded = await events()
  expect(recorded).toHaveLength(2)
  await move('third', null)
  await move('second', 'second')
  expect(await events()).toHaveLength(2)
  expect((await move('third', 'nope')).body.error.field_errors).toEqual([
    {
      field: 'before',
      issue: 'not_a_defined_attribute',
      message: 'No attribute has the key nope. GET /attributes lists the keys.',
      message_code: 'text.sentences',
      values: {
        first: { message_code: 'attribute.key_not_defined', values: { key: 'nope' } },
        second: { message_code: 'remedy.not_a_defined_attribute' },
      },
    },
  ])
})
