import type { FastifyReply, FastifyRequest } from 'fastify'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { Role } from '#shared/team.ts'
import type { AuditActor } from '../access/audit-log.ts'
import type { Managing } from '../access/team/manage-people.ts'
import { type Browser, sessionLifeMs } from '../access/team/person-sessions.ts'
import type { Team } from '../access/team/team.ts'
import type { SignedIn } from '../access/team/team-access.ts'
import { CatalogError, workspaceNotFound } from '../catalog/errors.ts'
import { enterWorkspace, requireRoleOf } from '../edge/require-rights.ts'
import { callerOf, readWorkspaceHeader } from '../edge/request-context.ts'
import type { Services } from '../edge/services.ts'

export interface TeamCall {
  readonly request: FastifyRequest
  readonly services: Services
}

export function teamOf({ team }: Services): Team {
  if (team === undefined) throw new Error('This server has no team.')
  return team
}

export function browserOf({ ip, headers }: FastifyRequest): Browser {
  return { address: ip, agent: headers['user-agent'] ?? '' }
}

/** Sets the cookie of a session, or removes it. It is sent over TLS alone where the server has TLS. */
export function setSessionCookie(
  reply: FastifyReply,
  { address }: Services,
  cookie: string | undefined,
): void {
  const { sessionCookie, origin } = address()
  const life = cookie === undefined ? 0 : sessionLifeMs / 1000
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${sessionCookie}=${cookie ?? ''}; Path=/; Max-Age=${life}; HttpOnly${secure}; SameSite=Lax`,
  )
}

export function signedIn({ request }: TeamCall): SignedIn {
  const caller = callerOf(request)
  if (caller.kind === 'person') return caller.person
  throw new CatalogError(
    'forbidden',
    'Only somebody who is signed in has an account. Use the commands vitrine user ….',
  )
}

export function doerOf({ request }: TeamCall): AuditActor {
  const caller = callerOf(request)
  return caller.kind === 'person' ? { id: caller.person.id, name: caller.person.name } : null
}

/** Returns the managed workspace of the header. Throws without the role, and for an unknown workspace. */
export function managing(call: TeamCall, needed: Role): Managing {
  const { request, services } = call
  const workspaceId = readWorkspaceHeader(request)
  if (!services.workspaces.list().some(({ id }) => id === workspaceId)) throw workspaceNotFound()
  enterWorkspace(request, services, workspaceId)
  requireRoleOf(callerOf(request), needed)
  return { by: doerOf(call), workspaceId, address: request.ip }
}

export function seesAll({ request }: TeamCall): boolean {
  const caller = callerOf(request)
  return caller.kind === 'owner' || (caller.kind === 'person' && caller.person.isAdministrator)
}

export function ownWorkspace({ request, services }: TeamCall): { id: string; role: Role } | undefined {
  const id = request.headers[workspaceHeader]
  const caller = callerOf(request)
  if (typeof id !== 'string' || caller.kind !== 'person') return undefined
  const role = services.team?.roleIn(caller.person.id, id.toLowerCase())
  return role === undefined ? undefined : { id: id.toLowerCase(), role }
}

export function nameOfWorkspace({ workspaces }: Services): (id: string) => string | null {
  return (id) => workspaces.list().find((workspace) => workspace.id === id)?.name ?? null
}

/** The owner of a new key or grant: the person; null on a desktop. */
export function personOf(request: FastifyRequest): string | null {
  const caller = callerOf(request)
  return caller.kind === 'person' ? caller.person.id : null
}

export function onlyOf(request: FastifyRequest): string | undefined {
  const caller = callerOf(request)
  return caller.kind === 'person' && caller.access?.role !== 'owner' ? caller.person.id : undefined
}

/**
 * Refuses the command line of a team's server, which acts for nobody: keys and grants belong to people
 * there.
 */
export function requirePerson({ request, services }: { request: FastifyRequest; services: Services }): void {
  if (services.team && callerOf(request).kind === 'owner')
    throw new CatalogError(
      'forbidden',
      'On a server of a team, keys and agents belong to people or service accounts. Sign in to the app and make it there, on the page API and keys, or make a key of a service account: vitrine key create --service-account NAME',
    )
}

interface Ending {
  readonly by: AuditActor
  readonly address: string
}

export async function endCredentials(
  { keys, grants, audit }: Pick<Services, 'keys' | 'grants' | 'audit'>,
  { id }: { readonly id: string },
  noted: Ending,
): Promise<void> {
  const { by, address } = noted
  for (const { id: keyId, name, workspace_id: workspaceId } of keys.list(undefined, id)) {
    await keys.revoke(keyId)
    audit.record({ action: 'key_revoked', by, workspaceId, subject: name, address })
  }
  for (const { id: grantId, workspace_id: workspaceId, client } of grants.list(undefined, id)) {
    await grants.revoke(grantId, workspaceId)
    audit.record({ action: 'grant_revoked', by, workspaceId, subject: client.name, address })
  }
}
