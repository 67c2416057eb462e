import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'

export class Membership {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 3 })
  readonly #origin: URL
  readonly #headers: Record<string, string>

  constructor(origin: string, headers: Record<string, string>) {
    this.#origin = new URL(origin)
    this.#headers = headers
  }

  async ask(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
    const { status, text } = await this.#send(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`)
    return text
  }

  follow(onPiece: (text: string) => void, onEnd: (reason: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#request('GET', '/api/v1/events/stream', {}, (incoming) => {
        if (incoming.statusCode !== 200)
          return reject(new Error(`The stream answered ${incoming.statusCode}.`))
        incoming.setEncoding('utf8').on('data', onPiece)
        incoming.on('error', () => undefined)
        incoming.on('close', () => onEnd('closed'))
        resolve()
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const payload = body && Buffer.from(JSON.stringify(body))
    const more = payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }
    return new Promise((resolve, reject) => {
      const outgoing = this.#request(method, path, { ...more }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  }

  #request(
    method: string,
    path: string,
    more: Record<string, string>,
    onAnswer: (incoming: IncomingMessage) => void,
  ) {
    const { hostname, port } = this.#origin
    const headers = { ...this.#headers, ...more }
    return httpRequest({ hostname, port, path, method, headers, agent: this.#agent }, onAnswer)
  }
}
