import type { Actor } from '#shared/events.ts'
import type { Scope } from '#shared/scopes.ts'
import { type Role, scopesOfRole } from '#shared/team.ts'
import type { ApiKeyRecord, ApiKeys } from './api-keys.ts'
import type { Grants, TokenRecord } from './grants.ts'
import type { SignedIn, TeamAccess } from './team/team-access.ts'

/** What a credential lets its holder do, where, and as whom events name it: the same for an API key and for an agent's token. */
export interface Access {
  /** By which its requests are counted. */
  readonly id: string
  readonly workspaceId: string
  readonly scopes: readonly Scope[]
  readonly actor: Actor
  /** Whether the credential is still good, for what goes on after its request. */
  isValid(): boolean
}

/** What a person of a team may do in a workspace: at any moment what their role there allows. */
export interface PersonAccess extends Access {
  readonly role: Role
}

/** The access that a role in a workspace gives to somebody who is signed in; undefined for who is no member. */
export function toPersonAccess(
  person: SignedIn,
  workspaceId: string,
  team: TeamAccess,
): PersonAccess | undefined {
  const roleNow = () => team.roleIn(person.id, workspaceId)
  const role = roleNow()
  if (role === undefined) return undefined
  return {
    id: person.id,
    workspaceId,
    role,
    get scopes() {
      const now = roleNow()
      return now === undefined ? [] : scopesOfRole[now]
    },
    actor: { type: 'user', id: person.id, name: person.name },
    isValid: () => team.isValid(person.sessionId) && roleNow() !== undefined,
  }
}

/** What knows the credentials that agents come with. */
export interface AccessSources {
  readonly keys: ApiKeys
  readonly grants: Grants
  readonly address: () => { readonly hosts: ReadonlySet<string> }
}

/** The addresses for which tokens are issued, below the server's origin. */
export const resourcePaths = { api: '/api/v1', mcp: '/mcp' } as const
export type ProtectedResource = keyof typeof resourcePaths

/**
 * The access that a bearer credential gives to one of the two resources; undefined where it is none, is revoked or expired,
 * or is a token that was issued for the other.
 */
export function findAccess(
  bearer: string,
  resource: ProtectedResource,
  { keys, grants, address }: AccessSources,
): Access | undefined {
  const key = keys.authenticate(bearer)
  if (key) return toKeyAccess(key, keys)
  const token = grants.authenticate(bearer)
  if (!token || !isIssuedFor(token, resource, address().hosts)) return undefined
  return toTokenAccess(token, grants)
}

function toKeyAccess(key: ApiKeyRecord, keys: ApiKeys): Access {
  const { id, workspaceId, scopes, name } = key
  const actor = { type: 'api_key', id, name } as const
  return { id, workspaceId, scopes, actor, isValid: () => keys.isValid(key) }
}

function toTokenAccess(token: TokenRecord, grants: Grants): Access {
  const { grantId: id, workspaceId, scopes, clientName: name } = token
  const actor = { type: 'oauth', id, name } as const
  return { id, workspaceId, scopes, actor, isValid: () => grants.isValid(token) }
}

/** The names of this computer for itself are one; another port is another server. */
function isIssuedFor(
  { audience }: TokenRecord,
  resource: ProtectedResource,
  hosts: ReadonlySet<string>,
): boolean {
  const url = URL.parse(audience)
  return url !== null && hosts.has(url.host) && url.pathname === resourcePaths[resource]
}
