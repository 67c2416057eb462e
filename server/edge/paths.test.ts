import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '#shared/scopes.ts'
import { readDocument } from '../testing/read-document.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

/** Rules of every path of the API alike (decisions, reading 12), tested on all of them. */
let server: TestServer
let routes: { method: string; path: string }[]
let paths: string[]
let readKey: string
let product: string

const unknownId = '00000000-0000-7000-8000-000000000000'
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND']
const envelope = {
  code: '',
  message: '',
  documentation_url: '',
  is_retriable: false,
  retry_after_seconds: null,
  request_id: '',
  field_errors: [],
}

beforeAll(async () => {
  server = await testServer({
    attributes: [
      { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    ],
  })
  await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { keys_may_merge: true } })
  readKey = await server.issueKey(['read:jobs'] satisfies Scope[])
  product = (await server.post('/products', { attributes: { sku: 'A' } })).body.data.id
  const { routes: all } = await readDocument('public')
  routes = all.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path }
  })
  paths = [...new Set(routes.map(({ path }) => path))]
}, 30_000)
afterAll(() => server[Symbol.asyncDispose]())

function methodsOf(path: string): string[] {
  const own = routes.filter((route) => route.path === path).map(({ method }) => method)
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
}

const isOffered = (method: string, path: string) => methodsOf(path).includes(method)
const fill = (path: string, id: string) => path.replaceAll(/\{\w+\}/g, id)

async function ask(method: string, path: string, key: string | null = server.key, body?: unknown) {
  const headers = key === null ? undefined : { authorization: `Bearer ${key}` }
  const answer = await server.send({
    method,
    path: `/api/v1${path}`,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  })
  const { error } = method === 'HEAD' || answer.text === '' ? { error: null } : answer.body
  const members = Object.keys(error ?? envelope).filter(
    (member) => !['message_code', 'values', 'alternative_action'].includes(member),
  )
  expect(members).toEqual(Object.keys(envelope))
  const requestId = answer.headers['x-request-id']
  expect(requestId).toMatch(/\S/)
  expect(error?.request_id ?? requestId).toBe(requestId)
  return { status: answer.status, code: error?.code as string | undefined, error }
}

async function exceptions(
  calls: { method: string; path: string; key?: string | null; body?: unknown }[],
  expected: { status: number; code?: string },
): Promise<string[]> {
  const odd: string[] = []
  for (const { method, path, key, body } of calls) {
    const { status, code } = await ask(method, path, key, body)
    const isExpected =
      status === expected.status &&
      (expected.code === undefined || method === 'HEAD' || code === expected.code)
    if (!isExpected) odd.push(`${method} ${path}: ${status} ${code}`)
  }
  return odd
}

