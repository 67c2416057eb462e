import type { FastifyRequest } from 'fastify'
import { entityTypes, pluralOf, findEntityType } from '#shared/entities.ts'
import { type Scope, scopes as allScopes } from '#shared/scopes.ts'
import { lowestRoleWith } from '#shared/team.ts'
import type { Access } from '../access/access.ts'
import { CatalogError, insufficientScope } from '../catalog/errors.ts'
import { type Caller, isTrusted, missingScopes } from './caller.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import { keyAboveRole, requireRoleOf, roleTooLow } from './require-role.ts'
import type { Services } from './services.ts'

/** Refuses a caller that lacks any scope the route asks for, naming all that are missing. */
export function requireScopes(request: FastifyRequest): void {
  const caller = callerOf(request)
  const { scopes = [], proposes = false } = request.routeOptions.config
  refuseMissing(caller, proposes && caller.kind === 'person' ? scopes.map(toPropose) : scopes)
}

function toPropose(scope: Scope): Scope {
  return allScopes.find((known) => known === scope.replace('write:', 'propose:')) ?? scope
}

/** Throws insufficient_scope unless the caller holds every scope. */
export function refuseMissing(caller: Caller, required: Parameters<typeof missingScopes>[1]): void {
  const missing = missingScopes(caller, required)
  if (missing.length === 0) return
  const access: Access | undefined = caller.kind === 'owner' ? undefined : caller.access
  if (caller.kind === 'person') throw roleTooLow(access?.role, lowestRoleWith(required))
  if (access?.role && missing.every((scope) => access.scopesAboveRole?.includes(scope)))
    throw keyAboveRole(access.role, missing)
  throw insufficientScope(`The key lacks the scope ${missing.join(' and ')}.`)
}

type Action = 'read' | 'write' | 'propose'

const allowing: Readonly<Record<Action, readonly ('read' | 'write' | 'propose')[]>> = {
  read: ['read'],
  write: ['write'],
  propose: ['propose', 'write'],
}

/**
 * Returns a hook for such routes: a key without this action for any type is refused before anything is
 * read.
 */
export function refuseWithout(asked: Action, proposes = false): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const caller = callerOf(request)
    refuseOfAll(caller, proposes && caller.kind === 'person' ? 'propose' : asked)
  }
}

function refuseOfAll(caller: Caller, action: Action): void {
  const scopes = entityTypes.flatMap((type) =>
    allowing[action].map((verb) => `${verb}:${pluralOf[type]}` as const),
  )
  if (missingScopes(caller, scopes).length < scopes.length) return
  if (caller.kind === 'person') refuseMissing(caller, [`${action}:products`])
  throw insufficientScope(
    `The key lacks the ${action} scope of the type to ${action}, one of ${scopes.join(', ')}.`,
  )
}

/** Refuses a key without the scope of the type; an unknown type is for the catalog to refuse. */
export function requireScopeOf(request: FastifyRequest, action: Action, type: unknown): void {
  const known = findEntityType(type)
  if (!known) return
  const caller = callerOf(request)
  const scopes = allowing[action].map((verb) => `${verb}:${pluralOf[known]}` as const)
  if (missingScopes(caller, scopes).length === scopes.length) refuseMissing(caller, scopes.slice(0, 1))
}

/**
 * Refuses a caller who may not merge entities of a type: keys and agents need the owner's permission, and
 * all scopes to write and delete them.
 */
export function requireMerging(request: FastifyRequest, services: Services, type: unknown): void {
  const caller = callerOf(request)
  const known = findEntityType(type)
  requireRoleOf(caller, 'manager')
  if (!mayMerge(request, services)) throw mergingForbidden()
  if (known) refuseMissing(caller, [`write:${pluralOf[known]}`, `delete:${pluralOf[known]}`])
}

/**
 * Whether the caller may merge at all: the owner, managers of a team, and keys where the owner allows it
 * for the workspace.
 */
export function mayMerge(request: FastifyRequest, { settings }: Services): boolean {
  return isTrusted(callerOf(request)) || settings.ofWorkspace(workspaceIdOf(request)).keys_may_merge
}

export function mergingForbidden(): CatalogError {
  return new CatalogError(
    'forbidden',
    'Keys and agents may not merge entities of this workspace. The owner can allow it in the settings, under API and keys.',
  )
}
