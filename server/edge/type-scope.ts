import type { FastifyRequest } from 'fastify'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { insufficientScope, CatalogError } from '../catalog/errors.ts'
import { refuseMissing } from './authenticate.ts'
import { type Caller, missingScopes, isTrusted } from './caller.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import { requireRoleOf } from './require-role.ts'
import type { Services } from './services.ts'

/** What a route does with entities of a type that only its body, or the job it is about, names. */
type Action = 'read' | 'write' | 'propose'

const allowing: Readonly<Record<Action, readonly ('read' | 'write' | 'propose')[]>> = {
  read: ['read'],
  write: ['write'],
  propose: ['propose', 'write'],
}

/** A hook for such routes: a key that may do so with no type at all is refused before anything is looked at. */
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
  const known = entityTypes.find((name) => name === type)
  if (!known) return
  const caller = callerOf(request)
  const scopes = allowing[action].map((verb) => `${verb}:${pluralOf[known]}` as const)
  if (missingScopes(caller, scopes).length === scopes.length) refuseMissing(caller, scopes.slice(0, 1))
}

/** Refuses who may not merge entities of a type: keys and agents need the owner's leave, and all the scopes to write and delete them. */
export function requireMerging(request: FastifyRequest, services: Services, type: unknown): void {
  const caller = callerOf(request)
  const known = entityTypes.find((name) => name === type)
  requireRoleOf(caller, 'manager')
  if (!mayMerge(request, services)) throw mergingForbidden()
  if (known) refuseMissing(caller, [`write:${pluralOf[known]}`, `delete:${pluralOf[known]}`])
}

/** Whether who calls may merge at all: the owner, managers of a team, and keys where the owner allows it for the workspace. */
export function mayMerge(request: FastifyRequest, { settings }: Services): boolean {
  return isTrusted(callerOf(request)) || settings.ofWorkspace(workspaceIdOf(request)).keys_may_merge
}

/** 403: the owner has not allowed keys and agents to merge. */
export function mergingForbidden(): CatalogError {
  return new CatalogError(
    'forbidden',
    'Keys and agents may not merge entities of this workspace. The owner can allow it in the settings, under API and keys.',
  )
}
