import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError, ofWorkspaceFile, validationFailed } from '../catalog/errors.ts'
import { findStorageFault, storageError } from '../catalog/storage-fault.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { ErrorCode, ErrorEnvelope, FieldError } from '#shared/errors.ts'
import { apiRoot } from './paths.ts'
import { isObject } from '#shared/exact-json.ts'
import { message, asMessage } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The path of the error documentation; `documentation_url` points into it. */
export const errorDocsPath = '/docs/developers/errors'

/** The body of every error response; only `alternative_action`, `current` and `confirm` may be absent. */
export function toEnvelope(
  error: CatalogError,
  origin: string,
  requestId: string,
  alternativeAction = error.alternativeAction,
): ErrorEnvelope {
  return {
    error: {
      code: error.code,
      ...asMessage(error.sentence),
      documentation_url: `${origin}${errorDocsPath}#${error.code}`,
      is_retriable: error.isRetriable,
      retry_after_seconds: error.retryAfterSeconds ?? null,
      ...(alternativeAction !== undefined && { alternative_action: alternativeAction }),
      request_id: requestId,
      field_errors: [...error.fieldErrors],
      ...(error.current && { current: error.current.data }),
      ...(error.confirm && { confirm: error.confirm }),
    },
  }
}

/** Sends any thrown error as an envelope; unexpected ones are logged and sent as internal_error. */
export function createErrorHandler(origin: () => string) {
  return function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = toCatalogError(error)
    if (known.code === 'internal_error') {
      const details = { err: error, request_id: request.id }
      // A temporary refusal (503) is not a server error.
      if (known.status === 503) request.log.warn(details, 'request refused for now')
      else request.log.error(details, 'request failed')
    }
    if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds)
    if (known.current !== undefined) reply.header('etag', known.current.etag)
    if (known.code === 'unauthorized' && !reply.hasHeader('www-authenticate'))
      reply.header('www-authenticate', 'Bearer')
    reply
      .code(known.status)
      .type('application/json; charset=utf-8')
      .send(toEnvelope(known, origin(), request.id, known.alternativeAction ?? suggestAction(known, request)))
  }
}

/** Converts any error to a CatalogError; Fastify's 4xx errors become validation_failed. */
export function toCatalogError(error: unknown): CatalogError {
  if (error instanceof CatalogError) return error
  if (error instanceof WorkspaceFileError) return ofWorkspaceFile(error)
  const fault = findStorageFault(error)
  if (fault) return storageError(fault)
  if (isFaultOfRequest(error))
    return validationFailed([{ field: 'body', ...issueSentence(toSentence(error.message)) }])
  return new CatalogError('internal_error', message('server.failed_to_answer'))
}

function isFaultOfRequest(error: unknown): error is FastifyError {
  if (!(error instanceof Error)) return false
  const { statusCode, code }: Partial<FastifyError> = error
  return statusCode !== undefined && statusCode < 500 && code?.startsWith('FST_') === true
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

interface Suggestion {
  readonly code: ErrorCode
  readonly fits: (error: CatalogError, request: FastifyRequest) => boolean
  readonly action: string
}

const maxOffset = 10_000

const suggestions: readonly Suggestion[] = [
  {
    code: 'validation_failed',
    // `query` is unset for an unknown path, since Fastify responds before it parses the query.
    fits: (_error, { query }) => isObject(query) && Number(query['offset']) > maxOffset,
    action: 'Send the `next_cursor` of a page as `cursor` instead of an `offset` beyond 10,000.',
  },
  {
    code: 'validation_failed',
    fits: (error) => hasFault(error, 'items', 'too_many_values'),
    action: 'Send the items in several calls of at most 100 each.',
  },
  {
    code: 'conflict',
    fits: (error) => hasFault(error, 'merge_key', 'not_unique'),
    action: 'PATCH one of the entities by its id, as `PATCH /{resource}/{id}`.',
  },
  {
    code: 'not_found',
    fits: matchesPath(/^\/sources\/(upsert|batch)$/),
    action: 'Create sources by `POST /sources`.',
  },
  { code: 'not_found', fits: matchesPath(/^\/assets(\/|$)/), action: 'Assets are images: use `/images`.' },
  {
    code: 'not_found',
    fits: matchesPath(/^\/[a-z]+\/[^/]+\/history$/),
    action: 'Read `/{resource}/{id}/events`.',
  },
]

function suggestAction(error: CatalogError, request: FastifyRequest): string | undefined {
  return suggestions.find(({ code, fits }) => code === error.code && fits(error, request))?.action
}

function hasFault({ fieldErrors }: CatalogError, field: string, issue: string): boolean {
  return fieldErrors.some((fault) => fault.field === field && fault.issue === issue)
}

function matchesPath(pattern: RegExp) {
  return (_error: CatalogError, { url }: FastifyRequest) => {
    const [path = ''] = url.split('?')
    return path.startsWith(apiRoot) && pattern.test(path.slice(apiRoot.length))
  }
}

/**
 * Answers for requests that never reach a handler: malformed HTTP, oversized headers, time-outs, CONNECT, unmet
 * expectations. Node would answer these itself, outside the envelope.
 */

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
