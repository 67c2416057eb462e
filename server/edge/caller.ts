import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import type { Actor, EventVia } from '#shared/events.ts'
import type { Scope } from '#shared/scopes.ts'
import { hasRole, type Role } from '#shared/team.ts'
import type { Access } from '../access/access.ts'
import type { SignedIn } from '../access/team/team-access.ts'

export type AccessInRole = Access & { readonly role: Role }

/**
 * The author of a request: the owner with the session credential, who may do everything and whom a team's
 * server does not know; a script or agent with a key or token; or a person of a team, with an access once
 * the workspace is known.
 */
export type Caller =
  | { readonly kind: 'owner' }
  | { readonly kind: 'access'; readonly access: Access }
  | { readonly kind: 'person'; readonly person: SignedIn; readonly access?: AccessInRole }

/** Returns the person of a team who makes the request, or the person or service account of its key or agent. */
export function personIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'person') return caller.person.id
  return caller.kind === 'access' ? caller.access.personId : undefined
}

/**
 * Returns the id under which the caller is counted and queued: a person counts once, with all their keys
 * and agents, and so does a service account.
 */
export function countedAs(caller: Caller): string {
  return personIdOf(caller) ?? nameOfCaller(caller)
}

export function nameOfCaller(caller: Caller): string {
  if (caller.kind === 'person') return caller.person.id
  return caller.kind === 'access' ? caller.access.id : caller.kind
}

export function missingScopes(caller: Caller, required: readonly Scope[]): Scope[] {
  if (caller.kind === 'owner') return []
  return required.filter((scope) => caller.access?.scopes.includes(scope) !== true)
}

/**
 * Whether the caller may continue an earlier request: the credential is still valid, and holds the scopes
 * now.
 */
export function isStillGood(caller: Caller, required: readonly Scope[]): boolean {
  if (caller.kind === 'owner') return true
  return caller.access?.isValid() === true && missingScopes(caller, required).length === 0
}

/**
 * Whether the caller decides for the workspace, and so needs no permission to spend or to merge: the owner
 * of a desktop, owners and managers of a team.
 */
export function isTrusted(caller: Caller): boolean {
  if (caller.kind === 'person') return caller.access !== undefined && hasRole(caller.access.role, 'manager')
  return caller.kind === 'owner'
}

/**
 * Whether the caller's writes wait for an editor: a person who may propose values of the type, but not
 * write them.
 */
export function mayOnlyPropose(caller: Caller, type: EntityType): boolean {
  const plural = pluralOf[type]
  const lacks = (scope: Scope) => missingScopes(caller, [scope]).length > 0
  return caller.kind === 'person' && lacks(`write:${plural}`) && !lacks(`propose:${plural}`)
}

export function readableTypes(caller: Caller): readonly EntityType[] {
  return entityTypes.filter((type) => missingScopes(caller, [`read:${pluralOf[type]}`]).length === 0)
}

export function toActor(caller: Caller): Actor {
  if (caller.kind === 'owner') return { type: 'owner', id: null, name: null }
  if (caller.kind === 'access') return caller.access.actor
  return { type: 'user', id: caller.person.id, name: caller.person.name }
}

/** Returns the role of the caller in the workspace; undefined for a caller without one. */
export function roleOf(caller: Caller): Role | undefined {
  return caller.kind === 'owner' ? undefined : caller.access?.role
}

/** Returns the role that the caller has by now, as long as a request goes on. */
export function currentRoleOf(caller: Caller): Role | undefined {
  return caller.kind === 'owner' ? undefined : caller.access?.roleNow
}

export function toVia(caller: Caller): EventVia {
  return caller.kind === 'access' ? 'api' : 'app'
}
