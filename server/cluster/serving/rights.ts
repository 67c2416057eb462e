/**
 * The rights of a request's caller, as the server that has the lease reports them to another one:
 * identity, permissions and workspace.
 */
import type { FastifyInstance } from 'fastify'
import type { Workspace } from '#shared/app-surface.ts'
import type { Access } from '../../access/access.ts'
import type { SignedIn } from '../../access/team/team-access.ts'
import { workspaceNotFound } from '../../catalog/errors.ts'
import { authenticate } from '../../edge/authenticate.ts'
import type { AccessInRole, Caller } from '../../edge/caller.ts'
import { answerMisdirected, type PeerListener } from './peer-listener.ts'
import type { RateHeaders } from '../../edge/rate-limit.ts'
import { callerOf, readWorkspaceHeader } from '../../edge/request-context.ts'
import { enterWorkspace } from '../../edge/require-role.ts'
import type { Services } from '../../edge/services.ts'

export interface Rights {
  readonly access: Omit<Access, 'isValid'>
  readonly person?: SignedIn | undefined
  readonly workspace: Workspace
  readonly rate?: RateHeaders | undefined
}

export const rightsPath = '/peer/v1/rights'
/** The number of requests that the other server has answered with its known rights. */
export const answeredHeader = 'vitrine-answered'

/**
 * Tells other servers who makes a request, from its headers; requests that do not come by the port for
 * peers are refused.
 */
export async function rightsRoute(
  app: FastifyInstance,
  services: Services,
  listener: PeerListener,
): Promise<void> {
  app.get(rightsPath, { config: { anyHost: false } }, async (request, reply) => {
    if (!listener.owns(request)) {
      reply.hijack()
      return answerMisdirected(reply.raw)
    }
    authenticate(request, services)
    const known = callerOf(request)
    const id = known.kind === 'access' ? known.access.workspaceId : readWorkspaceHeader(request)
    enterWorkspace(request, services, id)
    const rate = services.rateLimit.count(callerOf(request), Number(request.headers[answeredHeader] ?? 0))
    return { ...describe(callerOf(request)), workspace: workspaceOf(services, id), rate } satisfies Rights
  })
}

function describe(caller: Caller): Pick<Rights, 'access' | 'person'> {
  if (caller.kind === 'owner' || !caller.access) throw workspaceNotFound()
  const { id, workspaceId, personId, scopes, expiresAt, actor, role, scopesAboveRole } = caller.access
  const access = {
    id,
    workspaceId,
    scopes,
    expiresAt,
    actor,
    ...(personId !== undefined && { personId }),
    ...(role && { role }),
    ...(scopesAboveRole && { scopesAboveRole }),
  }
  return { access, ...(caller.kind === 'person' && { person: caller.person }) }
}

function workspaceOf({ workspaces }: Services, id: string): Workspace {
  const found = workspaces.list().find((workspace) => workspace.id === id)
  if (!found) throw workspaceNotFound()
  return found
}

export function callerBy({ access: allowed, person }: Rights, isValid: () => boolean): Caller {
  const access = { ...allowed, isValid }
  return person ? { kind: 'person', person, access: access as AccessInRole } : { kind: 'access', access }
}
