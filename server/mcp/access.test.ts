import { expect, test } from 'vitest'
import { callTool, sendMcp } from '../testing/mcp-client.ts'
import { testServer } from '../testing/test-server.ts'
import { limitCalls } from './mcp-routes.ts'

const list = { method: 'tools/list' }

test('without a credential: 401 that leads to the resource metadata, RFC 9728 [MCP-01]', async () => {
  await using server = await testServer()
  const metadata = `resource_metadata="${server.server.origin}/.well-known/oauth-protected-resource/mcp"`

  const without = await server.send({ method: 'POST', path: '/mcp', body: {} })
  const wrong = await sendMcp(server, list, { authorization: 'Bearer vtr_live_wrong' })

  expect(without.status).toBe(401)
  expect(without.headers['www-authenticate']).toBe(`Bearer ${metadata}`)
  expect(without.body.error).toMatchObject({ code: 'unauthorized', is_retriable: false })
  const named = await server.send({
    method: 'POST',
    path: '/mcp',
    body: {},
    headers: { host: `localhost:${new URL(server.server.origin).port}` },
  })
  expect(named.headers['www-authenticate']).toContain('"http://localhost:')
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`)
})

test('a page of another origin and a foreign Host are refused before the credential is looked at [MCP-01]', async () => {
  await using server = await testServer()
  const post = { method: 'POST', path: '/mcp', body: {} }

  const foreignOrigin = await server.send({ ...post, headers: { origin: 'http://evil.example' } })
  const foreignHost = await server.send({ ...post, headers: { host: 'evil.example' } })

  for (const { status, body } of [foreignOrigin, foreignHost]) {
    expect(status).toBe(403)
    expect(body.error.code).toBe('forbidden')
  }
})

test('the cookie of a browser opens nothing here [MCP-01]', async () => {
  await using server = await testServer()
  const { pathname, search } = new URL(server.server.appUrl())
  const opened = await server.send({ method: 'GET', path: pathname + search })
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''

  const { status } = await server.send({ method: 'POST', path: '/mcp', body: {}, headers: { cookie } })

  expect(cookie).toContain('vitrine_session')
  expect(status).toBe(401)
})

test('the owner names the workspace in the header, as on the API', async () => {
  await using server = await testServer()
  const authorization = `Bearer ${server.server.sessionToken}`
  const call = { method: 'tools/call', params: { name: 'list_jobs', arguments: {} } }

  const without = await sendMcp(server, call, { authorization })
  const named = await sendMcp(server, call, { authorization, 'vitrine-workspace': server.workspace.id })

  expect(without.status).toBe(400)
  expect(without.body.error.field_errors[0].field).toBe('Vitrine-Workspace')
  expect(named.body.result.structuredContent.pagination.total).toBe(0)
})

test('requests are counted with those of the API: 429 with Retry-After [MCP-01]', async () => {
  await using server = await testServer({ rateLimit: 2 })

  await server.get('/jobs')
  const second = await sendMcp(server, list)
  const third = await sendMcp(server, list)

  expect(second.status).toBe(200)
  expect(third.status).toBe(429)
  expect(third.headers.get('retry-after')).toBe(String(third.body.error.retry_after_seconds))
})

test('scopes are checked with every call, and the refusal names what is missing [MCP-02]', async () => {
  await using server = await testServer({ scopes: ['read:products'] })

  const read = await callTool(server, 'list_entities', { type: 'product' })
  const write = await callTool(server, 'create_entity', { type: 'product', attributes: {} })
  const other = await callTool(server, 'list_entities', { type: 'vendor' })
  const schema = await callTool(server, 'describe_schema')

  expect(read.isError).toBe(false)
  for (const [answer, scope] of [
    [write, 'write:products'],
    [other, 'read:vendors'],
    [schema, 'read:attributes'],
  ] as const) {
    expect(answer.isError).toBe(true)
    expect(answer.body.error.code).toBe('insufficient_scope')
    expect(answer.body.error.message).toContain(scope)
  }
})

test('what is no JSON-RPC is refused in its own form', async () => {
  await using server = await testServer()
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const accept = 'application/json, text/event-stream'

  const broken = await server.send({
    method: 'POST',
    path: '/mcp',
    headers: { ...headers, accept },
    body: '{"jsonrpc":',
  })
  const stream = await server.send({ method: 'GET', path: '/mcp', headers: { ...headers, accept } })
  const unknown = await sendMcp(server, { method: 'tools/call', params: { name: 'delete_everything' } })

  expect(broken.status).toBe(400)
  expect(broken.body).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 }, id: null })
  expect(stream.status).toBe(405)
  expect(unknown.body.error).toMatchObject({
    code: -32602,
    message: 'There is no tool delete_everything. tools/list has those there are.',
  })
})

test('a client has so many calls answered at once and is told to wait with more; another one has its own [MCP-24]', () => {
  const enter = limitCalls(2)
  const ends: (() => void)[] = []
  const call = (key: string) =>
    enter({
      key,
      onGone: (end) => {
        ends.push(end)
        return () => undefined
      },
    })
  call('script')
  call('script')
  expect(() => call('script')).toThrow('2 calls of this client are being answered. Wait for some')
  call('agent')
  ends[0]?.()
  call('script')
  expect(() => call('script')).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 1 }),
  )
})
