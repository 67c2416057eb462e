import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route, RouteTable, AnswerOf, DeepReadonly } from '#shared/routes/route.ts'
import { type Answer, parseAnswer, namesTag } from '../catalog/answer.ts'
import { Call } from './call.ts'
import { hasIdempotencyKey } from './idempotency.ts'
import type { Services } from './services.ts'
import { refuseWithout, requireMerging, requireConfirmed, requireWholeView } from './require-rights.ts'
import { apiRoot } from './paths.ts'
import { keepsToRoles } from './restricted-routes.ts'
import { mergeRoutes } from '#shared/routes/duplicates.ts'
import { workspaceHeader } from '#shared/app-surface.ts'
import { type AuditEntries, type AuditedAction, type AuditedCall, readSource } from '#shared/audited.ts'
import type { AuditActor } from '../access/audit-log.ts'
import { awaitJob, hasEnded } from './await-job.ts'
import { type Caller, personIdOf, readableTypes } from './caller.ts'
import { callerOf, endOf } from './request-context.ts'
import { requireStepScopes } from './step-scopes.ts'

/**
 * The result of a handler: the answer of a thread, or the body itself; nothing where it has replied on its
 * own.
 */
type Outcome<R> = Answer | DeepReadonly<AnswerOf<R>> | FastifyReply | void

export type Handler<K, R extends Route> = (call: Call<K, R>) => Outcome<R> | Promise<Outcome<R>>

export type Handlers<T extends RouteTable> = {
  readonly [K in keyof T]: T[K] extends Route ? Handler<K, T[K]> : never
}

export type Area = (app: FastifyInstance, services: Services) => Promise<void>

/**
 * Binds a handler to every row of a table: leaving one out does not compile. Handlers that need something of
 * the area, such as a parser for its uploads, come from a function; they alone become a plugin, for a plugin
 * costs a start more than its routes.
 */
export function area<T extends RouteTable>(
  rows: T,
  handlers: Handlers<T> | ((app: FastifyInstance, services: Services) => Handlers<T> | Promise<Handlers<T>>),
): Area {
  return async (app, services) => {
    if (typeof handlers !== 'function') return bindHandlers(app, services, { rows, handlers })
    await app.register(async (own) =>
      bindHandlers(own, services, { rows, handlers: await handlers(own, services) }),
    )
  }
}

function bindHandlers<T extends RouteTable>(
  app: FastifyInstance,
  services: Services,
  { rows, handlers }: { readonly rows: T; readonly handlers: Handlers<T> },
): void {
  const table = handlers as unknown as Readonly<Record<string, Handler<string, Route>>>
  for (const [key, route] of Object.entries<Route>(rows)) {
    const handler = table[key]
    if (handler !== undefined)
      register(app, { key, route, hasHead: services.takesAnyRequest }, async (request, reply) => {
        requireConfirmed(request, services, route)
        const { caller, workspace } = request
        if (caller && workspace) await requireStepScopes(caller, request, workspace.threads)
        if (workspace && !keepsToRoles(route.id)) await requireWholeView(workspace)
        return answerCall(new Call(route, services, request, reply), route, handler)
      })
  }
}

type AnyCall = Call<string, Route>

async function answerCall(call: AnyCall, route: Route, handler: Handler<string, Route>) {
  const { services, request } = call
  const handle = async () => {
    const outcome = await handler(call)
    recordOutcome(services, route, request, outcome)
    return outcome
  }
  const outcome = hasIdempotencyKey(request)
    ? await services.idempotentRequests.answer(request, handle)
    : await handle()
  return route.mayWait && isAnswer(outcome) ? endOfJob(call, outcome) : outcome
}

