import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const owner = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path: `/app/v1${path}`, body })
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

async function upload(bytes: Uint8Array | undefined, name = 'file') {
  const form = new FormData()
  if (bytes) form.append(name, new Blob([new Uint8Array(bytes)]), 'a.bin')
  else form.append('other', 'x')
  const encoded = new Response(form)
  return server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
}

test('a key over its limit waits [RATE-01]', async () => {
  await using limited = await testServer({ rateLimit: 3 })
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await limited.get('/products')).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect((await limited.get('/nothing')).status).toBe(429)
  expect((await limited.delete('/products/1')).status).toBe(429)
  expect((await limited.get('/products', { authorization: 'Bearer no' })).status).toBe(401)
  const other = { authorization: `Bearer ${await limited.issueKey(['read:products'])}` }
  expect((await limited.get('/products', other)).status).toBe(200)
})

test('Retry-After is mirrored [RATE-02]', async () => {
  await using limited = await testServer({ rateLimit: 1 })
  await limited.get('/products')
  const { headers, body } = await limited.get('/products')
  expect(Number(headers['retry-after'])).toBeGreaterThan(50)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(body.error).toMatchObject({ code: 'rate_limited', is_retriable: true, field_errors: [] })
  expect(body.error.retry_after_seconds).toBe(Number(headers['retry-after']))
})

test('the owner is never counted [RATE-03]', async () => {
  await using limited = await testServer({ rateLimit: 1 })
  for (let n = 0; n < 5; n++) expect((await limited.asOwner({ path: '/api/v1/products' })).status).toBe(200)
})

test('an answer to a key says what it has left [RATE-04]', async () => {
  await using limited = await testServer({ rateLimit: 3 })
  const left = async (path: string) => {
    const { headers } = await limited.get(path)
    return ['limit', 'remaining', 'reset'].map((name) => Number(headers[`ratelimit-${name}`]))
  }
  const [first, second] = [await left('/products'), await left('/nothing')]
  expect([first.slice(0, 2), second.slice(0, 2)]).toEqual([
    [3, 2],
    [3, 1],
  ])
  expect(first[2]).toBeGreaterThan(50)
  const { headers } = await limited.asOwner({ path: '/api/v1/products' })
  expect(headers['ratelimit-limit']).toBeUndefined()
})

test('the enabled channels, or all [CHANNEL-01]', async () => {
  await owner('POST', '/channels/woocommerce/enable')
  const keysOf = async (query: string) =>
    (await server.get(`/channels${query}`)).body.data.map(({ key }: { key: string }) => key)
  expect(await keysOf('')).toContain('woocommerce')
  expect(await keysOf('')).not.toContain('amazon')
  expect(await keysOf('?enabled=all')).toEqual(
    expect.arrayContaining(['google_merchant', 'shopify', 'amazon', 'woocommerce']),
  )
  expect(describeAnswer(await server.get('/channels?enabled=yes'))).toBe('400 | enabled invalid_value')
})

test('a channel has fields [CHANNEL-02]', async () => {
  const { body } = await server.get('/channels/woocommerce')
  expect(body.data.fields).toContainEqual(expect.objectContaining({ target: 'SKU', requirement: 'required' }))
  expect(body.data.attribute_count).toBe(body.data.fields.length)
  expect((await server.get('/channels/nope')).status).toBe(404)
})

