import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAnswer } from '../catalog/connections/answer-once.ts'
import { maxStoredAnswers, storeAnswer } from '../store/tables/stored-answers.ts'
import { callTool, sendMcp } from '../testing/mcp-client.ts'
import { ScratchCatalog } from '../testing/scratch-catalog.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    isThreaded: true,
    attributes: [
      { ...text, name: 'SKU', is_primary: true },
      { ...text, name: 'Note' },
      { name: 'Price', entity_type: 'product', data_type: 'number' },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const total = async (query = '') => (await server.get(`/products?${query}`)).body.pagination.total
const newest = async () => (await server.get('/events?limit=200')).body.data.length

test('a repeated create gets the first answer and makes nothing more [RETRY-01]', async () => {
  const key = keyed()
  const body = { attributes: { sku: 'R-1', price: 5 } }
  const first = await server.post('/products', body, key)
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined])
  const events = await newest()
  const again = await server.post('/products', { attributes: { price: 5, sku: 'R-1' } }, key)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect([again.text, again.headers.location, again.headers.etag]).toEqual([
    first.text,
    first.headers.location,
    first.headers.etag,
  ])
  expect(await total('filter[sku]=R-1')).toBe(1)
  expect(await newest()).toBe(events)
})

test('without a key the same request is done again [RETRY-01]', async () => {
  const body = { attributes: { sku: 'R-TWICE' } }
  await server.post('/products', body)
  await server.post('/products', body)
  expect(await total('filter[sku]=R-TWICE')).toBe(2)
})

test.each([
  [
    'batch',
    () => server.post('/products/batch', { items: [{ attributes: { sku: 'R-B' } }] }, keyed('batch')),
  ],
  [
    'upsert',
    () =>
      server.post('/products/upsert', { merge_key: 'sku', attributes: { sku: 'R-U', price: 1 } }, keyed('u')),
  ],
  [
    'bulk edit',
    () => {
      const body = { type: 'product', filter: { sku: 'R-1' }, set: { price: { add: 1 } } }
      return server.post('/bulk-edits', body, keyed('bulk'))
    },
  ],
  ['export', () => server.post('/exports', { type: 'product', format: 'csv' }, keyed('export'))],
])('a %s is answered as it was [RETRY-01]', async (_name, send) => {
  const first = await send()
  expect(first.status).toBeLessThan(300)
  const again = await send()
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
    first.status,
    first.text,
    'true',
  ])
})

