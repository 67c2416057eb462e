import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const askAndWait = (): Promise<Socket> => sendAndWait('GET /api/v1/products?limit=200', [], '')

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
  const refused = await server.get('/products?limit=200')
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
  await expect.poll(async () => (await server.get('/products?limit=10')).status).toBe(200)
})

const callFor = (limit: number) => {
  const params = { name: 'list_entities', arguments: { type: 'product', limit } }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}
const callHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}

test('large results of agents count among them [RATE-05]', async () => {
  const lines = Object.entries(callHeaders).map(([name, value]) => `${name}: ${value}`)
  const call = callFor(20)
  const askAgent = () => sendAndWait('POST /mcp', [...lines, `content-length: ${call.length}`], call)
  // Each is 40 MiB: the text and what programs read.
  const waiting = [await askAgent(), await askAgent(), await askAgent()]
  const again = () =>
    fetch(`${server.server.origin}/mcp`, {
      method: 'POST',
      headers: { ...callHeaders, authorization: `Bearer ${server.key}` },
      body: callFor(5),
    })
  const refused = await again()
  expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: 'rate_limited' } }])
  for (const socket of waiting) socket.destroy()
  await expect.poll(async () => (await again()).status).toBe(200)
})
