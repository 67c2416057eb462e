import { afterAll, describe, expect, test } from 'vitest'
import { sendRequest, type TestRequest } from '../testing/http-client.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const readKey = await server.issueKey(['read:products'])
const unknownId = '00000000-0000-7000-8000-000000000000'

const { host } = new URL(server.server.origin)
const all = { authorization: `Bearer ${server.key}` }
const read = { authorization: `Bearer ${readKey}` }
const wrong = { authorization: 'Bearer vtr_live_0000000000000000000000000000000000000000' }
const malformed = '{"attributes": '

/** Further orders than those of the rules: each request has the fault of its own step and, where it can, those of every later step. */
const steps: [string, TestRequest, number, string][] = [
  [
    'a foreign host is refused before the origin is looked at',
    { path: '/api/v1/nope', headers: { host: 'evil.example', origin: 'http://evil.example', ...wrong } },
    403,
    'forbidden',
  ],
  [
    'a foreign origin before the key',
    { path: '/api/v1/nope', headers: { origin: 'http://evil.example', ...wrong } },
    403,
    'forbidden',
  ],
  [
    'a request that another site makes a browser send before the key',
    { path: '/api/v1/nope', headers: { 'sec-fetch-site': 'cross-site', ...wrong } },
    403,
    'forbidden',
  ],
  [
    'an unknown path before a malformed body',
    { method: 'POST', path: '/api/v1/nope', headers: read, body: malformed },
    404,
    'not_found',
  ],
  [
    'the scope before faults',
    { method: 'POST', path: '/api/v1/products?x=1', headers: read, body: malformed },
    403,
    'insufficient_scope',
  ],
  [
    'the entity before a wrong media type',
    {
      method: 'PATCH',
      path: `/api/v1/products/${unknownId}`,
      headers: { ...all, 'content-type': 'text/plain' },
      body: 'x',
    },
    404,
    'not_found',
  ],
  [
    'the entity before the body of the wrong form',
    { method: 'PATCH', path: `/api/v1/products/${unknownId}`, headers: all, body: { nope: 1 } },
    404,
    'not_found',
  ],
  [
    'the entity before a fault of `fields`',
    { path: `/api/v1/products/${unknownId}?fields=nope&x=1`, headers: all },
    404,
    'not_found',
  ],
]

describe('the order of answers', () => {
  test.each(steps)('%s', async (_name, request, status, code) => {
    const answer = await server.send(request)
    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code })
  })
})

describe('Host', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])(
    '%s with the port is answered',
    async (name) => {
      const { status } = await server.send({
        path: '/api/v1/products',
        headers: { ...all, host: `${name}:${host.split(':')[1]}` },
      })
      expect(status).toBe(200)
    },
  )

  test.each(['127.0.0.1', 'localhost:1', 'evil.example', `${host}.evil.example`])(
    '%s is refused',
    async (name) => {
      const { status } = await server.send({ path: '/', headers: { host: name } })
      expect(status).toBe(403)
    },
  )
})

describe('Origin', () => {
  test.each([
    [`http://${host}`, 200],
    [`http://${host.replace('127.0.0.1', 'localhost')}`, 200],
    [`https://${host}`, 403],
    ['http://localhost:1', 403],
    ['null', 403],
    ['', 403],
  ])('"%s": %i', async (origin, expected) => {
    const { status, headers } = await server.send({ path: '/api/v1/products', headers: { ...all, origin } })
    expect(status).toBe(expected)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('a link on another site may open the pages, but not the API', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await server.send({ path: '/docs/developers/errors', headers: link })).status).toBe(200)
    expect((await server.send({ path: '/api/v1/products', headers: { ...all, ...link } })).status).toBe(403)
  })
})

describe('paths', () => {
  test.each(['GET', 'POST', 'PATCH', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s of an unknown path is 404',
    async (method) => {
      const { status, headers } = await server.send({ method, path: '/api/v1/nope', headers: all })
      expect(status).toBe(404)
      expect(headers['x-request-id']).toMatch(/\S/)
    },
  )

  test.each([
    ['a trailing slash is another path', '/products/'],
    ['the root holds nothing', ''],
    ['names are case-sensitive', '/Products'],
  ])('%s: 404', async (_name, path) => {
    expect((await server.send({ path: `/api/v1${path}`, headers: all })).status).toBe(404)
  })

  test.each([
    ['http://127.0.0.1/api/v1/products', 401],
    ['/%61pi/v1/products', 401],
    ['/api/v1/%70roducts', 401],
    ['/api/v1/../v1/products', 401],
    ['//api/v1/products', 404],
  ])('the key is asked for however the path is spelled: %s', async (path, status) => {
    expect((await sendRequest(server.server.origin, { path })).status).toBe(status)
  })

  test.each(['/%', 'http://', 'http:///x', 'http://a/%zz', '*%zz'])(
    'an address that the router cannot read is refused, and the server goes on: %s',
    async (path) => {
      const { origin } = server.server
      expect(await sendRequest(origin, { path })).toMatchObject({
        status: 400,
        body: { error: { code: 'validation_failed' } },
      })
      expect((await sendRequest(origin, { path: '/api/v1/products', headers: all })).status).toBe(200)
    },
  )

  test.each([
    ['GET', '/api/v1/products/%zz', 400],
    ['GET', '/api/v1/products/%E0%A4%A', 400],
    ['GET', '/api/v1/%zz', 400],
    ['DELETE', '/api/v1/products/%zz', 403],
  ])('malformed percent-encoding: %s %s is %i', async (method, path, status) => {
    expect((await server.send({ method, path, headers: all })).status).toBe(status)
    expect((await server.send({ method, path })).status).toBe(401)
  })
})
