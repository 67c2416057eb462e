import { createServer, request as sendRequest, type IncomingMessage } from 'node:http'
import { portOf } from '../../edge/address.ts'

export interface Proxy {
  readonly url: string
  close(): void
}

/**
 * Stands before a server and adds a credential, which the suite has no way to send. Everything else goes through as it is, Host
 * and Origin of an attacker included.
 */
export async function startProxy(origin: string, key: string): Promise<Proxy> {
  const target = new URL(origin)
  const proxy = createServer((request, response) => {
    const forwarded = sendRequest(
      { host: target.hostname, port: target.port, method: request.method, path: request.url },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    for (const [name, value] of Object.entries(headersOf(request, target)))
      forwarded.setHeader(name, value ?? '')
    forwarded.setHeader('authorization', `Bearer ${key}`)
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done)
  })
  const port = portOf(proxy)
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

/** The proxy's own name stands for the server's; any other name is kept. */
function headersOf({ headers, socket }: IncomingMessage, target: URL): IncomingMessage['headers'] {
  const own = new RegExp(`^(http://)?(127\\.0\\.0\\.1|localhost|\\[::1\\]):${socket.localPort}$`)
  const rename = (value: string | undefined) => value?.replace(own, `$1$2:${target.port}`)
  const { host, origin, ...rest } = headers
  return { ...rest, host: rename(host), ...(origin !== undefined && { origin: rename(origin) }) }
}
