/** What a search for duplicates reads of entities: the values that they hold themselves, many rows at a time. */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Attribute, isReference } from './attributes.ts'

/** The values of one entity in the order of the attributes; null where it holds none. */
export type ComparedRow = [id: number, parent: number | null, ...values: (string | number | null)[]]

/** The next entities of a type behind an internal id. */
export function readCompared(
  db: ReadableDb,
  type: EntityType,
  attributes: readonly (Attribute | undefined)[],
  { behind, limit }: { readonly behind: number; readonly limit: number },
): ComparedRow[] {
  return db.tuples<ComparedRow>(
    `SELECT e.id, e.parent, ${attributes.map(valueOf).join(', ')} FROM entity e
     WHERE e.id > +? AND e.type = +? ORDER BY e.id LIMIT +?`,
    behind,
    entityTypes.indexOf(type),
    limit,
  )
}

/** The same of entities with these internal ids, in their order. */
export function readComparedOf(
  db: ReadableDb,
  attributes: readonly (Attribute | undefined)[],
  ids: readonly number[],
): ComparedRow[] {
  return db.tuples<ComparedRow>(
    `SELECT e.id, e.parent, ${attributes.map(valueOf).join(', ')} FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value`,
    JSON.stringify(ids),
  )
}

// Keys are letters, digits and underscores.
function valueOf(attribute: Attribute | undefined): string {
  if (!attribute) return 'NULL'
  if (!isReference(attribute)) return `e.attributes ->> '$.${attribute.key}'`
  return `(SELECT t.label FROM reference r JOIN entity t ON t.id = r.target
     WHERE r.source = e.id AND r.attribute = ${attribute.id} ORDER BY r.position LIMIT 1)`
}
