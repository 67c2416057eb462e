import { entityTypes } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { conflict } from '../errors.ts'
import { findLinkedType } from './linked-types.ts'

/** Throws `conflict` naming the formulas, lookups and inverse references that need the attribute. */
export function refuseWhileNeeded(db: ReadableDb, attribute: Attribute): void {
  const names = listReferrers(attribute, db, 'needs')
  if (names.length === 0) return
  throw conflict(
    `"${attribute.name}" is used by ${names.join(', ')}. Delete or change these definitions first.`,
    [{ field: 'key', issue: 'invalid_value' }],
  )
}

/** Throws `conflict` naming the lookups and inverse references that need the references of the attribute as they are. */
export function refuseWhileTargetNeeded(db: ReadableDb, attribute: Attribute, field: string): void {
  const names = listReferrers(attribute, db, 'needsTarget')
  if (names.length === 0) return
  throw conflict(message('attribute.references_in_use', { name: attribute.name, names: names.join(', ') }), [
    { field, issue: 'invalid_value' },
  ])
}

function listReferrers(attribute: Attribute, db: ReadableDb, test: 'needs' | 'needsTarget'): string[] {
  return entityTypes
    .flatMap((type) => attributesOf(db, type).list)
    .filter(
      (other) => other.id !== attribute.id && findLinkedType(other.dataType)?.[test](other, attribute, db),
    )
    .map(({ name, key, entityType }) => `"${name}" (${entityType} ${key})`)
}
