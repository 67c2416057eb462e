import type { FastifyRequest } from 'fastify'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { CatalogError } from '../catalog/errors.ts'
import { refuseMissing } from './authenticate.ts'
import { missingScopes } from './caller.ts'
import { callerOf } from './request-context.ts'

const writeScopes = entityTypes.map((type) => `write:${pluralOf[type]}` as const)

/** For routes whose body names the type: a key that may write no type at all is refused before the body is looked at. */
export async function refuseReaders(request: FastifyRequest): Promise<void> {
  if (missingScopes(callerOf(request), writeScopes).length < writeScopes.length) return
  throw new CatalogError(
    'insufficient_scope',
    `The key lacks the write scope of the type to write, one of ${writeScopes.join(', ')}.`,
  )
}

/** Refuses a key without the write scope of the type that a body names; an unknown type is for the catalog to refuse. */
export function requireWriteOf(request: FastifyRequest, type: unknown): void {
  const known = entityTypes.find((name) => name === type)
  if (known) refuseMissing(callerOf(request), [`write:${pluralOf[known]}`])
}
