import type { FastifyRequest } from 'fastify'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { insufficientScope } from '../catalog/errors.ts'
import { refuseMissing } from './authenticate.ts'
import { type Caller, missingScopes } from './caller.ts'
import { callerOf } from './request-context.ts'

/** What a route does with entities of a type that only its body, or the job it is about, names. */
type Action = 'read' | 'write' | 'propose'

/** What allows it: whoever may write may propose. */
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
