import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
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

/** Asks for a page of 31 MiB and reads no more than the head of the answer. */
const askAndWait = (): Promise<Socket> => sendAndWait('GET /api/v1/products?limit=200&fields=text', [], '')

async function sendAndWait(line: string, headers: readonly string[], body: string): Promise<Socket> {
  const { hostname, port } = new URL(server.server.origin)
  const socket = connect(Number(port), hostname)
  const head = [
    `${line} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${server.key}`,
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

test('large answers that nobody fetches are no more than 128 MiB; smaller ones go on [RATE-05]', async () => {
  const waiting = [await askAndWait(), await askAndWait(), await askAndWait(), await askAndWait()]
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
  for (const socket of waiting) socket.destroy()
  await expect.poll(async () => (await server.get('/products?limit=10&fields=text')).status).toBe(200)
})

const callHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}
const bodyOf = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

test('large results of agents count among them, before they are made [RATE-05]', async () => {
  const formula = Array(16).fill('{{text}}').join(' & ')
  await server.post('/attributes', { ...text, name: 'Long', data_type: 'formula', formula })
  const { id } = (await server.get('/products?limit=1&fields=sku')).body.data[0]
  const long = bodyOf('get_entity', { type: 'product', id, fields: ['long'] })
  const lines = Object.entries(callHeaders).map(([name, value]) => `${name}: ${value}`)
  // 16 MiB, of which 32 MiB are sent: as text and as what programs read. Nothing else is in the making.
  const waiting = await sendAndWait('POST /mcp', [...lines, `content-length: ${long.length}`], long)
  const call = (body: string) =>
    fetch(`${server.server.origin}/mcp`, {
      method: 'POST',
      headers: { ...callHeaders, authorization: `Bearer ${server.key}` },
      body,
    })
  const refused = await call(long)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '1',
    { error: { code: 'rate_limited' } },
  ])
  expect((await call(bodyOf('get_entity', { type: 'product', id, fields: ['sku'] }))).status).toBe(200)
  // What has been written is told, whoever waits.
  const write = { type: 'product', id, attributes: { sku: 'written' } }
  expect((await call(bodyOf('update_entity', write))).status).toBe(200)
  waiting.destroy()
  await expect.poll(async () => (await call(long)).status).toBe(200)
})

test('a page for an agent ends at 1 MiB, with one entity at least [MCP-15]', async () => {
  const names: string[] = []
  for (let cursor: object | undefined = {}; cursor;) {
    const args = { type: 'product', fields: ['text'], limit: 10, ...cursor }
    const { body } = await callTool(server, 'list_entities', args)
    names.push(...body.data.map(({ label }: { label: string }) => label))
    expect([body.data.length, body.pagination.truncated_by]).toEqual([1, 'size'])
    cursor = names.length < 3 ? { cursor: body.pagination.next_cursor } : undefined
  }
  expect(new Set(names).size).toBe(3)
  const short = await callTool(server, 'list_entities', { type: 'product', fields: ['sku'], limit: 10 })
  expect([short.body.data.length, short.body.pagination.truncated_by]).toEqual([10, undefined])
})