describe('every path of the API', () => {
  test('is there: the feed, references, variants and sources among them', () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        '/events',
        '/events/stream',
        '/products/{id}/variants',
        ...['products', 'images', 'vendors', 'categories', 'sources'].flatMap((plural) => [
          `/${plural}/{id}/events`,
          `/${plural}/{id}/references`,
        ]),
      ]),
    )
    expect(routes).toContainEqual({ method: 'POST', path: '/sources' })
    expect(paths).not.toContain('/sources/upsert')
    expect(paths).not.toContain('/sources/batch')
    expect(paths).not.toContain('/images/{id}/variants')
  })

  test('answers DELETE with forbidden, whatever the key holds, the id is and the body says', async () => {
    const calls = paths.flatMap((path) => [
      { method: 'DELETE', path: fill(path, 'nope'), key: readKey, body: '{' },
      { method: 'DELETE', path: `${fill(path, unknownId)}?x=1` },
    ])
    expect(await exceptions(calls, { status: 403, code: 'forbidden' })).toEqual([])
  })

  test('asks for the key before anything else', async () => {
    const calls = paths.flatMap((path) =>
      ['GET', 'DELETE', 'PUT', 'OPTIONS'].map((method) => ({ method, path: fill(path, 'nope'), key: null })),
    )
    expect(await exceptions(calls, { status: 401, code: 'unauthorized' })).toEqual([])
  })

  test('answers a method that it does not offer as an unknown path', async () => {
    // Such a path is also that of an entity, whose id it is not; writes on channels are refused by name.
    const isOther = (path: string) => /^\/\w+\/(upsert|batch)$|^\/channels/.test(path)
    const calls = paths.flatMap((path) =>
      methods
        .filter((method) => !isOffered(method, path) && !isOther(path))
        .map((method) => ({
          method,
          path: fill(path, unknownId),
          body: method === 'GET' || method === 'HEAD' ? undefined : '{',
        })),
    )
    expect(calls.length).toBeGreaterThan(100)
    expect(await exceptions(calls, { status: 404, code: 'not_found' })).toEqual([])
  })

  test('answers OPTIONS by the methods it takes, whatever the key holds [ORDER-14]', async () => {
    for (const path of paths) {
      const answer = await server.send({
        method: 'OPTIONS',
        path: `/api/v1${fill(path, unknownId)}`,
        headers: { authorization: `Bearer ${readKey}` },
      })
      expect([path, answer.status, answer.text]).toEqual([path, 204, ''])
      expect([path, answer.headers.allow]).toEqual([path, methodsOf(path).join(', ')])
    }
  })

  test('answers HEAD as GET, without the body [ORDER-13]', async () => {
    const { data: job } = (await server.post('/exports', { type: 'product', format: 'csv' })).body
    expect((await server.endedJob(job.id)).status).toBe('completed')
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n'
    const body = `${form}<svg xmlns="http://www.w3.org/2000/svg"/>\r\n--x--\r\n`
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const { data: file } = (await server.post('/files', body, type)).body
    for (const path of paths.filter((one) => isOffered('GET', one))) {
      const ids: Record<string, string> = { job_id: job.id, hash: file.hash, key: 'shopify', id: product }
      const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
        path.startsWith('/jobs') ? job.id : (ids[name] ?? ''),
      )
      const url = `/api/v1${filled}${path.endsWith('/references') ? '?attribute=sku' : ''}`
      const headers = { authorization: `Bearer ${server.key}` }
      const head = await server.send({ method: 'HEAD', path: url, headers })
      expect([path, head.text]).toEqual([path, ''])
      // The stream itself would not end.
      if (path === '/events/stream') continue
      const get = await server.send({ path: url, headers })
      const compared = ['content-type', 'content-length', 'content-encoding', 'etag', 'location']
      const pick = ({ status, headers }: typeof get) => [
        path,
        status,
        ...compared.map((name) => headers[name]),
      ]
      // The message of an error holds the id of its request, which is as long as any other.
      expect(pick(head)).toEqual(pick(get))
    }
  })

  test('answers HEAD of the event stream without opening one [ORDER-13]', async () => {
    const headers = { authorization: `Bearer ${server.key}` }
    const head = await server.send({ method: 'HEAD', path: '/api/v1/events/stream', headers })
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
  })

  test('with a slash behind it says that the slash is too much [ORDER-15]', async () => {
    for (const path of paths) {
      const { status, error } = await ask('GET', `${fill(path, product)}/?x=1`)
      expect([path, status, error.code]).toEqual([path, 404, 'not_found'])
      expect(error.message).toContain('leave the slash at the end out')
    }
  })

  test.each(['/', '//', '/%2F', '/.', '/nope', '%00'])(
    'with %s behind it is unknown or of an unknown entity',
    async (end) => {
      const calls = paths.map((path) => ({ method: 'GET', path: fill(path, unknownId) + end, key: readKey }))
      const odd = await exceptions(calls, { status: 404, code: 'not_found' })
      expect(odd.filter((call) => !call.endsWith('insufficient_scope'))).toEqual([])
    },
  )

  test('means the same however its letters are spelled', async () => {
    const escaped = (path: string) =>
      path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    for (const path of ['/products', '/events', `/products/${product}/variants`])
      expect((await ask('GET', escaped(path))).status).toBe(200)
  })

  test('of an entity tells an unknown or malformed id before any fault', async () => {
    const ids = [
      unknownId,
      'nope',
      `${product}x`,
      '%20',
      'a%2Fb',
      unknownId.toUpperCase(),
      '..%2f..',
      '🪑',
    ].map(encodeURI)
    const withId = routes.filter(({ path }) => path.includes('{id}'))
    const calls = withId.flatMap(({ method, path }) =>
      ids.map((id) => ({
        method,
        path: `${fill(path, id)}?x=1&limit=0&attribute=`,
        body: method === 'GET' ? undefined : '{',
      })),
    )
    expect(await exceptions(calls, { status: 404, code: 'not_found' })).toEqual([])
  })

  test('refuses an unknown query parameter by its name', async () => {
    const odd: string[] = []
    for (const { method, path } of routes.filter(({ path }) => !/\{(?!id\})/.test(path))) {
      if (path.includes('{') && !path.startsWith('/products/')) continue
      const { status, error } = await ask(
        method,
        `${fill(path, product)}?nope=1`,
        server.key,
        method === 'GET' ? undefined : {},
      )
      const fields: string[] = (error?.field_errors ?? []).map(({ field }: { field: string }) => field)
      if (status !== 400 || !(fields.includes('nope') || fields.includes('body')))
        odd.push(`${method} ${path}: ${status} ${fields.join()}`)
    }
    expect(odd).toEqual([])
  })
})

describe('scopes', () => {
  const scopes: [string, string, Scope][] = [
    ['GET', '/events', 'read:events'],
    ['GET', '/events/stream', 'read:events'],
    ['GET', '/products/nope/events', 'read:events'],
    ['GET', '/sources/nope/events', 'read:events'],
    ['GET', '/products/nope/variants', 'read:products'],
    ['GET', '/images/nope/references', 'read:images'],
    ['GET', '/sources', 'read:sources'],
    ['PATCH', '/sources/nope', 'write:sources'],
    ['POST', '/sources', 'write:sources'],
    ['GET', '/jobs', 'read:jobs'],
    ['GET', '/jobs/nope', 'read:jobs'],
  ]
  test.each(scopes)(
    '%s %s needs %s and nothing else, before the entity and any fault',
    async (method, path, scope) => {
      const without = await server.issueKey(
        (['read:jobs', 'read:events'] as Scope[]).filter((one) => one !== scope),
      )
      const body = method === 'GET' ? undefined : '{'
      const refused = await ask(method, `${path}?x=1`, without, body)
      expect(refused).toMatchObject({ status: 403, code: 'insufficient_scope' })
      expect(refused.error.message).toContain(scope)
      const { status } = await ask(method, `${path}?x=1`, await server.issueKey([scope]), body)
      expect([400, 404]).toContain(status)
    },
  )
})
