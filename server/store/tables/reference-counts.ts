import type { ReadableDb } from '../database/database.ts'

/** How many entities refer to something, and how many do to it or to anything below it. */
export interface ReferenceCount {
  readonly own: number
  readonly total: number
}

/** By internal id of the target, what refers to it by an attribute; an entity that refers to several below counts once. */
export function countReferences(db: ReadableDb, attribute: number): ReadonlyMap<number, ReferenceCount> {
  const rows = db.all<ReferenceCount & { target: number }>(
    `WITH RECURSIVE up (target, top) AS (
       SELECT DISTINCT target, target FROM reference WHERE attribute = ?
       UNION SELECT up.target, e.parent FROM up JOIN entity e ON e.id = up.top WHERE e.parent IS NOT NULL)
     SELECT up.top AS target, count(DISTINCT r.source) AS total,
       count(DISTINCT CASE WHEN up.target = up.top THEN r.source END) AS own
     FROM up CROSS JOIN reference r ON r.target = up.target AND r.attribute = ? GROUP BY up.top`,
    attribute,
    attribute,
  )
  return new Map(rows.map(({ target, own, total }) => [target, { own, total }]))
}
