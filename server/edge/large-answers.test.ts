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
async function askAndWait(): Promise<Socket> {
  const { hostname, port } = new URL(server.server.origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /api/v1/products?limit=200 HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${server.key}\r\n\r\n`,
  )
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
  await expect.poll(async () => (await server.get('/products?limit=200')).status).toBe(200)
})
