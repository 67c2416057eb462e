import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
 * was paused in between is not acknowledged, and neither is what a standby would lack, before the replica has it.
 */
export function fenceRequests(
  app: FastifyInstance,
  { isOpen, keepsUp, origin }: FenceParts & { readonly keepsUp: () => Promise<boolean> },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isReading(request) && !isOpen()) throw unavailable(message('server.fenced'), retryAfterSeconds)
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const isRefused = reply.statusCode >= 400
    if (isReading(request) || isRefused || ((await keepsUp()) && isOpen())) return payload
    const error = unavailable(message('server.fenced_late'), retryAfterSeconds)
    refuseWith(reply, retryAfterSeconds)
    return JSON.stringify(toEnvelope(error, origin(), request.id))
  })
}

/**
 * Answers reads only while this server is known to be the one that serves: another one may have taken its place and have newer
 * changes. What is written is confirmed by the cluster itself.
 */
export function confirmReads(app: FastifyInstance, { isOpen, origin }: FenceParts): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isOfCatalog(request) && !isOpen()) throw unavailable(message('cluster.not_the_server'), 1)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const isSent = reply.statusCode >= 400 || !isOfCatalog(request) || isOpen()
    if (isSent || isStream(payload)) return done(null, payload)
    const error = unavailable(message('cluster.not_the_server'), 1)
    refuseWith(reply, 1)
    done(null, JSON.stringify(toEnvelope(error, origin(), request.id)))
  })
}

/** A standby that lets people read its copy, and says of which moment that is. */
export interface ReadOnlyServing {
  readonly asOf: () => string
}

/** Takes reads alone, and marks each answer with the moment that it is of. */
export function takeReadsOnly(app: FastifyInstance, { asOf }: ReadOnlyServing): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vitrine-as-of', asOf())
    if (!isReading(request) && !isOfCatalog(request)) throw unavailable(message('standby.reads_only'), 60)
    done()
  })
}

/** A read of what is kept; monitors are told how the server is, and the program's own files never change. */
function isOfCatalog(request: FastifyRequest): boolean {
  const { scopes, anyHost = false } = request.routeOptions.config
  const isRead = isReading(request) || (scopes ?? ['write']).every((scope) => scope.startsWith('read:'))
  return isRead && !anyHost && !isOwnFile(request)
}

function isOwnFile({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return !/^\/(?:api|app|files|mcp)\//.test(url)
}

/** Pictures and files of exports carry their own version in their address, or are asked for again. */
function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

function refuseWith(reply: FastifyReply, seconds: number): void {
  reply.code(503).removeHeader('content-length').removeHeader('content-encoding').removeHeader('set-cookie')
  reply.removeHeader('etag')
  reply.header('retry-after', seconds).type('application/json; charset=utf-8')
}

function isReading({ method }: FastifyRequest): boolean {
  return reading.has(method)
}
