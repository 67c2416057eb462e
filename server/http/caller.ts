import type { Actor, EventVia } from '#shared/events.ts'
import type { Scope } from '#shared/scopes.ts'
import type { ApiKeyRecord } from '../access/api-keys.ts'

/** Who makes a request: the owner with the session credential, who may do everything, or a script with an API key. */
export type Caller = { readonly kind: 'owner' } | { readonly kind: 'key'; readonly key: ApiKeyRecord }

/** The scopes of `required` that the caller does not hold. */
export function missingScopes(caller: Caller, required: readonly Scope[]): Scope[] {
  return caller.kind === 'owner' ? [] : required.filter((scope) => !caller.key.scopes.includes(scope))
}

/** How the caller is named in events. */
export function toActor(caller: Caller): Actor {
  return caller.kind === 'owner'
    ? { type: 'owner', id: null, name: null }
    : { type: 'api_key', id: caller.key.id, name: caller.key.name }
}

export function toVia(caller: Caller): EventVia {
  return caller.kind === 'owner' ? 'app' : 'api'
}
