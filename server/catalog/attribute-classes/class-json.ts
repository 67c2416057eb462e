import type { AttributeClass } from '#shared/attribute-classes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ClassRow } from '../../store/tables/attribute-classes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listStubRows } from '../../store/tables/entities.ts'

/** A class as it is answered; what it says about attributes and categories that are gone is left out, so that it can be sent back. */
export function toClass(db: ReadableDb, { uuid, type, key, name, content }: ClassRow): AttributeClass {
  const { list } = attributesOf(db, type)
  const keyOf = new Map(list.map((attribute) => [attribute.uuid, attribute.key]))
  const uuidOf = new Map(listStubRows(db, content.categories).map(([id, category]) => [id, category]))
  return {
    id: uuid,
    key,
    name,
    entity_type: type,
    category_ids: content.categories.flatMap((id) => uuidOf.get(id) ?? []),
    attributes: content.attributes.flatMap(({ attribute, requirement }) => {
      const found = keyOf.get(attribute)
      return found === undefined ? [] : [{ key: found, requirement }]
    }),
  }
}
