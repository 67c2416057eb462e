import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { errorCodes, issueCodes } from '#shared/errors.ts'
import { testServer } from '../testing/test-server.ts'
import { encoded, ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const unknown = '00000000-0000-7000-8000-000000000000'

test('the envelope has every key; what says nothing is null or empty [ERROR-01]', async () => {
  const { body } = await server.get('/nope')
  expect(Object.keys(body)).toEqual(['error'])
  expect(Object.keys(body.error).sort()).toEqual(
    [
      'code',
      'message',
      'documentation_url',
      'is_retriable',
      'retry_after_seconds',
      'request_id',
      'field_errors',
    ].sort(),
  )
  expect(body.error).toMatchObject({ code: 'not_found', retry_after_seconds: null, field_errors: [] })
  expect(body.error.message).not.toBe('')
})

test('alternative_action is there only with a value [ERROR-02]', async () => {
  await using limited = await testServer({ rateLimit: 1 })
  await limited.get('/products')
  const { body } = await limited.get('/products')
  expect(body.error.alternative_action).toContain('batch')
  for (const path of ['/nope', '/products?limit=0', `/products/${unknown}`])
    expect((await server.get(path)).body.error).not.toHaveProperty('alternative_action')
})

test('a better call is named where there is one [ERROR-11]', async () => {
  const suggested = async (pending: ReturnType<typeof server.get>) =>
    (await pending).body.error.alternative_action
  const { id } = await server.create({ sku: 'twin-1', name: 'Twin' })
  await server.create({ sku: 'twin-2', name: 'Twin' })

  expect(await suggested(server.get('/products?offset=10001&limit=0'))).toContain('`cursor`')
  expect(await suggested(server.get('/products?offset=10000&limit=0'))).toBeUndefined()
  const items = Array.from({ length: 101 }, () => ({ attributes: {} }))
  expect(await suggested(server.post('/products/batch', { items }))).toContain('at most 100')
  expect(await suggested(server.post('/products/batch', { items: [] }))).toBeUndefined()
  const ambiguous = { merge_key: 'name', attributes: { name: 'twin' } }
  expect(await suggested(server.post('/products/upsert', ambiguous))).toContain('PATCH')
  expect(await suggested(server.post('/sources/upsert', ambiguous))).toContain('POST /sources')
  expect(await suggested(server.get('/assets'))).toContain('/images')
  expect(await suggested(server.get(`/products/${id}/history`))).toContain('/events')
})

test('only rate_limited and internal_error may be retried [ERROR-03]', async () => {
  const retriable = Object.entries(errorCodes).flatMap(([code, { retriable }]) => (retriable ? [code] : []))
  expect(retriable.sort()).toEqual(['internal_error', 'rate_limited'])
  const answers = [
    await server.get('/nope'),
    await server.get('/products?limit=0'),
    await server.delete('/products'),
    await server.get('/products', { authorization: 'Bearer x' }),
  ]
  for (const { body } of answers) expect(body.error.is_retriable).toBe(false)
  await using limited = await testServer({ rateLimit: 1 })
  await limited.get('/products')
  expect((await limited.get('/products')).body.error).toMatchObject({
    code: 'rate_limited',
    is_retriable: true,
  })
})

test('every answer has a request id, and the envelope repeats it [ERROR-04]', async () => {
  const good = await server.get('/products')
  expect(good.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const bad = await server.get('/products?limit=0')
  expect(bad.headers['x-request-id']).toBe(bad.body.error.request_id)
  expect(bad.headers['x-request-id']).not.toBe(good.headers['x-request-id'])
})

test('documentation_url leads to a page with an anchor for every code [ERROR-05]', async () => {
  const { body } = await server.get('/nope')
  const url = new URL(body.error.documentation_url)
  expect(url.href).toBe(`${server.server.origin}/docs/developers/errors#not_found`)
  const page = await server.send({ path: url.pathname })
  expect(page.status).toBe(200)
  for (const code of Object.keys(errorCodes)) expect(page.text).toContain(`id="${code}"`)
})

test('all faults of a request are told together [ERROR-06]', async () => {
  const list = await server.get(
    `/products?${encoded('limit=0&offset=x&sort=vendor,nope&filter[price]=x&filter[no][eq]=1&filter_join=nor&fields=id,gone&cursor=y&colour=1')}`,
  )
  expect(list.body.error.field_errors.map(({ field }: { field: string }) => field).sort()).toEqual(
    [
      'limit',
      'offset',
      'sort',
      'sort',
      'filter[price]',
      'filter[no][eq]',
      'filter_join',
      'fields',
      'fields',
      'cursor',
      'colour',
    ].sort(),
  )
  const write = await server.post('/products?x=1', {
    parent_id: 'nope',
    attributes: { price: 'x', gone: 1, vendor: unknown, total: 1 },
    extra: 1,
  })
  expect(write.body.error.field_errors.map(({ field }: { field: string }) => field).sort()).toEqual(
    [
      'x',
      'extra',
      'parent_id',
      'attributes.price',
      'attributes.gone',
      'attributes.vendor',
      'attributes.total',
      'attributes.sku',
    ].sort(),
  )
})

test('field is the place in the request [ERROR-07]', async () => {
  expect(describeAnswer(await server.get('/products?filter[price][between]=1'))).toBe(
    '400 | filter[price][between] unknown_operator',
  )
  expect(describeAnswer(await server.get('/products?limit=201'))).toBe('400 | limit out_of_range')
  expect(
    describeAnswer(await server.post('/products', { parent_id: 'x', attributes: { sku: 'a', price: [] } })),
  ).toBe('400 | attributes.price expected_scalar | parent_id expected_uuid_or_null')
  const definition = {
    name: 'N',
    entity_type: 'product',
    data_type: 'number',
    constraints: { min: 2, max: 1 },
  }
  expect(describeAnswer(await server.post('/attributes', definition))).toBe(
    '400 | constraints.min out_of_range',
  )
})

test('a structural fault is told in a sentence [ERROR-08]', async () => {
  const { id } = await server.create({ sku: 'S' })
  const answer = await server.patch(`/products/${id}`, { attributes: 7, colour: 'red' })
  expect(answer.status).toBe(400)
  for (const { field, issue } of answer.body.error.field_errors) {
    expect(['attributes', 'colour']).toContain(field)
    expect(issue).toMatch(/^[A-Z].* .*\.$/)
  }
  expect(answer.body.error.field_errors).toHaveLength(2)
  for (const body of [null, [], 7])
    for (const path of ['/products', '/products/upsert', '/products/batch', '/attributes', '/edits'])
      expect(describeAnswer(await server.post(`${path}?colour=red`, body))).toBe(
        '400 | colour This query parameter is not known here. | body Expected an object.',
      )
})

test('an unknown or repeated query parameter is a fault on its name [ERROR-09]', async () => {
  const { id } = await server.create({ sku: 'Q' })
  for (const path of [
    '/products',
    `/products/${id}`,
    '/attributes',
    '/jobs',
    '/events',
    '/channels',
    '/openapi',
  ]) {
    const { status, body } = await server.get(`${path}?colour=red`)
    expect([status, body.error.field_errors]).toMatchObject([400, [{ field: 'colour' }]])
  }
  const twice = await server.get('/products?limit=1&limit=2')
  expect([twice.status, twice.body.error.field_errors]).toMatchObject([400, [{ field: 'limit' }]])
  const written = await server.patch(`/products/${id}?colour=red`, { attributes: { name: 'x' } })
  expect(written.body.error.field_errors).toMatchObject([{ field: 'colour' }])
})

test('what would have been acceptable is echoed [ERROR-10]', async () => {
  const select = await server.post('/products', { attributes: { sku: 'x', color: 'Pink' } })
  expect(select.body.error.field_errors).toEqual([
    {
      field: 'attributes.color',
      issue: 'not_an_acceptable_value',
      acceptable_values: ['Red', 'Blue', 'Green'],
    },
  ])
  const type = await server.get('/attributes?type=nope')
  expect(type.body.error.field_errors).toEqual([
    {
      field: 'type',
      issue: 'invalid_value',
      acceptable_values: ['product', 'image', 'vendor', 'category', 'source'],
    },
  ])
  const join = await server.get('/products?filter_join=xor')
  expect(join.body.error.field_errors).toEqual([
    { field: 'filter_join', issue: 'invalid_value', did_you_mean: 'or', acceptable_values: ['and', 'or'] },
  ])
})

test('every code of the vocabulary is met by the tests of some rule [ERROR-07]', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
  const tests = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join()
  const unmet = Object.keys(issueCodes).filter((code) => !new RegExp(`[' ]${code}\\b`).test(tests))
  expect(unmet).toEqual([])
})

test('a sentence has its code and values beside it, in the envelope and in its faults [ERROR-22]', async () => {
  const missing = await server.get(`/products/${unknown}`)
  expect(missing.body.error).toMatchObject({
    message: expect.stringMatching(/^The product .* was not found in this workspace\. /),
    message_code: 'not_found.what_and_remedy',
    values: { what: { message_code: 'not_found.product', values: { id: unknown } } },
  })
  const refused = await server.post('/products', { attributes: 5 })
  expect(refused.status).toBe(400)
  const structural = await server.post('/products/batch', {})
  expect(structural.body.error.field_errors).toMatchObject([
    { field: 'items', issue: 'This field is required.', message: expect.stringContaining('Send a list') },
  ])
})
