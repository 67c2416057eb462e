import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { CatalogClient } from './client.ts'

async function ask(...answers: ((response: ServerResponse) => void)[]): Promise<unknown> {
  const server = createServer((_, response) => answers.shift()?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await new CatalogClient({ origin, session: 'x' }).call('GET /app/v1/workspaces')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const busy = (response: ServerResponse) =>
  response
    .writeHead(503, { 'retry-after': '1' })
    .end('{"error":{"code":"internal_error","message":"Later.","field_errors":[]}}')

test('what the server cannot do just now is asked for again [CLI-17]', async () => {
  expect(await ask(busy, (response) => response.end('{"data":[]}'))).toEqual({ data: [] })
})

test.each([
  ['the page of a proxy', (response: ServerResponse) => response.writeHead(502).end('<html>502</html>')],
  ['a page in the place of an answer', (response: ServerResponse) => response.end('<html>Back soon</html>')],
  [
    'half an answer',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"data":', () => response.destroy())
    },
  ],
])('%s is told as a server that did not answer [CLI-17]', async (_, answer) => {
  await expect(ask(answer)).rejects.toThrow('ended before it answered. Try again.')
})
