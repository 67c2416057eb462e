import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import type { Actor, EventVia } from '#shared/events.ts'
import type { Scope } from '#shared/scopes.ts'
import type { Access } from '../access/access.ts'

/** Who makes a request: the owner with the session credential, who may do everything, or a script or agent with a key or token. */
export type Caller = { readonly kind: 'owner' } | { readonly kind: 'access'; readonly access: Access }

/** Tells one caller from another, for what is counted or kept for each. */
export function nameOfCaller(caller: Caller): string {
  return caller.kind === 'access' ? caller.access.id : caller.kind
}

/** The scopes of `required` that the caller does not hold. */
export function missingScopes(caller: Caller, required: readonly Scope[]): Scope[] {
  return caller.kind === 'owner' ? [] : required.filter((scope) => !caller.access.scopes.includes(scope))
}

/** The types whose entities the caller may read. */
export function readableTypes(caller: Caller): readonly EntityType[] {
  return entityTypes.filter((type) => missingScopes(caller, [`read:${pluralOf[type]}`]).length === 0)
}

/** How the caller is named in events. */
export function toActor(caller: Caller): Actor {
  return caller.kind === 'owner' ? { type: 'owner', id: null, name: null } : caller.access.actor
}

export function toVia(caller: Caller): EventVia {
  return caller.kind === 'owner' ? 'app' : 'api'
}
