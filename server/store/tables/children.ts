import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'

/** How many children of a type some entities have, by internal id; one without any is missing. */
export function countChildren(
  db: ReadableDb,
  type: EntityType,
  ids: readonly number[],
): ReadonlyMap<number, number> {
  const rows = db.all<{ parent: number; count: number }>(
    `SELECT e.parent, count(*) AS count FROM json_each(?) j CROSS JOIN entity e ON e.parent = j.value AND e.type = ? GROUP BY e.parent`,
    JSON.stringify(ids),
    entityTypes.indexOf(type),
  )
  return new Map(rows.map(({ parent, count }) => [parent, count]))
}
