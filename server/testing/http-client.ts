import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'

export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON body; the text where the answer is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any
  readonly text: string
}

export interface TestRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes are sent unchanged; anything else as JSON. */
  readonly body?: unknown
}

/** Sends one request over a connection of its own; every header, Host too, is under the caller's control. */
export function sendRequest(
  origin: string,
  { method = 'GET', path, headers = {}, body }: TestRequest,
): Promise<TestResponse> {
  const { hostname, port } = new URL(origin)
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const payload = body === undefined || isRaw ? body : JSON.stringify(body)
  const sent = {
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers: sent, agent: false }
    const outgoing = httpRequest(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, text, body: toBody(text, headers) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

/**
 * Sends text straight to the socket, for requests that no client would make, and returns all that comes back. With `ends` the
 * client closes its side right after the text.
 */
export function sendRaw(origin: string, text: string, { ends = false } = {}): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      if (ends) socket.end(text)
      else socket.write(text)
    })
    socket.on('end', () => socket.end())
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

function toBody(text: string, { 'content-type': type }: IncomingHttpHeaders): unknown {
  return type?.startsWith('application/json') && text !== '' ? JSON.parse(text) : text
}
