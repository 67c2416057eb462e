import { Agent, request as httpRequest } from 'node:http'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Below the API root, query string included. */
  readonly path: string
  readonly body?: unknown
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
}

/** A client with a few connections that stay open; rejects when the connection breaks before the answer is complete. */
export class HttpClient {
  readonly #agent: Agent
  readonly #baseUrl: URL
  readonly #headers: Record<string, string>

  constructor(baseUrl: string, key: string, connections = 1, headers: Readonly<Record<string, string>> = {}) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
    this.#baseUrl = new URL(baseUrl)
    this.#headers = { ...headers, authorization: `Bearer ${key}` }
  }

  send({ method, path, body }: HttpRequest): Promise<HttpAnswer> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const headers = payload
      ? { ...this.#headers, 'content-type': 'application/json', 'content-length': payload.length }
      : this.#headers
    return new Promise((resolve, reject) => {
      const { hostname, port, pathname } = this.#baseUrl
      const options = { hostname, port, path: pathname + path, method, headers, agent: this.#agent }
      const outgoing = httpRequest(options, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          if (!incoming.complete) return reject(new Error('The answer broke off.'))
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  }

  /** Sends and parses; throws the server's message on anything but success. */
  async json<Body>(request: HttpRequest): Promise<Body> {
    const { status, text } = await this.send(request)
    if (status >= 300) {
      throw new Error(`${request.method} ${request.path} answered ${status}: ${text.slice(0, 2000)}`)
    }
    return JSON.parse(text) as Body
  }

  close(): void {
    this.#agent.destroy()
  }
}
