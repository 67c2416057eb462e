/**
 * The checks of a request before its handler; the order of these tables is the order of answers
 * (decisions, reading 12). A guard throws its refusal, or returns false after answering itself. Routes may
 * add `chooseWorkspace`, `refuseWithout`, `acceptJsonLeniently` and `requireConfirmed`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { message } from '#shared/messages/message.ts'
import { originOf, resourceMetadataUrl } from '../access/access.ts'
import { CatalogError } from '../catalog/errors.ts'
import type { NetworkGuard } from '../network/network-guard.ts'
import { type Address, checkHost, checkOrigin } from './host-and-origin.ts'
import { authenticate, authenticateSession, readCookie } from './authenticate.ts'
import { isUnknownPath, type KnownPaths, refuseBadPath, refuseUnknownPath } from './paths.ts'
import { setRateHeaders } from './rate-limit.ts'
import { callerOf, readWorkspaceHeader } from './request-context.ts'
import { requireScopes, enterWorkspace, requireRole } from './require-rights.ts'
import type { Services } from './services.ts'

export interface GuardContext {
  readonly services: Services
  readonly paths: KnownPaths
}

export interface ServerGuardContext {
  readonly services: Pick<Services, 'address' | 'cliListener' | 'anonymousRateLimit'>
  readonly network: NetworkGuard | undefined
  readonly isFromPeer: ((request: FastifyRequest) => boolean) | undefined
  readonly refuseTooMany: (request: FastifyRequest, reply: FastifyReply) => void
}

type Guard<Context> = (request: FastifyRequest, reply: FastifyReply, context: Context) => boolean | void

export const guardsOfServer = {
  connections: (request, reply, { refuseTooMany }) => refuseTooMany(request, reply),
  tls: requireTls,
  host: requireHost,
  origin: (request, _reply, context) =>
    checkOrigin(request, namesFor(request, context).origins, {
      pageAllowed: request.routeOptions.config.page === true,
    }),
  anonymousRate: countWithoutCredential,
} as const satisfies Readonly<Record<string, Guard<ServerGuardContext>>>

export const guardsOfPublicApi = {
  credential: authenticateAgent,
  rate: (request, reply, { services }) => setRateHeaders(reply, services.rateLimit.count(callerOf(request))),
  path: requireKnownPath,
  deletes: refuseDelete,
  role: enterNamed,
  scopes: (request) => requireScopes(request),
  pathAsWritten: (request) => refuseBadPath(request),
} as const satisfies Readonly<Record<string, Guard<GuardContext>>>

export const guardsOfApp = {
  session: (request, _reply, { services }) => authenticateSession(request, services),
  rate: (request, _reply, { services }) => void services.rateLimit.count(callerOf(request)),
  path: requireKnownPath,
  pathAsWritten: (request) => refuseBadPath(request),
  role: (request, _reply, { services }) => requireRole(request, services),
} as const satisfies Readonly<Record<string, Guard<GuardContext>>>

export function addGuards<Context>(
  app: FastifyInstance,
  guards: Readonly<Record<string, Guard<Context>>>,
  context: Context,
): void {
  const inOrder = Object.values(guards)
  app.addHook('onRequest', (request, reply, done) => {
    if (inOrder.every((guard) => guard(request, reply, context) !== false)) done()
  })
}

function requireTls(request: FastifyRequest, reply: FastifyReply, context: ServerGuardContext): boolean {
  const { network, isFromPeer, services } = context
  if (!network || services.cliListener?.owns(request) === true) return true
  const { page = false, anyHost = false } = request.routeOptions.config
  reply.headers(network.headers)
  if (isFromPeer?.(request) === true || network.check(request, anyHost) === undefined) return true
  if (!page) throw network.needsTls
  void reply.redirect(network.origin + request.url, 308)
  return false
}

function requireHost(request: FastifyRequest, _reply: FastifyReply, context: ServerGuardContext): void {
  const names = namesFor(request, context)
  const isOfTeam = context.network !== undefined && names !== context.services.cliListener
  if (isOfTeam && request.routeOptions.config.anyHost === true) return
  checkHost(request, names.hosts)
}

function namesFor(
  request: FastifyRequest,
  { services: { address, cliListener } }: ServerGuardContext,
): Pick<Address, 'hosts' | 'origins'> {
  return cliListener?.owns(request) === true ? cliListener : address()
}

/** Counts a request without a credential; an invalid one is found later, and is counted then. */
function countWithoutCredential(
  request: FastifyRequest,
  _reply: FastifyReply,
  { network, services }: ServerGuardContext,
): void {
  const { address, cliListener, anonymousRateLimit } = services
  if (!network || !anonymousRateLimit || cliListener?.owns(request) === true) return
  const { authorization, cookie } = request.headers
  const hasCredential =
    authorization !== undefined || readCookie(cookie, address().sessionCookie) !== undefined
  if (!hasCredential) anonymousRateLimit.count(request.ip)
}

/** An agent without a credential finds in the header where to ask for one (RFC 9728). */
function authenticateAgent(request: FastifyRequest, reply: FastifyReply, { services }: GuardContext): void {
  try {
    authenticate(request, services)
  } catch (error) {
    const metadata = resourceMetadataUrl(originOf(request, services.address()), 'api')
    reply.header('www-authenticate', `Bearer resource_metadata="${metadata}"`)
    throw error
  }
}

function requireKnownPath(request: FastifyRequest, _reply: FastifyReply, { paths }: GuardContext): void {
  if (isUnknownPath(request, paths)) refuseUnknownPath(request, paths)
}

export function refuseDelete({ method }: FastifyRequest): void {
  if (method === 'DELETE') throw new CatalogError('forbidden', message('entity.delete_disabled'))
}

function enterNamed(request: FastifyRequest, _reply: FastifyReply, { services }: GuardContext): void {
  if (callerOf(request).kind !== 'person') return
  enterWorkspace(request, services, readWorkspaceHeader(request))
  if (request.routeOptions.config.role !== undefined) requireRole(request, services)
}
