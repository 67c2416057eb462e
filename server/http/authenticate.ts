import type { FastifyRequest } from 'fastify'
import { workspaceHeader } from '#shared/app-surface.ts'
import { parseUuid } from '#shared/entities.ts'
import { CatalogError, notFound, validationFailed } from '../catalog/errors.ts'
import { missingScopes, type Caller } from './caller.ts'
import { callerOf } from './request-context.ts'
import type { Services } from './services.ts'

/** Finds out who makes the request; a header that is present counts alone, so that a wrong key is never covered by a cookie. */
export async function authenticate(request: FastifyRequest, services: Services): Promise<void> {
  const { authorization } = request.headers
  const caller =
    authorization === undefined ? ownerByCookie(request, services) : await byBearer(authorization, services)
  if (caller === undefined) throw unauthorized()
  request.caller = caller
}

/** As `authenticate`, but only the owner's session will do (decisions, The owner's surface). */
export async function authenticateOwner(request: FastifyRequest, services: Services): Promise<void> {
  await authenticate(request, services)
  if (callerOf(request).kind !== 'owner') throw unauthorized()
}

async function byBearer(authorization: string, { session, findKey }: Services): Promise<Caller | undefined> {
  const [, secret] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  if (secret === undefined) return undefined
  return session.isToken(secret) ? { kind: 'owner' } : findKey(secret)
}

function ownerByCookie(request: FastifyRequest, { session, address }: Services): Caller | undefined {
  const value = readCookie(request.headers.cookie, address().sessionCookie)
  return value !== undefined && session.isCookie(value) ? { kind: 'owner' } : undefined
}

/** The value of the first cookie of that name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

function unauthorized(): CatalogError {
  return new CatalogError('unauthorized', 'A valid, unexpired credential is needed for this request.')
}

/** Refuses a key that lacks any scope the route asks for, naming all that are missing. */
export function requireScopes(request: FastifyRequest): void {
  refuseMissing(callerOf(request), request.routeOptions.config.scopes ?? [])
}

/** Throws insufficient_scope unless the caller holds every scope. */
export function refuseMissing(caller: Caller, required: Parameters<typeof missingScopes>[1]): void {
  const missing = missingScopes(caller, required)
  if (missing.length === 0) return
  throw new CatalogError('insufficient_scope', `The key lacks the scope ${missing.join(' and ')}.`)
}

/** A key belongs to one workspace; the owner names one in a header. */
export async function chooseWorkspace(request: FastifyRequest, services: Services): Promise<void> {
  const caller = callerOf(request)
  const id = caller.kind === 'key' ? caller.workspaceId : readWorkspaceHeader(request)
  const workspace = id === undefined ? undefined : await services.openWorkspace(id)
  if (workspace === undefined) throw notFound('The workspace')
  request.workspace = workspace
}

function readWorkspaceHeader(request: FastifyRequest): string | undefined {
  const header = request.headers[workspaceHeader]
  if (header === undefined) {
    throw validationFailed([
      { field: workspaceHeader, issue: 'Name the workspace by its id in the Vitrine-Workspace header.' },
    ])
  }
  return parseUuid(header)
}