/** The job that a request began, where it ends within the time that the client waits. */
async function endOfJob(call: AnyCall, answer: Answer): Promise<Answer> {
  const { waitSeconds: seconds, request, reply, workspace } = call
  const id = answer.location?.split('/').at(-1)
  if (answer.status !== 202 || id === undefined || seconds === 0) return answer
  const readable = readableTypes(callerOf(request))
  const job = await awaitJob(workspace, { id, readable, seconds, signal: endOf(reply) })
  if (!hasEnded(job)) return answer
  return { ...job, ...(answer.isReplayed && { isReplayed: true }) }
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown

interface RouteRow {
  readonly key: string
  readonly route: Route
  readonly hasHead: boolean
}

function register(app: FastifyInstance, { key, route, hasHead }: RouteRow, handle: Handle): void {
  const [method = '', path = ''] = key.split(' ')
  const [firstStatus] = Object.keys(route.answers)
  app.route({
    method: method === 'GET' && hasHead ? ['GET', 'HEAD'] : method,
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

/** The path of a row in the words of Fastify; the last part `{path}` stands for several steps. */
export function toUrl(path: string): string {
  return path.replace(/\{path\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Records only what was done: a HEAD request has only looked. */
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

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { body, location, etag, isReplayed, editId } = answer
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  if (editId !== undefined) reply.header('vitrine-edit-id', editId)
  const status = isKnown(request, answer) ? 304 : answer.status
  if (location !== undefined) reply.header('location', apiRoot + location)
  if (etag !== undefined) reply.header('etag', etag)
  if (status === 304) return reply.code(status).send()
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (wantsMinimal(request)) {
    reply.header('preference-applied', 'return=minimal')
    return reply.send(JSON.stringify(toMinimal(parseAnswer(answer))))
  }
  return reply.send(
    typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  )
}

function wantsMinimal({ method, headers: { prefer } }: FastifyRequest): boolean {
  return (
    typeof prefer === 'string' && /\breturn=minimal\b/i.test(prefer) && method !== 'GET' && method !== 'HEAD'
  )
}

interface WriteResult {
  readonly data?: unknown
  readonly id?: unknown
}

/** The id of every resource that a write answers with. */
function toMinimal(answer: WriteResult): WriteResult {
  const { data } = answer
  if (Array.isArray(data)) return { ...answer, data: data.map(toMinimal) }
  if (typeof data !== 'object' || data === null || !('id' in data)) return answer
  return { ...answer, data: { id: data.id } }
}

function isKnown({ method, headers }: FastifyRequest, { status, etag }: Answer): boolean {
  const known = headers['if-none-match']
  if (etag === undefined || known === undefined || status !== 200) return false
  return (method === 'GET' || method === 'HEAD') && namesTag(known, etag)
}

/** Merges entities: on the owner's surface, and on the public API for keys that may merge. */
export const mergeArea = area(mergeRoutes, {
  'POST /entities/merge': async ({ workspace, jobs, request, newWrite, services }) => {
    requireMerging(request, services, newWrite.body.type)
    const answer = await workspace.call('mergeEntities', newWrite)
    if (answer.status === 202) jobs.wake()
    return answer
  },
})

type Auditing = Pick<Services, 'audit' | 'team'>

interface AuditedBy {
  readonly caller: Caller
  readonly workspaceId: string | null
  readonly address: string | null
}

export function recordAudit(
  services: Auditing,
  audited: AuditEntries,
  call: AuditedCall,
  by: AuditedBy,
): void {
  for (const action of [audited].flat()) recordAction(services, action, call, by)
}

function recordAction(services: Auditing, audited: AuditedAction, call: AuditedCall, by: AuditedBy): void {
  const { action, when, subject, workspace, details = {} } = audited
  if (when !== undefined && readSource(when, call) === undefined) return
  const entries = Object.entries(details).flatMap(([name, source]) => {
    const text = readSource(source, call)
    return text === undefined ? [] : [[name, text] as const]
  })
  services.audit.record({
    action,
    by: doerOf(services, by.caller),
    workspaceId: (workspace && readSource(workspace, call)) ?? by.workspaceId,
    subject: (subject && readSource(subject, call)) ?? null,
    address: by.address,
    details: { ...Object.fromEntries(entries), ...credentialOf(by.caller) },
  })
}

function auditedWorkspace({ params, headers, routeOptions, workspace }: FastifyRequest): string | null {
  if (workspace !== null) return workspace.id
  const { id } = params as { readonly id?: string }
  if (id !== undefined && routeOptions.url?.includes('/workspaces/:id')) return id.toLowerCase()
  const named = headers[workspaceHeader]
  return typeof named === 'string' && named !== '' ? named.toLowerCase() : null
}

function doerOf({ team }: Auditing, caller: Caller): AuditActor {
  const id = personIdOf(caller)
  if (id === undefined) return null
  return { id, name: caller.kind === 'person' ? caller.person.name : (team?.nameOf(id) ?? '') }
}

function credentialOf(caller: Caller): Readonly<Record<string, string>> {
  const name = caller.kind === 'access' ? caller.access.credential : undefined
  return name === undefined ? {} : { credential: name }
}
