import { entityTypes } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type CatalogError, type Faults, lookIn, notFound } from '../errors.ts'
import { isEntityType } from './known-types.ts'

/**
 * The definition that a path and its `type` name. Throws `not_found` where the workspace has none; notes why it cannot be
 * told which one is meant, and gives undefined then.
 */
export function findAttribute(
  db: ReadableDb,
  key: string,
  type: string | undefined,
  faults: Faults,
): Attribute | undefined {
  const found = entityTypes.flatMap((entityType) => attributesOf(db, entityType).byKey.get(key) ?? [])
  const matches = isEntityType(type) ? found.filter(({ entityType }) => entityType === type) : found
  const [first, ...others] = matches
  if (!first) throw attributeNotFound(db, key, type)
  if (type !== undefined && !isEntityType(type)) return faults.add('type', 'invalid_value', entityTypes, type)
  if (others.length === 0) return first
  const types = matches.map(({ entityType }) => entityType)
  return faults.isNoted('type') ? undefined : faults.add('type', 'required', types)
}

function attributeNotFound(db: ReadableDb, key: string, type: string | undefined): CatalogError {
  const types = isEntityType(type) ? [type] : entityTypes
  const known = types.flatMap((name) => [...attributesOf(db, name).byKey.keys()])
  const what = `The attribute ${key}${isEntityType(type) ? ` of the type ${type}` : ''}`
  return notFound(what, lookIn('GET /attributes', key, known))
}
