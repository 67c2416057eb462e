import type { FastifyRequest } from 'fastify'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { CatalogError } from '../catalog/errors.ts'
import { refuseMissing } from './authenticate.ts'
import { isTrusted } from './caller.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import { requireRoleOf } from './require-role.ts'
import type { Services } from './services.ts'

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