const csv = 'sku,note\nI-1,a\n'
const form = (type: string, file = csv) =>
  [
    `--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n${type}\r\n`,
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--x--\r\n`,
  ].join('')
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

test('a form is the same where its fields and the bytes of its file are [RETRY-02]', async () => {
  const key = { ...keyed(), ...multipart }
  const send = (file?: string) => server.post('/imports', form('product', file), key)
  const first = await send()
  expect(first.status).toBe(202)
  await server.endedJob(first.body.data.id)
  const again = await send()
  expect([again.status, again.text]).toEqual([202, first.text])
  const other = await send('sku,note\nI-1,b\n')
  expect(other.status).toBe(409)
  expect(await readdir(join(server.dataDir, 'uploads')).catch(() => [])).toEqual([])
})

test('a picture that is stored already is answered as when it was new [RETRY-02]', async () => {
  const png =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\nGIF89a\u0001\u0000\u0001\u0000\r\n--x--\r\n'
  const key = { ...keyed(), ...multipart }
  const first = await server.post('/files', png, key)
  expect(first.status).toBe(201)
  const again = await server.post('/files', png, key)
  expect([again.status, again.text]).toEqual([201, first.text])
  expect((await server.post('/files', png, multipart)).status).toBe(200)
})

test('the key of another request is refused and named [RETRY-03]', async () => {
  const key = keyed()
  await server.post('/products', { attributes: { sku: 'R-2' } }, key)
  for (const [path, body] of [
    ['/products', { attributes: { sku: 'R-3' } }],
    ['/vendors', { attributes: { sku: 'R-2' } }],
  ] as const) {
    const { status, body: answer } = await server.post(path, body, key)
    expect(status).toBe(409)
    expect(answer.error).toMatchObject({
      code: 'conflict',
      field_errors: [{ field: 'Idempotency-Key', issue: 'reused_with_another_request' }],
    })
  }
  expect(await total('filter[sku]=R-3')).toBe(0)
})

test('what was refused may be corrected with the same key [RETRY-04]', async () => {
  const key = keyed()
  const wrong = await server.post('/products', { attributes: { sku: 'R-4', price: 'much' } }, key)
  expect(wrong.status).toBe(400)
  expect((await server.post('/products', { attributes: { sku: 'R-4', price: 4 } }, key)).status).toBe(201)
  const missing = `/products/${randomUUID()}`
  const path = keyed()
  expect((await server.patch(missing, { attributes: { price: 1 } }, path)).status).toBe(404)
  expect((await server.post('/products', { attributes: { sku: 'R-5' } }, path)).status).toBe(201)
})

test.each(['', 'a b', 'é', 'x'.repeat(256)])('the key %j is refused [RETRY-04]', async (key) => {
  const { status, body } = await server.post('/products', { attributes: { sku: 'R-6' } }, keyed(key))
  expect(status).toBe(400)
  expect(body.error.field_errors).toMatchObject([{ field: 'Idempotency-Key' }])
})

test('a key belongs to the credential that sends it [RETRY-05]', async () => {
  const key = keyed()
  const other = await server.issueKey(['write:products'])
  const body = { attributes: { sku: 'R-7' } }
  await server.post('/products', body, key)
  await server.post('/products', body, { ...key, authorization: `Bearer ${other}` })
  expect(await total('filter[sku]=R-7')).toBe(2)
})

test('of fifty requests at once with one key one has an effect [RETRY-06]', async () => {
  const key = keyed()
  const body = { attributes: { sku: 'R-8' } }
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.post('/products', body, key)))
  expect(new Set(answers.map(({ text: sent }) => sent)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49)
  expect(await total('filter[sku]=R-8')).toBe(1)
})

test('an answer of more than 1 MiB is told by what it made [RETRY-07]', async () => {
  const key = keyed()
  const note = 'x'.repeat(20_000)
  const items = Array.from({ length: 60 }, (_, n) => ({ attributes: { sku: `L-${n}`, note } }))
  const first = await server.post('/products/batch', { items }, key)
  expect(first.text.length).toBeGreaterThan(1024 * 1024)
  const again = await server.post('/products/batch', { items }, key)
  expect([again.status, again.body.data]).toEqual([first.status, null])
  expect(again.body).toHaveProperty('replayed')
  expect(await total('filter[sku][contains]=L-')).toBe(60)
})

describe('of an agent', () => {
  test('a tool that writes takes the key as an argument or beside them [RETRY-08]', async () => {
    const args = { type: 'product', attributes: { sku: 'M-1' }, idempotency_key: 'agent-1' }
    const first = await callTool(server, 'create_entity', args)
    expect(await callTool(server, 'create_entity', args)).toEqual(first)
    const { idempotency_key: key, ...beside } = args
    const params = {
      name: 'create_entity',
      arguments: beside,
      _meta: { 'vitrine/idempotency_key': key },
    }
    const { body } = await sendMcp(server, { method: 'tools/call', params })
    expect(body.result.structuredContent).toEqual(first.body)
    expect(await total('filter[sku]=M-1')).toBe(1)
    const other = await callTool(server, 'create_entity', { ...args, attributes: { sku: 'M-2' } })
    expect(other.isError).toBe(true)
  })
})

describe('stored answers', () => {
  const key = { owner: 'a', key: 'k', digest: 'd' }
  const answer = JSON.stringify({ status: 201, body: '{}' }) as Parameters<typeof storeAnswer>[2]
  const day = 24 * 60 * 60 * 1000

  test('are known for a day and no longer [RETRY-09]', () => {
    using catalog = new ScratchCatalog()
    catalog.write((tx) => storeAnswer(tx, key, answer, Date.now() - day + 60_000))
    expect(catalog.read((db) => findAnswer(db, key))).toEqual({ status: 201, body: '{}', isReplayed: true })
    catalog.write((tx) => storeAnswer(tx, key, answer, Date.now() - day))
    expect(catalog.read((db) => findAnswer(db, key))).toBeUndefined()
  })

  test('are 100,000 at most, and the oldest go first [RETRY-09]', () => {
    using catalog = new ScratchCatalog()
    const count = (db: Parameters<typeof findAnswer>[0]) =>
      db.get<{ total: number }>('SELECT count(*) AS total FROM stored_answer')?.total
    catalog.write((tx) => {
      tx.run(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO stored_answer (owner, key, digest, answer, created_at)
         SELECT 'a', printf('%d', i), 'd', '{}', ? FROM n`,
        maxStoredAnswers,
        Date.now(),
      )
      storeAnswer(tx, key, answer)
    })
    expect(catalog.read(count)).toBe(maxStoredAnswers)
    expect(catalog.read((db) => findAnswer(db, { ...key, key: '1' }))).toBeUndefined()
    expect(catalog.read((db) => findAnswer(db, key))).toBeDefined()
  })
})

test('50 clients that send one request with one key have one effect, and one answer [RETRY-01] [scripts.9.1]', async () => {
  const key = keyed()
  const before = await total()
  const send = () => server.post('/products', { attributes: { sku: 'R-50', price: 5 } }, key)
  const answers = await Promise.all(Array.from({ length: 50 }, send))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ text: answer }) => answer)).size).toBe(1)
  expect(await total()).toBe(before + 1)
})
