import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { suggestAction } from './alternative-action.ts'
import { toEnvelope } from './envelope.ts'

/** Turns whatever a hook or handler threw into the envelope; what nobody foresaw is logged and answered as internal_error. */
export function createErrorHandler(origin: () => string) {
  return function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = toCatalogError(error)
    if (known.code === 'internal_error')
      request.log.error({ err: error, request_id: request.id }, 'request failed')
    if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds)
    if (known.code === 'unauthorized' && !reply.hasHeader('www-authenticate'))
      reply.header('www-authenticate', 'Bearer')
    reply
      .code(known.status)
      .type('application/json; charset=utf-8')
      .send(toEnvelope(known, origin(), request.id, known.alternativeAction ?? suggestAction(known, request)))
  }
}

/** Keeps what the catalog said; Fastify's own complaints about a request are faults of the request. */
export function toCatalogError(error: unknown): CatalogError {
  if (error instanceof CatalogError) return error
  if (error instanceof WorkspaceFileError) return new CatalogError('internal_error', error.message)
  if (isFaultOfRequest(error)) return validationFailed([{ field: 'body', issue: toSentence(error.message) }])
  return new CatalogError(
    'internal_error',
    'The server failed to answer. Its log tells why, under this request id.',
  )
}

function isFaultOfRequest(error: unknown): error is FastifyError {
  if (!(error instanceof Error)) return false
  const { statusCode, code } = error as Partial<FastifyError>
  return statusCode !== undefined && statusCode < 500 && code?.startsWith('FST_') === true
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
