import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route, RouteTable } from '#shared/routes/route.ts'
import type { AnswerOf, DeepReadonly } from '#shared/routes/row-types.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { namesTag } from '../catalog/etag.ts'
import { Call } from './call.ts'
import type { Services } from './services.ts'
import { requireConfirmed } from './require-confirmed.ts'
import { refuseWithout } from './type-scope.ts'
import { auditedWorkspace, recordAudit } from './record-audit.ts'
import { apiRoot } from './api-root.ts'

/** What a handler gives back: what a thread answered, or the body itself; nothing where it has replied on its own. */
type Outcome<R> = Answer | DeepReadonly<AnswerOf<R>> | FastifyReply | void

export type Handler<K, R extends Route> = (call: Call<K, R>) => Outcome<R> | Promise<Outcome<R>>

/** One handler for each row. */
export type Handlers<T extends RouteTable> = {
  readonly [K in keyof T]: T[K] extends Route ? Handler<K, T[K]> : never
}

/** A group of routes, to be registered where it belongs. */
export type Area = (app: FastifyInstance, services: Services) => Promise<void>

/**
 * Binds a handler to every row of a table: leaving one out does not compile. Handlers that need something of the area, such as
 * a parser for its uploads, come from a function.
 */
export function area<T extends RouteTable>(
  rows: T,
  handlers: Handlers<T> | ((app: FastifyInstance, services: Services) => Handlers<T> | Promise<Handlers<T>>),
): Area {
  return async (app, services) => {
    const bound = typeof handlers === 'function' ? await handlers(app, services) : handlers
    const table = bound as unknown as Readonly<Record<string, Handler<string, Route>>>
    for (const [key, route] of Object.entries<Route>(rows)) {
      const handler = table[key]
      if (handler !== undefined)
        register(app, key, route, async (request, reply) => {
          requireConfirmed(request, services, route)
          const outcome = await handler(new Call(route, services, request, reply))
          recordOutcome(services, route, request, outcome)
          return outcome
        })
    }
  }
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown

function register(app: FastifyInstance, key: string, route: Route, handle: Handle): void {
  const [method = '', path = ''] = key.split(' ')
  const [firstStatus] = Object.keys(route.answers)
  app.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: toUrl(path),
    config: {
      ...(route.scopes && { scopes: route.scopes }),
      ...(route.role && { role: route.role }),
      ...(route.proposes && { proposes: route.proposes }),
    },
    ...(route.typeScope && { onRequest: refuseWithout(route.typeScope, route.proposes) }),
    ...(route.body && { schema: { body: route.body }, attachValidation: true }),
    handler: async (request, reply) => {
      const outcome = await handle(request, reply)
      if (outcome === undefined) return outcome
      if (isAnswer(outcome)) return sendAnswer(request, reply, outcome)
      return reply.code(Number(firstStatus)).send(outcome)
    },
  })
}

/** The path of a row as Fastify writes it. */
export function toUrl(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** What was only looked at by HEAD was not done. */
function recordOutcome(
  services: Services,
  { audit }: Route,
  request: FastifyRequest,
  outcome: unknown,
): void {
  if (audit === undefined || audit === 'by itself' || request.method === 'HEAD') return
  const { params, body, caller, ip: address } = request
  if (caller === null) return
  const answer = isAnswer(outcome) ? parseAnswer(outcome) : outcome
  const by = { caller, workspaceId: auditedWorkspace(request), address }
  recordAudit(services, audit, { params, body, answer }, by)
}

function isAnswer(outcome: unknown): outcome is Answer {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && 'body' in outcome
}

/** Sends what a thread answered, as it is; to who keeps this state already, that nothing has changed. */
function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { body, location, etag } = answer
  const status = isKnown(request, answer) ? 304 : answer.status
  if (location !== undefined) reply.header('location', apiRoot + location)
  if (etag !== undefined) reply.header('etag', etag)
  if (status === 304) return reply.code(status).send()
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  return reply.send(
    typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  )
}

function isKnown({ method, headers }: FastifyRequest, { status, etag }: Answer): boolean {
  const known = headers['if-none-match']
  if (etag === undefined || known === undefined || status !== 200) return false
  return (method === 'GET' || method === 'HEAD') && namesTag(known, etag)
}
