import type { FastifyInstance, FastifyRequest } from 'fastify'
import { message } from '#shared/messages/message.ts'
import { unavailable } from '../catalog/errors.ts'
import { toEnvelope } from './error-handler.ts'

const retryAfterSeconds = 10
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

interface FenceParts {
  readonly isOpen: () => boolean
  readonly origin: () => string
}

/**
 * Takes nothing but reads while the fence is closed. An answer is looked at again when it leaves: what was saved by a server that
 * was paused in between is not acknowledged.
 */
export function fenceRequests(app: FastifyInstance, { isOpen, origin }: FenceParts): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isReading(request) && !isOpen()) throw unavailable(message('server.fenced'), retryAfterSeconds)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRefused = reply.statusCode >= 400
    if (isReading(request) || isRefused || isOpen()) return done(null, payload)
    const error = unavailable(message('server.fenced_late'), retryAfterSeconds)
    reply.code(error.status).removeHeader('content-length').removeHeader('set-cookie')
    reply.header('retry-after', retryAfterSeconds).type('application/json; charset=utf-8')
    done(null, JSON.stringify(toEnvelope(error, origin(), request.id)))
  })
}

function isReading({ method }: FastifyRequest): boolean {
  return reading.has(method)
}
