import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import type { Actor, EventVia } from '#shared/events.ts'
import type { Scope } from '#shared/scopes.ts'
import { hasRole, type Role } from '#shared/team.ts'
import type { Access } from '../access/access.ts'
import type { SignedIn } from '../access/team/team-access.ts'

export type AccessInRole = Access & { readonly role: Role }

/**
 * Who makes a request: the owner with the session credential, who may do everything and whom a team's server does not know;
 * a script or agent with a key or token; or a person of a team, with an access once the workspace is known.
 */
export type Caller =
  | { readonly kind: 'owner' }
  | { readonly kind: 'access'; readonly access: Access }
  | { readonly kind: 'person'; readonly person: SignedIn; readonly access?: AccessInRole }

/** The person of a team who makes the request, or whose key or agent does. */
export function personIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'person') return caller.person.id
  return caller.kind === 'access' ? caller.access.personId : undefined
}

/** By what the caller is counted and takes turns: a person is one in whatever they use, with all their keys and agents. */
export function countedAs(caller: Caller): string {
  return personIdOf(caller) ?? nameOfCaller(caller)
}

/** Tells one credential from another, for what is kept for each. */
export function nameOfCaller(caller: Caller): string {
  if (caller.kind === 'person') return caller.person.id
  return caller.kind === 'access' ? caller.access.id : caller.kind
}

/** The scopes of `required` that the caller does not hold. */
export function missingScopes(caller: Caller, required: readonly Scope[]): Scope[] {
  if (caller.kind === 'owner') return []
  return required.filter((scope) => caller.access?.scopes.includes(scope) !== true)
}

/** Whether the caller may go on with what a request of theirs began: the credential is still good, and holds the scopes as of now. */
export function isStillGood(caller: Caller, required: readonly Scope[]): boolean {
  if (caller.kind === 'owner') return true
  return caller.access?.isValid() === true && missingScopes(caller, required).length === 0
}

/** Who decides for the workspace, and so needs no leave to spend or to merge: the owner of a desktop, owners and managers of a team. */
export function isTrusted(caller: Caller): boolean {
  if (caller.kind === 'person') return caller.access !== undefined && hasRole(caller.access.role, 'manager')
  return caller.kind === 'owner'
}

/** Whether somebody's writes wait for an editor: a person who may propose values of the type, and not write them. */
export function mayOnlyPropose(caller: Caller, type: EntityType): boolean {
  const plural = pluralOf[type]
  const lacks = (scope: Scope) => missingScopes(caller, [scope]).length > 0
  return caller.kind === 'person' && lacks(`write:${plural}`) && !lacks(`propose:${plural}`)
}

/** The types whose entities the caller may read. */
export function readableTypes(caller: Caller): readonly EntityType[] {
  return entityTypes.filter((type) => missingScopes(caller, [`read:${pluralOf[type]}`]).length === 0)
}

/** How the caller is named in events. */
export function toActor(caller: Caller): Actor {
  if (caller.kind === 'owner') return { type: 'owner', id: null, name: null }
  if (caller.kind === 'access') return caller.access.actor
  return { type: 'user', id: caller.person.id, name: caller.person.name }
}

/** What the caller is in the workspace; undefined for who is bound by no role. */
export function roleOf(caller: Caller): Role | undefined {
  return caller.kind === 'owner' ? undefined : caller.access?.role
}

export function toVia(caller: Caller): EventVia {
  return caller.kind === 'access' ? 'api' : 'app'
}
