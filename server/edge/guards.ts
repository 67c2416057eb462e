/**
 * What a request passes before its handler, in the order of these tables, which is the order of answers (decisions,
 * reading 12). A guard throws what it refuses with; one that has answered itself gives false.
 *
 * A route may ask for more after them: the workspace (`chooseWorkspace`), a scope of a type that only the body names
 * (`refuseWithout`), a body within its bounds (`acceptJsonLeniently`), and a person who shows again who they are
 * (`requireConfirmed`). Faults of what was sent come last, from the catalog.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { message } from '#shared/messages/message.ts'
import { originOf, resourceMetadataUrl } from '../access/resources.ts'
import { CatalogError } from '../catalog/errors.ts'
import type { NetworkGuard } from '../network/network-guard.ts'
import type { Address } from './address.ts'
import { authenticate, authenticateSession, readCookie } from './authenticate.ts'
import { checkHost, checkOrigin } from './host-and-origin.ts'
import { isUnknownPath, type KnownPaths, refuseBadPath, refuseUnknownPath } from './paths.ts'
import { setRateHeaders } from './rate-limit.ts'
import { callerOf, readWorkspaceHeader } from './request-context.ts'
import { enterWorkspace, requireRole } from './require-role.ts'
import { requireScopes } from './require-scopes.ts'
import type { Services } from './services.ts'

/** What every guard is given; the paths are those of a surface. */
export interface GuardContext {
  readonly services: Services
  readonly paths: KnownPaths
}

/** What the guards of every request are given. */
export interface ServerGuardContext {
  readonly services: Pick<Services, 'address' | 'cliListener' | 'anonymousRateLimit'>
  /** What stands before a team's server. */
  readonly network: NetworkGuard | undefined
  /** Where several servers share the catalog: whether another one passes the request on. */
  readonly isFromPeer: ((request: FastifyRequest) => boolean) | undefined
  readonly refuseTooMany: (request: FastifyRequest, reply: FastifyReply) => void
}

type Guard<Context> = (request: FastifyRequest, reply: FastifyReply, context: Context) => boolean | void

/** Before anything of a request is looked at, whatever its path. */
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

/** Below `/api/v1`. */
export const guardsOfPublicApi = {
  credential: authenticateAgent,
  rate: (request, reply, { services }) => setRateHeaders(reply, services.rateLimit.count(callerOf(request))),
  path: requireKnownPath,
  deletes: refuseDelete,
  role: enterNamed,
  scopes: (request) => requireScopes(request),
  pathAsWritten: (request) => refuseBadPath(request),
} as const satisfies Readonly<Record<string, Guard<GuardContext>>>

/** Below `/app/v1`. */
export const guardsOfApp = {
  session: (request, _reply, { services }) => authenticateSession(request, services),
  rate: (request, _reply, { services }) => void services.rateLimit.count(callerOf(request)),
  path: requireKnownPath,
  pathAsWritten: (request) => refuseBadPath(request),
  role: (request, _reply, { services }) => requireRole(request, services),
} as const satisfies Readonly<Record<string, Guard<GuardContext>>>

/** Asks the guards of a table in their order with every request. */
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

/** Who opens a page without TLS is led to the one with it. */
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

/** The names that the server has where the request came in. */
function namesFor(
  request: FastifyRequest,
  { services: { address, cliListener } }: ServerGuardContext,
): Pick<Address, 'hosts' | 'origins'> {
  return cliListener?.owns(request) === true ? cliListener : address()
}

/** Whether a credential holds is found later, and one that does not is counted then. */
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
  if (isUnknownPath(request)) refuseUnknownPath(request, paths)
}

/** The public API deletes nothing. */
export function refuseDelete({ method }: FastifyRequest): void {
  if (method === 'DELETE') throw new CatalogError('forbidden', message('entity.delete_disabled'))
}

/** A person names the workspace in the header, and needs the role that a route says beside its scopes. */
function enterNamed(request: FastifyRequest, _reply: FastifyReply, { services }: GuardContext): void {
  if (callerOf(request).kind !== 'person') return
  enterWorkspace(request, services, readWorkspaceHeader(request))
  if (request.routeOptions.config.role !== undefined) requireRole(request, services)
}
