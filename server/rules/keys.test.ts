import { afterAll, expect, test } from 'vitest'
import { scopes, type Scope } from '#shared/scopes.ts'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const as = (key: string) => ({ authorization: `Bearer ${key}` })
const keys = (workspace = server.workspace.id) => `/app/v1/workspaces/${workspace}/keys`
const newKey = (body: object) => server.asOwner({ method: 'POST', path: keys(), body })

test('a key is shown once, in its form [KEY-01]', async () => {
  const { body } = await newKey({ name: 'once', scopes: ['read:jobs'] })
  expect(body.data.key).toMatch(/^vtr_live_[0-9A-Za-z]{40}$/)
  const list = await server.asOwner({ path: keys() })
  expect(list.body.data.map(({ id }: { id: string }) => id)).toContain(body.data.id)
  expect(list.text).not.toContain('vtr_live_')
})

test('a key sees its own workspace only [KEY-02]', async () => {
  const other = await server.asOwner({ method: 'POST', path: '/app/v1/workspaces', body: { name: 'Other' } })
  const key = await server.issueKey(['read:products', 'read:attributes'], other.body.data.id)
  const { id } = await server.create({ sku: 'MINE' })
  const foreign = await server.get(`/products/${id}`, as(key))
  const never = await server.get('/products/00000000-0000-7000-8000-000000000000', as(key))
  expect([foreign.status, foreign.body.error.code]).toEqual([never.status, never.body.error.code])
  expect((await server.get('/products', as(key))).body.pagination.total).toBe(0)
  expect((await server.get('/attributes', as(key))).body.data).toEqual([])
  const named = { ...as(key), 'vitrine-workspace': server.workspace.id }
  expect((await server.get('/products', named)).body.pagination.total).toBe(0)
})

test('an operation needs the scope of its resource [KEY-03]', async () => {
  const { id } = await server.create({ sku: 'SCOPE' })
  const reader = as(await server.issueKey(['read:products']))
  const writer = as(await server.issueKey(['write:products']))
  const body = { attributes: { price: 1 } }
  expect((await server.get(`/products/${id}`, reader)).status).toBe(200)
  expect((await server.patch(`/products/${id}`, body, reader)).status).toBe(403)
  expect((await server.patch(`/products/${id}`, body, writer)).status).toBe(200)
  expect((await server.get(`/products/${id}`, writer)).status).toBe(403)
  for (const path of ['/products', '/products/upsert', '/products/batch'])
    expect((await server.post(path, {}, reader)).status).toBe(403)
  for (const plural of ['images', 'vendors', 'categories', 'sources'])
    expect((await server.get(`/${plural}`, reader)).status).toBe(403)
})

test('the message names the missing scopes [KEY-04]', async () => {
  const { body } = await server.get('/vendors', as(await server.issueKey(['read:products'])))
  expect(body.error).toMatchObject({ code: 'insufficient_scope' })
  expect(body.error.message).toContain('read:vendors')
})

const operations: readonly (readonly [string, string, Scope])[] = [
  ...(['products', 'images', 'vendors', 'categories'] as const).flatMap((plural) => [
    ['GET', `/${plural}`, `read:${plural}`] as const,
    ['GET', `/${plural}/x`, `read:${plural}`] as const,
    ['POST', `/${plural}`, `write:${plural}`] as const,
    ['PATCH', `/${plural}/x`, `write:${plural}`] as const,
    ['POST', `/${plural}/upsert`, `write:${plural}`] as const,
    ['POST', `/${plural}/batch`, `write:${plural}`] as const,
  ]),
  ['GET', '/sources', 'read:sources'],
  ['GET', '/sources/x', 'read:sources'],
  ['POST', '/sources', 'write:sources'],
  ['PATCH', '/sources/x', 'write:sources'],
  ['GET', '/attributes', 'read:attributes'],
  ['POST', '/attributes', 'write:attributes'],
  ['PATCH', '/attributes/sku', 'write:attributes'],
  ['GET', '/jobs', 'read:jobs'],
  ['GET', '/jobs/x', 'read:jobs'],
  ['GET', '/channels', 'read:channels'],
  ['GET', '/events', 'read:events'],
  ['GET', '/events/stream', 'read:events'],
  ['GET', '/products/x/events', 'read:events'],
  ['GET', '/products/x/completeness', 'read:products'],
]

test.each(operations)('%s %s needs %s and nothing else [KEY-05]', async (method, path, scope) => {
  const withoutIt = as(await server.issueKey(scopes.filter((other) => other !== scope)))
  const lacking = await server.send({ method, path: `/api/v1${path}`, headers: withoutIt })
  expect([lacking.status, lacking.body.error.code]).toEqual([403, 'insufficient_scope'])
  expect(lacking.body.error.message).toContain(scope)
  // The stream would not end.
  if (path === '/events/stream') return
  const holder = as(await server.issueKey([scope]))
  const { status } = await server.send({ method, path: `/api/v1${path}`, headers: holder })
  expect([200, 400, 404]).toContain(status)
})

test('a revoked key is refused at the next request [KEY-06]', async () => {
  const { body } = await newKey({ name: 'gone', scopes: ['read:products'] })
  expect((await server.get('/products', as(body.data.key))).status).toBe(200)
  const path = `${keys()}/${body.data.id}`
  expect((await server.asOwner({ method: 'DELETE', path })).status).toBe(200)
  expect((await server.get('/products', as(body.data.key))).status).toBe(401)
})

test('an expired key is refused [KEY-07]', async () => {
  const keyFor = async (ms: number) => {
    const expires_at = new Date(Date.now() + ms).toISOString()
    return (await newKey({ name: 'short', scopes: ['read:products'], expires_at })).body.data.key
  }
  // Two keys: a single one would have to be used within the second before it expires.
  const [lasting, short] = [await keyFor(3_600_000), await keyFor(2000)]
  expect((await server.get('/products', as(lasting))).status).toBe(200)
  await expect.poll(async () => (await server.get('/products', as(short))).status).toBe(401)
})

test('scopes must be of the taxonomy [KEY-08]', async () => {
  for (const scope of ['write:attribute_values', 'read:completeness', 'read:history', 'read:everything'])
    expect(describeAnswer(await newKey({ name: 'k', scopes: ['read:products', scope] }))).toBe(
      '400 | scopes invalid_value',
    )
  expect(describeAnswer(await newKey({ name: 'k', scopes: [] }))).toBe('400 | scopes expected_values')
})

test('the last use is listed [KEY-09]', async () => {
  const { body } = await newKey({ name: 'used', scopes: ['read:products'] })
  const lastUse = async () => {
    const list = await server.asOwner({ path: keys() })
    return list.body.data.find(({ id }: { id: string }) => id === body.data.id).last_used_at
  }
  expect(await lastUse()).toBeNull()
  await server.get('/products', as(body.data.key))
  expect(Date.now() - Date.parse(await lastUse())).toBeLessThan(60_000)
})

test('Bearer in any case; a header counts alone [KEY-10]', async () => {
  const path = '/api/v1/products'
  expect((await server.send({ path, headers: { authorization: `bEARER ${server.key}` } })).status).toBe(200)
  const url = new URL(server.server.appUrl())
  const ticket = await server.send({ path: url.pathname + url.search })
  const cookie = String(ticket.headers['set-cookie']).split(';')[0] ?? ''
  const named = { cookie, 'vitrine-workspace': server.workspace.id }
  expect((await server.send({ path, headers: named })).status).toBe(200)
  expect((await server.send({ path, headers: { ...named, authorization: 'Bearer wrong' } })).status).toBe(401)
})
