import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The proxy's answers while nothing answers behind it: its own page, as nginx has it, also with a success
 * status.
 */
export type ProxyMood = 'bad gateway' | 'maintenance page' | 'cut off'

export class RestartingProxy {
  readonly origin: string
  mood: ProxyMood = 'bad gateway'
  readonly #close: () => Promise<void>
  readonly #answered: string[] = []

  static async start(upstream: string): Promise<RestartingProxy> {
    const parts: { proxy?: RestartingProxy } = {}
    const server = createServer((incoming, outgoing) => parts.proxy?.forward(upstream, incoming, outgoing))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const close = () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
    return (parts.proxy = new RestartingProxy(`http://127.0.0.1:${port}`, close))
  }

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin
    this.#close = close
  }

  get answered(): readonly string[] {
    return this.#answered
  }

  close(): Promise<void> {
    return this.#close()
  }

  forward(upstream: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { host, origin } = new URL(upstream)
    const { method, url, headers } = incoming
    const asOwn = { ...headers, host, ...(headers.origin !== undefined && { origin }) }
    const asked = request(
      new URL(url ?? '/', upstream),
      { method, headers: asOwn, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      },
    )
    asked.on('error', () => this.#answerInPlace(incoming, outgoing))
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  }

  #answerInPlace({ method, url }: IncomingMessage, outgoing: ServerResponse): void {
    if (outgoing.destroyed || outgoing.headersSent) return void outgoing.destroy()
    this.#answered.push(`${method} ${url}`)
    const html =
      '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
    if (this.mood === 'cut off') {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
      outgoing.write('{"data":[', () => outgoing.destroy())
      return
    }
    outgoing.writeHead(this.mood === 'bad gateway' ? 502 : 200, { 'content-type': 'text/html' }).end(html)
  }
}
