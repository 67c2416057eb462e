import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { CatalogError } from '../catalog/errors.ts'
import { toEnvelope } from './envelope.ts'

/** Answers with the envelope where there is no app that would. */
export function answerPlainly(response: ServerResponse, error: CatalogError, origin = ''): void {
  if (response.headersSent) return void response.destroy()
  const requestId = randomUUID()
  const body = JSON.stringify(toEnvelope(error, origin, requestId))
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds)
  response
    .writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
    })
    .end(body)
}
