import { afterAll, describe, expect, test } from 'vitest'
import { scopes as allScopes, type Scope } from '#shared/scopes.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('the key', () => {
  test.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['another scheme', { authorization: `Basic ${server.key}` }],
    ['no scheme', { authorization: server.key }],
    ['two keys', { authorization: `Bearer ${server.key} ${server.key}` }],
    ['a key that never was', bearer(`vtr_live_${'0'.repeat(40)}`)],
    ['part of a key', bearer(server.key.slice(0, -1))],
    ['more than a key', bearer(`${server.key}0`)],
    ['the key in the query string', {}, `?key=${server.key}`],
  ] as [string, Record<string, string>, string?][])('%s: 401', async (_name, headers, query = '') => {
    const answer = await server.send({ path: `/api/v1/products${query}`, headers })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="http/)
    expect(answer.text).not.toContain(server.key)
  })

  test('the scheme may be spelled in any case', async () => {
    const { status } = await server.send({
      path: '/api/v1/products',
      headers: { authorization: `bearer ${server.key}` },
    })
    expect(status).toBe(200)
  })

  test('a revoked key is refused from the next request on', async () => {
    const path = `/app/v1/workspaces/${server.workspace.id}/keys`
    const issued = await server.asOwner({ method: 'POST', path, body: { name: 'short', scopes: allScopes } })
    const headers = bearer(issued.body.data.key)
    expect((await server.send({ path: '/api/v1/products', headers })).status).toBe(200)
    await server.asOwner({ method: 'DELETE', path: `${path}/${issued.body.data.id as string}` })
    expect((await server.send({ path: '/api/v1/products', headers })).status).toBe(401)
  })

  test('a key opens its own workspace only, whatever the header says', async () => {
    const other = await server.asOwner({
      method: 'POST',
      path: '/app/v1/workspaces',
      body: { name: 'Other' },
    })
    const headers = bearer(await server.issueKey(allScopes, other.body.data.id))
    const definition = { name: 'Only here', entity_type: 'product', data_type: 'number' }
    await server.send({ method: 'POST', path: '/api/v1/attributes', headers, body: definition })
    const { body } = await server.get('/attributes', { 'vitrine-workspace': other.body.data.id })
    expect(body.data).toEqual([])
  })
})

const routes: [string, string, Scope][] = [
  ...(['products', 'images', 'vendors', 'categories'] as const).flatMap(
    (plural): [string, string, Scope][] => [
      ['GET', `/${plural}`, `read:${plural}`],
      ['GET', `/${plural}/x`, `read:${plural}`],
      ['POST', `/${plural}`, `write:${plural}`],
      ['PATCH', `/${plural}/x`, `write:${plural}`],
      ['POST', `/${plural}/upsert`, `write:${plural}`],
      ['POST', `/${plural}/batch`, `write:${plural}`],
    ],
  ),
  ['GET', '/sources', 'read:sources'],
  ['GET', '/sources/x', 'read:sources'],
  ['PATCH', '/sources/x', 'write:sources'],
  ['GET', '/attributes', 'read:attributes'],
  ['POST', '/attributes', 'write:attributes'],
  ['GET', '/jobs', 'read:jobs'],
  ['GET', '/jobs/x', 'read:jobs'],
  ['GET', '/events/stream', 'read:events'],
]

describe('scopes', () => {
  test.each(routes)('%s %s needs %s and nothing else', async (method, path, scope) => {
    const withoutIt = bearer(await server.issueKey(allScopes.filter((other) => other !== scope)))
    const refused = await server.send({ method, path: `/api/v1${path}`, headers: withoutIt })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(refused.body.error.message).toContain(scope)

    if (path === '/events/stream') return
    const withIt = bearer(await server.issueKey([scope]))
    const { status } = await server.send({ method, path: `/api/v1${path}`, headers: withIt })
    expect([200, 400, 404]).toContain(status)
  })

  test('DELETE is forbidden to a key that holds delete scopes too', async () => {
    const key = await server.issueKey(['delete:products'])
    const { status, body } = await server.send({
      method: 'DELETE',
      path: '/api/v1/products/x',
      headers: bearer(key),
    })
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
  })
})
