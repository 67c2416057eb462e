import type { AttributeClassPatch } from '#shared/attribute-classes.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ClassContent } from '../../store/tables/attribute-classes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import type { Faults } from '../errors.ts'

type Sent = Pick<AttributeClassPatch, 'category_ids' | 'attributes'>

/** What the sent members of a class say, by ids; every bad entry is a fault at its place. */
export function checkContent(
  db: ReadableDb,
  type: EntityType,
  { category_ids: categories, attributes }: Sent,
  faults: Faults,
): Partial<ClassContent> {
  return {
    ...(categories && { categories: checkCategories(db, categories, faults) }),
    ...(attributes && { attributes: checkAttributes(db, type, attributes, faults) }),
  }
}

/** Duplicates keep the first, as in a list reference. */
function checkCategories(db: ReadableDb, ids: readonly string[], faults: Faults): number[] {
  const found = ids.flatMap((id, index) => {
    const field = `category_ids[${index}]`
    const uuid = parseUuid(id)
    if (uuid === undefined) return faults.add(field, 'expected_uuid') ?? []
    return findEntity(db, 'category', uuid)?.id ?? faults.add(field, 'referenced_entity_not_found') ?? []
  })
  return [...new Set(found)]
}

function checkAttributes(
  db: ReadableDb,
  type: EntityType,
  sent: NonNullable<Sent['attributes']>,
  faults: Faults,
): ClassContent['attributes'] {
  const { byKey } = attributesOf(db, type)
  const keys = sent.map(({ key }) => key)
  return sent.flatMap(({ key, requirement }, index) => {
    const field = `attributes[${index}].key`
    const attribute = byKey.get(key)
    if (!attribute) return faults.add(field, 'not_a_defined_attribute') ?? []
    if (keys.indexOf(key) < index) return faults.add(field, 'invalid_value') ?? []
    return [{ attribute: attribute.uuid, requirement }]
  })
}
