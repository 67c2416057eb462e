import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, sendMcp } from '../testing/mcp-client.ts'
import { testServer } from '../testing/test-server.ts'

const text = { entity_type: 'product', data_type: 'multi_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, data_type: 'single_line_text_field', name: 'SKU', is_primary: true },
    { ...text, name: 'Text' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())
beforeAll(async () => {
  for (let at = 0; at < 31; at += 1)
    await server.post('/products', { attributes: { sku: `L${at}`, text: 'x'.repeat(1024 * 1024 - 100) } })
})

async function askAndWait(): Promise<Socket> {
  const { hostname, port } = new URL(server.server.origin)
  const socket = connect(Number(port), hostname)
  const head = [
    'GET /api/v1/products?limit=31&fields=text HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${server.key}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

const callHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}
const bodyOf = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

describe('while four large answers wait that nobody fetches', () => {
  let waiting: readonly Socket[]
  let long: string
  beforeAll(async () => {
    const made = await server.post('/products', { attributes: { sku: 'agent', text: 'x'.repeat(900_000) } })
    long = bodyOf('get_entity', { type: 'product', id: made.body.data.id, fields: ['text'] })
    waiting = [await askAndWait(), await askAndWait(), await askAndWait(), await askAndWait()]
  })
  const call = (body: string) =>
    fetch(`${server.server.origin}/mcp`, {
      method: 'POST',
      headers: { ...callHeaders, authorization: `Bearer ${server.key}` },
      body,
    })

  test('another is refused, as together they are no more than 128 MiB; smaller ones go on [RATE-05]', async () => {
    const refused = await server.get('/products?limit=200&fields=text')
    expect([refused.status, refused.body.error]).toMatchObject([
      429,
      {
        code: 'rate_limited',
        retry_after_seconds: 1,
        message: expect.stringContaining('Read them to their end'),
      },
    ])
    expect((await server.get('/products?limit=1&fields=sku')).status).toBe(200)
  })

  test('large results of agents count among them, before they are made [RATE-05]', async () => {
    const refused = await call(long)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      429,
      '1',
      { error: { code: 'rate_limited' } },
    ])
    const { id } = JSON.parse(long).params.arguments
    expect((await call(bodyOf('get_entity', { type: 'product', id, fields: ['sku'] }))).status).toBe(200)
    const write = { type: 'product', id, attributes: { sku: 'written' } }
    expect((await call(bodyOf('update_entity', write))).status).toBe(200)
  })

  test('once nobody waits for them any more, large answers and results are given again [RATE-05]', async () => {
    for (const socket of waiting) socket.destroy()
    await expect.poll(async () => (await server.get('/products?limit=10&fields=text')).status).toBe(200)
    await expect.poll(async () => (await call(long)).status).toBe(200)
  })
})

test('a page for an agent ends at 1 MiB [MCP-15]', async () => {
  for (const sku of ['M1', 'M2', 'M3'])
    await server.post('/products', { attributes: { sku, text: 'x'.repeat(900_000) } })
  const names: string[] = []
  for (let cursor: object | undefined = {}; cursor;) {
    const filter = { sku: { starts_with: 'M' } }
    const args = { type: 'product', filter, fields: ['text'], limit: 10, ...cursor }
    const { body } = await callTool(server, 'list_entities', args)
    names.push(...body.data.map(({ label }: { label: string }) => label))
    cursor = body.pagination.has_more ? { cursor: body.pagination.next_cursor } : undefined
    expect([body.data.length, body.pagination.truncated_by]).toEqual([1, cursor && 'size'])
  }
  expect(names).toEqual(['M1', 'M2', 'M3'])
  const short = await callTool(server, 'list_entities', { type: 'product', fields: ['sku'], limit: 10 })
  expect([short.body.data.length, short.body.pagination.truncated_by]).toEqual([10, undefined])
})

test('an entity that alone is larger is refused to an agent, which hears its size and what helps [MCP-15]', async () => {
  const huge = { ...text, name: 'Huge', entity_type: 'vendor' }
  const name = { ...huge, name: 'Name', data_type: 'single_line_text_field', is_primary: true }
  const doubled = { ...huge, data_type: 'formula', name: 'Doubled', formula: '{{huge}} & {{huge}}' }
  for (const attribute of [name, huge, doubled]) await server.post('/attributes', attribute)
  const attributes = { name: 'V', huge: 'x'.repeat(900_000) }
  const { id } = (await server.post('/vendors', { attributes })).body.data

  const messageOf = (body: { error: { message: string; field_errors: object[] } }) => body.error.message
  const whole = await callTool(server, 'get_entity', { type: 'vendor', id })
  expect([whole.isError, messageOf(whole.body)]).toEqual([
    true,
    'fields: This is 2.6 MiB, more than the 1 MiB that fit into one answer. Name the attributes that you need in `fields`.',
  ])
  expect(messageOf((await callTool(server, 'list_entities', { type: 'vendor' })).body)).toBe(
    messageOf(whole.body),
  )
  const one = await callTool(server, 'get_entity', { type: 'vendor', id, fields: ['doubled'] })
  expect(messageOf(one.body)).toMatch(/1\.7 MiB.*Leave doubled out of `fields`; an export has it whole\.$/)
  const narrow = await callTool(server, 'get_entity', { type: 'vendor', id, fields: ['huge'] })
  expect(narrow.body.data.attributes.huge).toBe(attributes.huge)

  const uri = `vitrine://entities/vendor/${id}`
  expect((await sendMcp(server, { method: 'resources/read', params: { uri } })).body.error.message).toBe(
    messageOf(whole.body),
  )
  const schema = await callTool(server, 'describe_schema', { type: 'vendor', detail: 'full' })
  expect(schema.body.data.types).toMatchObject([{ type: 'vendor', count: 1, examples: [] }])
  expect(await listedUris()).toContain(uri)

  await server.patch(`/vendors/${id}`, { attributes: { huge: 'y'.repeat(900_000) } })
  const { body: feed } = await callTool(server, 'list_events', { type: 'vendor', id, limit: 1 })
  expect(feed.data).toMatchObject([{ event: 'entity.updated', changes: [], truncated_by: 'size' }])
  const [event] = (await server.get(`/vendors/${id}/events?limit=1`)).body.data
  expect([event.changes[0].attribute, event.truncated_by]).toEqual(['huge', undefined])
})

async function listedUris(): Promise<string[]> {
  const uris: string[] = []
  for (let params: object | undefined = {}; params;) {
    const { body } = await sendMcp(server, { method: 'resources/list', params })
    uris.push(...body.result.resources.map((resource: { uri: string }) => resource.uri))
    params = body.result.nextCursor && { cursor: body.result.nextCursor }
  }
  return uris
}
