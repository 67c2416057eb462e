/** Answers reads of the catalog from this server's own copy while another server has the lease. Everything else is passed on, and so is every request that would be refused. */
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { IncomingMessage, RequestListener } from 'node:http'
import { roles } from '#shared/team.ts'
import {
  attributeConfigArea,
  attributeClassArea,
  gridArea,
  pictureArea,
  gridCommentArea,
  facetArea,
  ownerAliasArea,
  ownerNoteArea,
  viewArea,
} from '../../app/grid-routes.ts'
import { roleOf } from '../../edge/caller.ts'
import { apiRoot, isUnknownPath } from '../../edge/paths.ts'
import type { Area } from '../../edge/area.ts'
import { requireScopes, requireRoleOf } from '../../edge/require-rights.ts'
import { acceptJsonLeniently } from '../../edge/body-parser.ts'
import { compressAnswers } from '../../edge/compress.ts'
import { createErrorHandler } from '../../edge/error-handler.ts'
import { type FollowParts, FollowedWorkspaces } from './followed-workspaces.ts'
import type { Forwarder } from './forwarder.ts'
import { requireOrigin, answerHeaders, pageHeaders } from '../../edge/host-and-origin.ts'
import { KnownRights } from './rights.ts'
import { boundLargeAnswers } from '../../edge/large-answers.ts'
import { fastifyOptions, validateLazily } from '../../edge/fastify-options.ts'
import { isDecodable } from '../../edge/query-string.ts'
import { setRateHeaders } from '../../edge/rate-limit.ts'
import type { OpenWorkspace } from '../../edge/request-context.ts'
import type { Services } from '../../edge/services.ts'
import { attributeArea, entityArea, channelArea } from '../../http/routes/entities.ts'
import { aliasArea, commentArea, noteArea } from '../../http/routes/comments.ts'
import { proposalArea } from '../../http/routes/generations.ts'
import { qualityArea } from '../../http/routes/quality.ts'
import type { NetworkGuard } from '../../network/network-guard.ts'
import { NotHere } from '../../threads/channel.ts'

const publicAreas: readonly Area[] = [
  entityArea,
  attributeArea,
  channelArea,
  noteArea,
  aliasArea,
  commentArea,
  proposalArea,
  qualityArea,
]
const ownerAreas: readonly Area[] = [
  gridArea,
  pictureArea,
  facetArea,
  viewArea,
  ownerNoteArea,
  ownerAliasArea,
  gridCommentArea,
  attributeClassArea,
  attributeConfigArea,
]
const ownerRoot = '/app/v1'

export interface FollowerOptions extends FollowParts {
  readonly logger: FastifyBaseLogger
  readonly guard: NetworkGuard
  readonly origin: () => string
}

interface FollowerParts extends FollowerOptions {
  readonly workspaces: FollowedWorkspaces
  readonly rights: KnownRights
}

export interface FollowingReads {
  readonly handle: RequestListener
  /**
   * Another server has the lease, or none is known to have it: statements of the former one do not count
   * any more.
   */
  turn(): void
  lags(): ReturnType<FollowedWorkspaces['lags']>
  close(): Promise<void>
}

export function startFollowingReads(options: FollowerOptions): FollowingReads {
  const workspaces = new FollowedWorkspaces(options)
  const rights = new KnownRights(options.forwarder)
  let answer: RequestListener = (request, response) => void options.forwarder.handle(request, response)
  buildFollowerApp({ ...options, workspaces, rights }).then((built) => (answer = built), options.onError)
  return {
    handle: (request, response) => answer(request, response),
    turn() {
      rights.forget()
      workspaces.turn()
    },
    lags: () => workspaces.lags(),
    close: () => workspaces.close(),
  }
}

