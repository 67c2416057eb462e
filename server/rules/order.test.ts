import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { sendRaw } from '../testing/http-client.ts'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const bearer = { authorization: `Bearer ${server.key}` }
const unknown = '00000000-0000-7000-8000-000000000000'
const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) =>
  `${status} ${body.error?.code}`

test('a request without a Host is malformed, one for a foreign host is forbidden [ORDER-01]', async () => {
  const without = await sendRaw(
    server.server.origin,
    'GET /api/v1/products HTTP/1.1\r\nConnection: close\r\n\r\n',
  )
  expect(without).toContain('400 Bad Request')
  expect(without).toContain('validation_failed')
  const { host } = new URL(server.server.origin)
  const twice = `GET /api/v1/openapi HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n`
  expect(
    await sendRaw(server.server.origin, `${twice}Authorization: Bearer ${server.key}\r\n\r\n`),
  ).toContain('400 Bad Request')
  const foreign = await server.get('/products', { host: 'evil.example' })
  expect(codeOf(foreign)).toBe('403 forbidden')
  const otherPort = await server.get('/products', { host: 'localhost:1' })
  expect(codeOf(otherPort)).toBe('403 forbidden')
})

test('a foreign origin is forbidden before the key is looked at [ORDER-02]', async () => {
  const path = '/api/v1/products'
  for (const headers of [
    { origin: 'http://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    expect(codeOf(await server.send({ path, headers }))).toBe('403 forbidden')
  expect(codeOf(await server.send({ path, headers: { 'sec-fetch-site': 'same-origin' } }))).toBe(
    '401 unauthorized',
  )
  expect((await server.get('/products', { origin: server.server.origin })).status).toBe(200)
})

test('without a valid key nothing but 401 is said [ORDER-03]', async () => {
  const wrong = { authorization: `Bearer vtr_live_${'0'.repeat(40)}` }
  for (const headers of [{}, wrong, { authorization: 'Basic eDp5' }, { authorization: server.key }])
    for (const [method, path] of [
      ['GET', '/products'],
      ['GET', '/nope'],
      ['PUT', '/products'],
      ['DELETE', `/products/${unknown}`],
      ['PATCH', `/products/${unknown}`],
    ] as const)
      expect(codeOf(await server.send({ method, path: `/api/v1${path}`, headers, body: '{' }))).toBe(
        '401 unauthorized',
      )
})

test('an unknown path or method is 404 before the scope [ORDER-04]', async () => {
  const key = await server.issueKey(['read:jobs'])
  const headers = { authorization: `Bearer ${key}` }
  for (const [method, path] of [
    ['GET', '/api/v1/nope'],
    ['GET', '/api/v1/products/x/y/z'],
    ['PUT', `/api/v1/products/${unknown}`],
    ['POST', `/api/v1/products/${unknown}`],
    ['PATCH', '/api/v1/products'],
  ])
    expect(
      codeOf(await server.send({ method: method as string, path: path as string, headers, body: '{' })),
    ).toBe('404 not_found')
})

test('DELETE is forbidden to every key, id and body unread [ORDER-05]', async () => {
  const { id } = await server.create({ sku: 'D' })
  for (const path of [
    '/products',
    `/products/${id}`,
    '/products/nope',
    `/jobs/${unknown}`,
    '/openapi',
    '/events',
  ])
    expect(codeOf(await server.delete(path, '{'))).toBe('403 forbidden')
  expect((await server.get(`/products/${id}`)).status).toBe(200)
  expect(codeOf(await server.delete('/nope'))).toBe('404 not_found')
})

test('the scope comes before the entity [ORDER-06]', async () => {
  const headers = { authorization: `Bearer ${await server.issueKey(['read:vendors'])}` }
  expect(codeOf(await server.get(`/products/${unknown}`, headers))).toBe('403 insufficient_scope')
  expect(codeOf(await server.patch(`/products/nope`, '{', headers))).toBe('403 insufficient_scope')
  expect(codeOf(await server.get(`/vendors/${unknown}`, headers))).toBe('404 not_found')
})

test('an unknown or malformed id comes before faults [ORDER-07]', async () => {
  for (const id of [unknown, 'nope', '1', `${unknown}0`]) {
    expect(codeOf(await server.patch(`/products/${id}`, { attributes: { nope: 1 } }))).toBe('404 not_found')
    expect(codeOf(await server.patch(`/products/${id}`, '{'))).toBe('404 not_found')
    expect(codeOf(await server.get(`/products/${id}?nope=1`))).toBe('404 not_found')
    expect(codeOf(await server.get(`/products/${id}/references`))).toBe('404 not_found')
    expect(codeOf(await server.get(`/products/${id}/variants?limit=0`))).toBe('404 not_found')
    expect(codeOf(await server.get(`/jobs/${id}?nope=1`))).toBe('404 not_found')
    expect(codeOf(await server.get(`/products/${id}/events?via=`))).toBe('404 not_found')
  }
})

test('an unknown key comes before faults [ORDER-07]', async () => {
  expect(codeOf(await server.patch('/attributes/nope?what=1', { nonsense: true }))).toBe('404 not_found')
})

test('faults come before conflicts [ORDER-08]', async () => {
  await server.create({ sku: 'F1', code: 'taken', name: 'same' })
  await server.create({ sku: 'F2', name: 'same' })
  const both = await server.post('/products', { attributes: { sku: 'F3', code: 'TAKEN', price: 'x' } })
  expect(describeAnswer(both)).toBe('400 | attributes.price expected_number')
  const { id } = await server.create({ sku: 'F4' })
  const patched = await server.patch(`/products/${id}`, { attributes: { code: 'taken', price: 'x' } })
  expect(describeAnswer(patched)).toBe('400 | attributes.price expected_number')
  const upsert = { merge_key: 'name', attributes: { name: 'same', price: 'x' } }
  expect(describeAnswer(await server.post('/products/upsert', upsert))).toBe(
    '400 | attributes.price expected_number',
  )
  const taken = { name: 'Code', key: 'code', entity_type: 'product', data_type: 'number' }
  expect(describeAnswer(await server.post('/attributes', { ...taken, channel: 'nope' }))).toBe(
    '400 | channel invalid_value',
  )
  expect((await server.post('/attributes', taken)).status).toBe(409)
})

test('what cannot be read is 400 [ORDER-09]', async () => {
  const typed = { 'content-type': 'text/plain' }
  expect(codeOf(await server.post('/products', '{"attributes": ', {}))).toBe('400 validation_failed')
  expect(codeOf(await server.post('/products', '{}', typed))).toBe('400 validation_failed')
  const notUtf8 = Buffer.from('{"attributes":{"sku":"\xff"}}', 'latin1')
  expect(codeOf(await server.post('/products', notUtf8))).toBe('400 validation_failed')
  for (const path of ['/products/%E0%A4%A', '/products?filter[sku]=%FF', '/products?%ZZ=1'])
    expect(codeOf(await server.get(path))).toBe('400 validation_failed')
})

test('8 MiB are read, more is 400 [ORDER-10]', async () => {
  const ofSize = (bytes: number) => {
    const json = JSON.stringify({ attributes: { sku: 'big' } })
    return `${json}${' '.repeat(bytes - json.length)}`
  }
  expect((await server.post('/products', ofSize(8 * 1024 * 1024))).status).toBe(201)
  const tooLarge = await server.post('/products', ofSize(8 * 1024 * 1024 + 1))
  expect(codeOf(tooLarge)).toBe('400 validation_failed')
  expect(tooLarge.body.error.field_errors[0].field).toBe('body')
})

test('what no handler sees is answered in the envelope [ORDER-11]', async () => {
  const { origin } = server.server
  for (const text of [
    'nonsense\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
  ]) {
    const answer = await sendRaw(origin, text)
    expect(answer).toContain('400 Bad Request')
    expect(answer).toContain('"code":"validation_failed"')
  }
  const { hostname, port } = new URL(origin)
  const connected = await new Promise<number | undefined>((resolve, reject) => {
    request({ hostname, port, method: 'CONNECT', path: 'example.com:443', headers: bearer })
      .on('connect', ({ statusCode }, socket) => {
        socket.destroy()
        resolve(statusCode)
      })
      .on('error', reject)
      .end()
  })
  expect(connected).toBe(404)
})

test('a body of bottomless depth or of half characters is refused [ORDER-12]', async () => {
  const nested = (depth: number) => `{"attributes":{"sku":${'['.repeat(depth)}${']'.repeat(depth)}}}`
  expect(describeAnswer(await server.post('/products', nested(30)))).toBe(
    '400 | attributes.sku expected_scalar',
  )
  const many = `{"attributes":{"sku":[${'1,'.repeat(200_000)}1]}}`
  const halves = ['{"attributes":{"sku":"\\ud83e"}}', '{"attributes":{"\\ud83e":"x"}}', '{"\\ud83e":1}']
  for (const body of [nested(31), many, ...halves]) {
    const { status, body: answer } = await server.post('/products', body)
    expect([status, answer.error.field_errors]).toMatchObject([400, [{ field: 'body' }]])
  }
})
