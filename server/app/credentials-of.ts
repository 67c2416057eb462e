import type { FastifyRequest } from 'fastify'
import type { Doer } from '../access/audit-log.ts'
import { CatalogError } from '../catalog/errors.ts'
import { callerOf } from '../edge/request-context.ts'
import type { Services } from '../edge/services.ts'

/** To whom a key or grant belongs that this request makes: to the person who asks for it, on a desktop to nobody. */
export function personOf(request: FastifyRequest): string | null {
  const caller = callerOf(request)
  return caller.kind === 'person' ? caller.person.id : null
}

/** Whose keys and grants a request may see and end: a person their own, owners of the workspace all (undefined). */
export function onlyOf(request: FastifyRequest): string | undefined {
  const caller = callerOf(request)
  return caller.kind === 'person' && caller.access?.role !== 'owner' ? caller.person.id : undefined
}

/** Refuses the command line of a team's server, which is nobody: keys and grants belong to people there. */
export function requirePerson({ request, services }: { request: FastifyRequest; services: Services }): void {
  if (services.team && callerOf(request).kind === 'owner')
    throw new CatalogError(
      'forbidden',
      'On a server of a team, keys and agents belong to people. Sign in to the app and make it there, on the page API and keys.',
    )
}

interface Ending {
  readonly by: Doer
  readonly address: string
}

/** Ends all keys of a person and the access of all of their agents. */
export async function endCredentials(
  { keys, grants, audit }: Pick<Services, 'keys' | 'grants' | 'audit'>,
  { id }: { readonly id: string },
  noted: Ending,
): Promise<void> {
  const { by, address } = noted
  for (const { id: keyId, name, workspace_id: workspaceId } of keys.list(undefined, id)) {
    await keys.revoke(keyId)
    audit.note({ action: 'key_revoked', by, workspaceId, subject: name, address })
  }
  for (const { id: grantId, workspace_id: workspaceId, client } of grants.list(undefined, id)) {
    await grants.revoke(grantId, workspaceId)
    audit.note({ action: 'grant_revoked', by, workspaceId, subject: client.name, address })
  }
}
