import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { findAccess } from '../access/access.ts'
import { CatalogError } from '../catalog/errors.ts'
import { type Caller, roleOf } from './caller.ts'
import { requireOrigin } from './host-and-origin.ts'
import { enterWorkspace } from './require-rights.ts'
import { callerOf, readWorkspaceHeader } from './request-context.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Services } from './services.ts'

/**
 * Finds the caller of the request; a present header counts alone, so that a wrong key is never covered by
 * a cookie.
 */
export function authenticate(request: FastifyRequest, services: Services): void {
  const { authorization } = request.headers
  const caller = authorization === undefined ? byCookie(request, services) : byBearer(request, services)
  if (caller === undefined) {
    countAnonymousRequest(request, services)
    throw unauthorized(authorization)
  }
  if (caller.kind === 'person') requireOrigin(request)
  request.caller = caller
}

/**
 * Does the same as `authenticate`, but accepts only a session: the owner's, or that of a person of a team
 * (decisions, The owner's surface).
 */
export function authenticateSession(request: FastifyRequest, services: Services): void {
  authenticate(request, services)
  if (callerOf(request).kind === 'access') throw unauthorized(request.headers.authorization)
}

/** Counts a request with an invalid credential as anonymous; one without any was counted when it came. */
export function countAnonymousRequest(
  { headers, ip }: FastifyRequest,
  { anonymousRateLimit }: Services,
): void {
  if (headers.authorization !== undefined || headers.cookie !== undefined) anonymousRateLimit?.count(ip)
}

function byBearer(request: FastifyRequest, services: Services): Caller | undefined {
  const [, secret] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (secret === undefined) return undefined
  const access = findAccess(secret, 'api', services)
  if (access !== undefined) return { kind: 'access', access }
  return isOwnersToken(request, secret, services) ? { kind: 'owner' } : undefined
}

/**
 * Whether the text is the credential of the owner's session; a team's server accepts it only on the port
 * of its command line.
 */
export function isOwnersToken(request: FastifyRequest, secret: string, services: Services): boolean {
  const { session, team, cliListener } = services
  return (team === undefined || cliListener?.owns(request) === true) && session.isToken(secret)
}

export function byCookie(request: FastifyRequest, { session, team, address }: Services): Caller | undefined {
  const value = readCookie(request.headers.cookie, address().sessionCookie)
  if (value === undefined) return undefined
  if (team === undefined) return session.isCookie(value) ? { kind: 'owner' } : undefined
  const person = team.authenticate(value)
  return person && { kind: 'person', person }
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

function unauthorized(authorization: string | undefined): CatalogError {
  return new CatalogError(
    'unauthorized',
    `A valid, unexpired credential is needed for this request. ${remedyFor(authorization)}`,
  )
}

/** Explains a fault of the header's form; whether a key is unknown, revoked or expired is not revealed. */
export function remedyFor(authorization: string | undefined): string {
  if (authorization === undefined) return 'Send a key as Authorization: Bearer vtr_live_….'
  if (/^\s*vtr_live_/.test(authorization))
    return 'The header Authorization names the key alone: put the word Bearer and a space in front of it.'
  if (!/^bearer +\S+$/i.test(authorization))
    return 'The header Authorization must read Bearer, a space and the key, and nothing else.'
  return 'This one is not known here, has been revoked or has expired: make a new key in the app, or with vitrine key create.'
}

/**
 * Returns a hook that finds the workspace: that of the key or token, or the one that the owner or a person
 * names in a header. Opens it with its first use.
 */
export function chooseWorkspace(services: Services): onRequestHookHandler {
  const { workspaces, jobsOf } = services
  return (request, _reply, done) => {
    const caller = callerOf(request)
    const id = caller.kind === 'access' ? caller.access.workspaceId : readWorkspaceHeader(request)
    enterWorkspace(request, services, id)
    const choose = (threads: WorkspaceThreads) => {
      request.workspace = { id, threads: threads.calledIn(roleOf(caller)), jobs: jobsOf(id) }
      done()
    }
    const threads = workspaces.opened(id)
    if (threads) choose(threads)
    else workspaces.get(id).then(choose, done)
  }
}
