import { entityTypes } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Attribute, isReference } from '../tables/attributes.ts'
import { byAttribute } from '../tables/references.ts'
import { countValues } from '../tables/values.ts'

// References lie in the order of what they lead to, so that the first ones are often to one entity.
const maxReferences = 2000

/** Values of an attribute as text, of the first entities that hold one: stored texts, or labels of what they refer to. */
export function sampleValues(db: ReadableDb, attribute: Attribute, limit: number): string[] {
  const { id, key, traits } = attribute
  if (isReference(attribute))
    return db.column<string>(
      `SELECT t.label FROM (SELECT DISTINCT target FROM
         (SELECT target FROM ${byAttribute(db)} WHERE attribute = ? LIMIT ${maxReferences})) r
       JOIN entity t ON t.id = r.target WHERE t.label IS NOT NULL LIMIT ${limit}`,
      id,
    )
  if (traits.shape !== 'scalar') return []
  return db.column<string>(
    `SELECT CAST(e.attributes ->> ? AS TEXT) FROM (SELECT entity FROM value_${id} LIMIT ${limit}) v
     JOIN entity e ON e.id = v.entity WHERE e.attributes -> ? IS NOT NULL`,
    `$.${JSON.stringify(key)}`,
    `$.${JSON.stringify(key)}`,
  )
}

/** How many entities hold a value of their own. */
export function countFilled(db: ReadableDb, attribute: Attribute): number {
  if (attribute.traits.shape === 'scalar') return countValues(db, attribute.id)
  if (!isReference(attribute)) return 0
  const [count = 0] = db.column<number>(
    `SELECT count(DISTINCT r.source) FROM ${byAttribute(db)} r JOIN entity e ON e.id = r.source
     WHERE r.attribute = ? AND e.type = ?`,
    attribute.id,
    entityTypes.indexOf(attribute.entityType),
  )
  return count
}
