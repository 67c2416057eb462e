import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    attributes: [
      { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

test('a credential is told its workspace, scopes, end and what it may still ask [KEY-11]', async () => {
  const key = await server.issueKey(['read:products'])
  const { status, body } = await server.get('/me', { authorization: `Bearer ${key}` })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    workspace: { id: server.workspace.id, name: server.workspace.name },
    kind: 'key',
    scopes: ['read:products'],
    expires_at: null,
    person: null,
  })
  const { limit, remaining } = body.data.rate_limit
  expect([limit > remaining, remaining > 0]).toEqual([true, true])
  const path = '/api/v1/me'
  const owner = await server.asOwner({ path, headers: { 'vitrine-workspace': server.workspace.id } })
  expect(owner.body.data).toMatchObject({ kind: 'session', rate_limit: null })
  expect((await server.get('/me', { authorization: 'Bearer vtr_live_none' })).status).toBe(401)
})

test.each([
  ['nightly-sync/42', true],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['two words', false],
])('the request id %j is taken over: %s [ERROR-23]', async (id, isTaken) => {
  const { headers, body } = await server.get('/products/none', { 'x-request-id': id })
  expect(headers['x-request-id'] === id).toBe(isTaken)
  expect(body.error.request_id).toBe(headers['x-request-id'])
})

test('a write that is asked for the minimum answers with ids alone [WRITE-16]', async () => {
  const minimal = { prefer: 'return=minimal' }
  const made = await server.post('/products', { attributes: { sku: 'MIN-1' } }, minimal)
  const { id } = made.body.data
  expect([made.status, made.body, made.headers['preference-applied']]).toEqual([
    201,
    { data: { id } },
    'return=minimal',
  ])
  const items = [{ id, attributes: { sku: 'MIN-2' } }]
  const batch = await server.post('/products/batch', { items }, minimal)
  expect(batch.body.data[0].data).toEqual({ id })
  const read = await server.get(`/products/${id}`, minimal)
  expect(read.body.data.attributes.sku).toBe('MIN-2')
})
