import type { Actor } from '#shared/events.ts'
import type { Scope } from '#shared/scopes.ts'
import type { ApiKeyRecord, ApiKeys } from './api-keys.ts'

/** What a credential lets its holder do, where, and as whom events name it: the same for an API key and for an agent's token. */
export interface Access {
  /** By which its requests are counted. */
  readonly id: string
  readonly workspaceId: string
  readonly scopes: readonly Scope[]
  readonly actor: Actor
}

/** What knows the credentials that agents come with. */
export interface AccessSources {
  readonly keys: ApiKeys
}

/** The access that a bearer credential gives to the MCP server now; undefined where it is none, revoked or expired. */
export async function findAccess(bearer: string, { keys }: AccessSources): Promise<Access | undefined> {
  const key = keys.authenticate(bearer)
  return key && toAccess(key)
}

function toAccess({ id, workspaceId, scopes, name }: ApiKeyRecord): Access {
  return { id, workspaceId, scopes, actor: { type: 'api_key', id, name } }
}
