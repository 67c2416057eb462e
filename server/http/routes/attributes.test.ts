import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer({
  attributes: [
    { name: 'Name', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
    { name: 'Price', entity_type: 'vendor', data_type: 'number' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

function faultsOf({ body }: { body: { error: { field_errors: { field: string; issue: string }[] } } }) {
  return body.error.field_errors.map(({ field, issue }) => `${field} ${issue}`)
}

test('deliverable 5: discovery is cached by its ETag until a definition changes', async () => {
  const first = await server.get('/attributes?type=product')
  expect(first.status).toBe(200)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const etag = first.headers['etag'] as string
  expect(etag).toMatch(/^"[^"]+"$/)

  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await server.get('/attributes?type=product', { 'if-none-match': known })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    expect(again.headers['x-request-id']).toBeTruthy()
    expect(again.headers['content-type']).toBeUndefined()
  }
  const other = await server.get('/attributes', { 'if-none-match': '"other"' })
  expect(other.status).toBe(200)
  const faulty = await server.get('/attributes?type=shelf', { 'if-none-match': etag })
  expect(faulty.status).toBe(400)

  await server.post('/products', { attributes: { name: 'A chair' } })
  expect((await server.get('/attributes', { 'if-none-match': etag })).status).toBe(304)
  await server.patch('/attributes/name', { name: 'Title' })
  const changed = await server.get('/attributes?type=product', { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers['etag']).not.toBe(etag)
})

test('PATCH /attributes/{key} answers the full definition', async () => {
  const { status, body } = await server.patch('/attributes/price?type=vendor', {
    constraints: { min: 0, decimals: 2 },
  })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    key: 'price',
    entity_type: 'vendor',
    constraints: { min: 0, decimals: 2 },
  })
  const again = await server.patch('/attributes/price?type=vendor', body.data)
  expect(again.body.data).toEqual(body.data)
})

test('reading 12: 404 comes before faults; faults of path, query and body are told together', async () => {
  const unknown = await server.patch('/attributes/nope?what=1', { nonsense: true })
  expect(unknown.status).toBe(404)
  const faulty = await server.patch('/attributes/price?what=1', {
    nonsense: true,
    name: 5,
    rollup_mode: 'some',
    constraints: { min: 'x' },
  })
  expect(faulty.status).toBe(400)
  expect(faultsOf(faulty)).toEqual([
    'what This query parameter is not known here.',
    'nonsense This field is not known here.',
    'name Expected a string.',
    'constraints.min Expected a number.',
    'type required',
    'rollup_mode invalid_value',
  ])
  const shelf = await server.patch('/attributes/price?type=shelf', {})
  expect(faultsOf(shelf)).toEqual(['type invalid_value'])
  const broken = await server.patch('/attributes/price?type=vendor', '{"name"')
  expect(broken.status).toBe(400)
})

test('POST /attributes tells every fault once, whether of form or of content', async () => {
  const answer = await server.post('/attributes', {
    name: 7,
    entity_type: 'shelf',
    data_type: 'single_select_list',
    acceptable_values: ['Red'],
    default_value: 'Blue',
    key: 'label',
    constraints: { min_length: -1, colors: { Red: '#f00' } },
    selected_tools: ['magic', 'tricks'],
  })
  expect(answer.status).toBe(400)
  expect(faultsOf(answer)).toEqual([
    'name Expected a string.',
    'acceptable_values Expected a string or null.',
    'constraints.min_length Must be at least 0.',
    'entity_type invalid_value',
    'selected_tools invalid_value',
    'key invalid_value',
  ])
})

test('a definition needs write:attributes; DELETE is 403 for every key', async () => {
  const key = await server.issueKey(['read:attributes'])
  const headers = { authorization: `Bearer ${key}` }
  const denied = await server.patch('/attributes/price', {}, headers)
  expect([denied.status, denied.body.error.code]).toEqual([403, 'insufficient_scope'])
  const removed = await server.delete('/attributes/price')
  expect([removed.status, removed.body.error.code]).toEqual([403, 'forbidden'])
  expect((await server.get('/attributes/price')).status).toBe(404)
})
