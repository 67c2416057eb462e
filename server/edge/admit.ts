import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NetworkGuard } from '../network/network-guard.ts'
import type { Address } from './address.ts'
import { readCookie } from './authenticate.ts'
import { checkHost, checkOrigin } from './guard.ts'
import type { Services } from './services.ts'

type Parts = Pick<Services, 'address' | 'cliListener' | 'anonymousRateLimit'>

interface GuardContext {
  /** What stands before a team's server. */
  readonly network: NetworkGuard | undefined
  /** Where several servers share the catalog: whether another one passes the request on. */
  readonly isFromPeer: ((request: FastifyRequest) => boolean) | undefined
}

/**
 * What every request passes before anything of it is looked at: Host and Origin; on a team's server TLS before them, and for who comes
 * without a credential how many have come from there. False where it has been answered.
 */
export function guardRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  { network, isFromPeer }: GuardContext,
): boolean {
  if (network) return guardTeamRequest(request, reply, parts, { network, isFromPeer })
  checkNames(request, parts.address())
  return true
}

function guardTeamRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, cliListener, anonymousRateLimit }: Parts,
  { network, isFromPeer }: { readonly network: NetworkGuard } & GuardContext,
): boolean {
  if (cliListener?.owns(request) === true) {
    checkNames(request, cliListener)
    return true
  }
  if (isFromPeer?.(request) === true) reply.headers(network.headers)
  else if (!guardTls(request, reply, network)) return false
  checkNames(request, address(), request.routeOptions.config.anyHost)
  if (!hasCredential(request, address().sessionCookie)) anonymousRateLimit?.count(request.ip)
  return true
}

function checkNames(
  request: FastifyRequest,
  { hosts, origins }: Pick<Address, 'hosts' | 'origins'>,
  isForAnyHost = false,
): void {
  if (!isForAnyHost) checkHost(request, hosts)
  checkOrigin(request, origins, { pageAllowed: request.routeOptions.config.page === true })
}

/** Who opens a page without TLS is led to the one with it. */
function guardTls(request: FastifyRequest, reply: FastifyReply, guard: NetworkGuard): boolean {
  const { page = false, anyHost = false } = request.routeOptions.config
  reply.headers(guard.headers)
  if (guard.check(request, anyHost) === undefined) return true
  if (!page) throw guard.needsTls
  void reply.redirect(guard.origin + request.url, 308)
  return false
}

/** Whether it holds is told later, and one that does not is counted then. */
function hasCredential({ headers }: FastifyRequest, sessionCookie: string): boolean {
  return headers.authorization !== undefined || readCookie(headers.cookie, sessionCookie) !== undefined
}
