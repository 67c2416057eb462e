import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NetworkGuard } from '../network/network-guard.ts'
import type { Address } from './address.ts'
import { readCookie } from './authenticate.ts'
import { checkHost, checkOrigin } from './guard.ts'
import type { Services } from './services.ts'

type Parts = Pick<Services, 'address' | 'cliListener' | 'peerListener' | 'anonymousRateLimit'>

/**
 * What every request passes before anything of it is looked at: Host and Origin; on a team's server TLS before them, and for who comes
 * without a credential how many have come from there. False where it has been answered.
 */
export function guardRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  guard: NetworkGuard | undefined,
): boolean {
  if (guard) return guardTeamRequest(request, reply, parts, guard)
  checkNames(request, parts.address())
  return true
}

function guardTeamRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, cliListener, peerListener, anonymousRateLimit }: Parts,
  guard: NetworkGuard,
): boolean {
  if (cliListener?.owns(request) === true) {
    checkNames(request, cliListener)
    return true
  }
  if (peerListener?.owns(request) === true) reply.headers(guard.headers)
  else if (!guardTls(request, reply, guard)) return false
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
