/**
 * Answers for requests that never reach a handler: malformed HTTP, oversized headers, time-outs, CONNECT, unmet
 * expectations. Node would answer these itself, outside the envelope.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FieldError } from '#shared/errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { toEnvelope } from './error-handler.ts'

const sentences: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The request line and headers are longer than the server accepts.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive completely in time.',
}

export function answerClientError(error: Error & { code?: string }, socket: Duplex, origin: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const fault = malformed(sentences[error.code ?? ''] ?? 'The request is not well-formed HTTP.')
  answerInTurn(socket, () => writeRaw(socket, fault, origin))
}

function answerInTurn(socket: Duplex, answer: () => void): void {
  const exchange = latest.get(socket)
  if (exchange === undefined) return answer()
  const { request, response } = exchange
  // A request that has its answer already gets no second one for a fault in its rest.
  if (!request.complete && response.headersSent) socket.end()
  else if (request.complete && !response.writableFinished) response.once('close', answer)
  else answer()
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const latest = new WeakMap<Duplex, Exchange>()

/** Handles the events that Node would answer itself. */
export function answerBelowHandlers(server: Server, origin: () => string): void {
  // A client may close its side right after the request (`nc -N`); Node would close the other side without an answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response })
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    writeRaw(
      socket,
      new CatalogError('not_found', 'This server is no proxy: CONNECT is not offered.'),
      origin(),
    )
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = render(
      malformed('The Expect header asks for what the server lacks.'),
      origin(),
    )
    response.writeHead(status, headers).end(body)
  })
}

function malformed(sentence: string): CatalogError {
  return validationFailed([{ field: 'request', ...issueSentence(sentence) } satisfies FieldError])
}

function writeRaw(socket: Duplex, error: CatalogError, origin: string): void {
  const { status, headers, body } = render(error, origin)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${head.join('')}\r\n${body}`)
}

const reasons: Record<number, string> = { 400: 'Bad Request', 404: 'Not Found' }

function render(error: CatalogError, origin: string) {
  const requestId = randomUUID()
  const body = JSON.stringify(toEnvelope(error, origin, requestId))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Connection: 'close',
  }
  return { status: error.status, headers, body }
}