async function buildFollowerApp(parts: FollowerParts): Promise<RequestListener> {
  const { logger, guard, forwarder, origin } = parts
  const app: FastifyInstance = Fastify({ ...fastifyOptions, loggerInstance: logger })
  const handleError = createErrorHandler(origin)
  validateLazily(app)
  for (const name of ['caller', 'workspace', 'idempotency'] as const) app.decorateRequest(name, null)
  app.setErrorHandler((error, request, reply) => {
    if (mayAnswer(error, request)) return handleError(error, request, reply)
    passOn(forwarder, request, reply)
  })
  app.setNotFoundHandler((request, reply) => passOn(forwarder, request, reply))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(answerHeaders).headers(guard.headers)
    if (!request.url.startsWith(apiRoot)) reply.headers(pageHeaders)
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const chunks: Buffer[] = []
    payload.on('data', (chunk: Buffer) => chunks.push(chunk))
    sentBodies.set(request.raw, chunks)
    done(null, payload)
  })
  const area = (areas: readonly Area[], isPublic: boolean) => async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (request, reply) => guardFollower(request, reply, parts, isPublic))
    boundLargeAnswers(scope)
    if (isPublic) compressAnswers(scope)
    acceptJsonLeniently(scope)
    // The function keeps Fastify from looking for its own options in the argument.
    for (const one of areas) scope.register(async (part) => one(part, onlyHere))
  }
  app.register(area(publicAreas, true), { prefix: apiRoot })
  app.register(area(ownerAreas, false), { prefix: ownerRoot })
  await app.ready()
  return (request, response) => {
    if (isRead(request)) app.routing(request, response)
    else void forwarder.handle(request, response)
  }
}

/** All services but the workspace of the request are with the server that has the lease. */
const onlyHere = new Proxy({ takesAnyRequest: true } as Services, {
  get(known, name) {
    if (name === 'takesAnyRequest') return known[name]
    throw new NotHere()
  },
})

const noJobs = new Proxy({} as OpenWorkspace['jobs'], {
  get() {
    throw new NotHere()
  },
})

const sentBodies = new WeakMap<IncomingMessage, Buffer[]>()
const admitted = new WeakSet<FastifyRequest>()

function isRead({ method, url = '' }: IncomingMessage): boolean {
  const [path = ''] = url.split('?')
  if (!isDecodable(path)) return false
  const isOurs = path.startsWith(`${apiRoot}/`) || path.startsWith(`${ownerRoot}/`)
  if (method === 'GET' || method === 'HEAD') return isOurs
  return method === 'POST' && path.startsWith(`${apiRoot}/`) && path.endsWith('/query')
}

/**
 * Finds the caller and the workspace. A request with any fault is left to the server that has the lease,
 * which reports the fault.
 */
async function guardFollower(
  request: FastifyRequest,
  reply: FastifyReply,
  { rights, workspaces }: FollowerParts,
  isPublic: boolean,
): Promise<void> {
  if (isUnknownPath(request)) throw new NotHere()
  const { caller, workspace, rate } = await rights.of(request.raw)
  const threads = workspaces.current(workspace)
  if (!threads) throw new NotHere()
  request.caller = caller
  if (caller.kind === 'person') requireOrigin(request)
  if (isPublic) {
    setRateHeaders(reply, rate)
    requireScopes(request)
  } else if (caller.kind !== 'person') throw new NotHere()
  const needed = request.routeOptions.config.role
  const role = roles.find((one) => one === needed)
  if (needed !== undefined && needed !== role) throw new NotHere()
  if (role) requireRoleOf(caller, role)
  reply.header('vitrine-answered-from', 'copy')
  request.workspace = { id: workspace.id, threads: threads.calledIn(roleOf(caller)), jobs: noJobs }
  admitted.add(request)
}

/**
 * An error of a handler (not found, say) is the answer; a failure of this server is not, since the other one
 * may succeed.
 */
function mayAnswer(error: unknown, request: FastifyRequest): boolean {
  const isOfHandler = admitted.has(request) && !(error instanceof NotHere)
  return isOfHandler && (error as { code?: unknown }).code !== 'internal_error'
}

function passOn(forwarder: Forwarder, { raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  const sent = sentBodies.get(raw)
  void forwarder.handle(raw, reply.raw, raw.readableEnded && sent ? Buffer.concat(sent) : undefined)
}
