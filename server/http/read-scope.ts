import type { FastifyRequest } from 'fastify'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { CatalogError } from '../catalog/errors.ts'
import { refuseMissing } from './authenticate.ts'
import { missingScopes } from './caller.ts'
import { callerOf } from './request-context.ts'

const readScopes = entityTypes.map((type) => `read:${pluralOf[type]}` as const)

/** For routes of which only a look at the body or the job tells the type: a key that may read no type is refused before. */
export async function refuseBlind(request: FastifyRequest): Promise<void> {
  if (missingScopes(callerOf(request), readScopes).length < readScopes.length) return
  throw new CatalogError(
    'insufficient_scope',
    `The key lacks the read scope of the type to read, one of ${readScopes.join(', ')}.`,
  )
}

/** Refuses a key without the read scope of the type; an unknown type is for the catalog to refuse. */
export function requireReadOf(request: FastifyRequest, type: unknown): void {
  const known = entityTypes.find((name) => name === type || pluralOf[name] === type)
  if (known) refuseMissing(callerOf(request), [`read:${pluralOf[known]}`])
}