test('channels are read-only [CHANNEL-03]', async () => {
  const readOnly = await server.issueKey(['read:jobs'])
  for (const path of [
    '/channels',
    '/channels/woocommerce',
    '/channels/nope',
    '/channels/woocommerce/completeness',
  ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const key of [server.key, readOnly]) {
        const headers = { authorization: `Bearer ${key}` }
        const { status, body } = await server.send({ method, path: `/api/v1${path}`, headers, body: '{' })
        expect([status, body.error.code, method, path]).toEqual([403, 'forbidden', method, path])
      }
})

test('enabling maps by key and name, and keeps what the owner said [CHANNEL-04]', async () => {
  const mapped = async (target: string) => {
    const { fields } = (await server.get('/channels/woocommerce')).body.data
    return fields.find((field: { target: string }) => field.target === target).attribute
  }
  await owner('POST', '/channels/woocommerce/enable')
  expect(await mapped('SKU')).toBe('sku')
  await owner('PATCH', '/channels/woocommerce', { mapping: { SKU: 'code', Tags: null } })
  await owner('POST', '/channels/woocommerce/enable')
  expect([await mapped('SKU'), await mapped('Tags')]).toEqual(['code', null])
  expect(describeAnswer(await owner('PATCH', '/channels/woocommerce', { mapping: { SKU: 'nope' } }))).toBe(
    '400 | mapping.SKU not_a_defined_attribute',
  )
  await owner('PATCH', '/channels/woocommerce', { mapping: { SKU: 'sku' } })
})

test('completeness tells what is filled, missing and invalid, now [COMPLETE-01]', async () => {
  await owner('POST', '/channels/woocommerce/enable')
  await owner('PATCH', '/channels/woocommerce', { mapping: { SKU: 'sku', Name: 'name', Published: 'mood' } })
  const { id } = await server.create({ sku: 'C1', mood: 'maybe' })
  const read = async () => (await server.get(`/products/${id}/completeness?channel=woocommerce`)).body.data
  const first = await read()
  expect(first).toMatchObject({ product_id: id, channel: 'woocommerce', complete: false })
  expect(first.missing[0]).toEqual({
    key: 'name',
    name: 'Name',
    data_type: 'single_line_text_field',
    requirement: 'required',
  })
  expect(first.invalid).toEqual([{ key: 'mood', issue: 'not_an_acceptable_value' }])
  await server.patch(`/products/${id}`, { attributes: { mood: null } })
  expect(await read()).toMatchObject({ complete: false, percent: 50, invalid: [] })
  await server.patch(`/products/${id}`, { attributes: { name: 'n', mood: 'maybe' } })
  expect(await read()).toMatchObject({ complete: false, percent: 100 })
  await server.patch(`/products/${id}`, { attributes: { mood: null } })
  expect(await read()).toMatchObject({ complete: true, percent: 100, invalid: [] })
})

test('percent is of the required, rounded down [COMPLETE-02]', async () => {
  await owner('POST', '/channels/google_merchant/enable')
  const { id } = await server.create({ sku: 'C2', name: 'n', price: 1 })
  const { required, percent } = (await server.get(`/products/${id}/completeness?channel=google_merchant`))
    .body.data
  expect(required.filled).toBeGreaterThan(0)
  expect((100 * required.filled) % required.total).not.toBe(0)
  expect(percent).toBe(Math.floor((100 * required.filled) / required.total))
  await owner('POST', '/channels/google_merchant/disable')
})

test('without a channel, all that are enabled [COMPLETE-03]', async () => {
  await owner('POST', '/channels/woocommerce/enable')
  const { id } = await server.create({ sku: 'C3' })
  const { body } = await server.get(`/products/${id}/completeness`)
  expect(body.data.map(({ channel }: { channel: string }) => channel)).toEqual(['woocommerce'])
  for (const channel of ['amazon', 'nope'])
    expect(describeAnswer(await server.get(`/products/${id}/completeness?channel=${channel}`))).toBe(
      '400 | channel invalid_value',
    )
})

test('a file is kept once [FILE-01]', async () => {
  const hash = createHash('sha256').update(png).digest('hex')
  const [first, again] = [await upload(png), await upload(png)]
  expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
  expect(first.headers.location).toBe(`/api/v1/files/${hash}`)
  const file = { hash, path: `files/${hash}.png`, media_type: 'image/png', size: png.byteLength }
  expect(first.body.data).toMatchObject({ ...file, details: { hash, fault: 'damaged' } })
  const { attributes } = await server.create({ sku: 'F1', photo: first.body.data.path })
  expect(attributes['photo']).toBe(`files/${hash}.png`)
})

test('a file is served safely [FILE-02]', async () => {
  const { body } = await upload(png)
  const { hash } = body.data
  const { status, headers } = await server.get(`/files/${hash.toUpperCase()}`)
  expect([status, headers]).toMatchObject([
    200,
    {
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-length': String(png.byteLength),
      'content-disposition': `inline; filename="${hash}.png"`,
      'content-security-policy': "sandbox; default-src 'none'",
    },
  ])
  for (const unknown of ['0'.repeat(64), 'nope', '..%2f..%2fetc'])
    expect((await server.get(`/files/${unknown}`)).status).toBe(404)
})

test('an SVG is never a document [FILE-03]', async () => {
  const { body } = await upload(svg)
  const { headers } = await server.get(`/files/${body.data.hash}`)
  expect(headers['content-disposition']).toMatch(/^attachment/)
  expect(headers['content-security-policy']).toContain('sandbox')
})

test('only known kinds of files are kept [FILE-04]', async () => {
  expect(describeAnswer(await upload(Buffer.from('<html></html>')))).toBe('400 | file invalid_value')
  expect((await upload(undefined)).status).toBe(400)
  const empty = new Response(new FormData())
  const type = { 'content-type': empty.headers.get('content-type') ?? '' }
  expect(describeAnswer(await server.post('/files', new Uint8Array(await empty.arrayBuffer()), type))).toBe(
    '400 | file required',
  )
})

test('the document, with a key under the root and open under /docs [DOC-01]', async () => {
  const key = await server.issueKey(['read:jobs'])
  const { status, body } = await server.get('/openapi', { authorization: `Bearer ${key}` })
  expect([status, body.openapi, body.info.version]).toEqual([200, '3.1.0', '1.0.0'])
  expect((await server.send({ path: '/api/v1/openapi' })).status).toBe(401)
  expect((await server.send({ path: '/docs/openapi.json' })).body).toEqual(body)
})

test('/app/v1 takes the session only [OWNER-01]', async () => {
  const headers = { authorization: `Bearer ${server.key}` }
  for (const path of ['/app/v1/workspaces', '/app/v1/trash', '/app/v1/session']) {
    expect((await server.send({ path, headers })).status).toBe(401)
    expect((await server.asOwner({ path })).status).toBe(200)
  }
})

test('the session under /api/v1 names its workspace [OWNER-02]', async () => {
  const path = '/api/v1/products'
  expect((await server.asOwner({ path })).status).toBe(200)
  const headers = { authorization: `Bearer ${server.server.sessionToken}` }
  expect((await server.send({ path, headers })).status).toBe(400)
  const elsewhere = { ...headers, 'vitrine-workspace': '00000000-0000-7000-8000-000000000000' }
  expect((await server.send({ path, headers: elsewhere })).status).toBe(404)
})

test('a ticket is exchanged once [OWNER-03]', async () => {
  const { pathname, search } = new URL(server.server.appUrl())
  const first = await server.send({ path: pathname + search })
  expect([first.status, String(first.headers['set-cookie'])]).toEqual([
    303,
    expect.stringMatching(/HttpOnly; SameSite=Strict/),
  ])
  expect((await server.send({ path: pathname + search })).status).toBe(401)
})

test('the owner deletes definitions [OWNER-04]', async () => {
  const { id } = await server.create({ sku: 'O4', description: 'gone' })
  expect((await server.delete('/attributes/description')).status).toBe(403)
  expect((await owner('DELETE', '/attributes/description')).status).toBe(200)
  expect((await server.get(`/products/${id}`)).body.data.attributes).toEqual({ sku: 'O4' })
  expect(describeAnswer(await server.get('/products?filter[description]=x'))).toContain(
    'not_a_defined_attribute',
  )
  const doubled = { name: 'Doubled', entity_type: 'product', data_type: 'formula', formula: '{{price}} * 2' }
  await server.post('/attributes', doubled)
  for (const key of ['price', 'vendor', 'city']) {
    const refused = await owner('DELETE', `/attributes/${key}`)
    expect([key, refused.status, refused.body.error?.code]).toEqual([key, 409, 'conflict'])
  }
})

test('a new workspace is empty, its name taken once [SPACE-01]', async () => {
  const made = await owner('POST', '/workspaces', { name: 'Shop' })
  expect(made.status).toBe(201)
  const key = {
    authorization: `Bearer ${await server.issueKey(['read:products', 'read:attributes'], made.body.data.id)}`,
  }
  expect((await server.get('/attributes', key)).body.data).toEqual([])
  expect((await server.get('/products', key)).body.data).toEqual([])
  for (const name of ['Shop', ' SHOP '])
    expect(describeAnswer(await owner('POST', '/workspaces', { name }))).toMatch(/^409 /)
})
