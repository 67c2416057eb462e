import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { Call, ReceivedAnswer, Surface } from './call.ts'
import type { RawRequest } from './raw-requests.ts'

const answerTimeMs = 20_000

export const surfaceRoots: Readonly<Record<Surface, string>> = { api: '/api/v1', app: '/app/v1' }

export class FuzzClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })
  readonly #baseUrl: URL
  readonly #headers: Readonly<Record<string, string>>

  constructor(baseUrl: string, headers: Readonly<Record<string, string>>) {
    this.#baseUrl = new URL(baseUrl)
    this.#headers = headers
  }

  /** Rejects when no complete answer comes. */
  send({ surface = 'api', method, path, headers, body, isStream = false }: Call): Promise<ReceivedAnswer> {
    const { hostname, port } = this.#baseUrl
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const payload = body === undefined || isRaw ? body : JSON.stringify(body)
    const options = {
      hostname,
      port,
      path: escape(surfaceRoots[surface] + path),
      method,
      agent: this.#agent,
      headers: {
        ...this.#headers,
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(payload)),
        }),
        ...headers,
      },
    }
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(options, (incoming) => {
        const { statusCode: status = 0, headers } = incoming
        if (isStream && status === 200) {
          outgoing.destroy()
          return resolve({ status, headers, text: '' })
        }
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => resolve({ status, headers, text: Buffer.concat(chunks).toString() }))
      })
      outgoing.setTimeout(answerTimeMs, () => outgoing.destroy(new Error('No answer in time.')))
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Node refuses paths with forbidden characters; only the raw requests send them. */
function escape(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent)
}

/** Sends bytes over a connection of their own and returns all that comes back until it is closed. */
export function sendBytes(baseUrl: string, { bytes, hangsUp = false }: RawRequest): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setTimeout(answerTimeMs, () => {
      socket.destroy()
      reject(new Error(`The connection was left open; so far came ${JSON.stringify(answer.slice(0, 500))}`))
    })
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    // A refused request is closed before all of it was read, and the rest of the bytes fails.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    socket.write(bytes, () => {
      if (hangsUp) socket.destroy()
    })
  })
}

export function splitAnswers(text: string): ReceivedAnswer[] {
  const answers: ReceivedAnswer[] = []
  for (let rest = Buffer.from(text); rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`No HTTP answer: ${JSON.stringify(rest.toString().slice(0, 300))}`)
    const [start = '', ...lines] = rest.subarray(0, end).toString().split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ) as Record<string, string>
    const from = end + 4
    const length = Number(headers['content-length'] ?? rest.length - from)
    answers.push({
      status: Number(start.split(' ')[1]),
      headers,
      text: rest.subarray(from, from + length).toString(),
    })
    rest = rest.subarray(from + length)
  }
  return answers
}
