/** What refers to entities that are merged into another one, and what lies below them. */
import type { ReadableDb } from '../database/database.ts'

// References between merged entities are left out: they go to the trash together.
const ofMerged = `FROM json_each(?) j CROSS JOIN reference r ON r.target = j.value
   WHERE r.source NOT IN (SELECT value FROM json_each(?)) AND r.attribute IN (SELECT id FROM attribute)`

/** At most `limit` entities that refer to any of the merged ones and are none of them. */
export function listSourcesOf(db: ReadableDb, merged: readonly number[], limit: number): number[] {
  const ids = JSON.stringify(merged)
  return db.column<number>(`SELECT DISTINCT r.source ${ofMerged} ORDER BY r.source LIMIT +?`, ids, ids, limit)
}

/** How often others refer to the merged ones. */
export function countReferencesTo(db: ReadableDb, merged: readonly number[]): number {
  const ids = JSON.stringify(merged)
  return db.column<number>(`SELECT count(*) ${ofMerged}`, ids, ids)[0] ?? 0
}

/** At most `limit` entities directly below the merged ones that are neither merged nor kept. */
export function listChildrenOf(
  db: ReadableDb,
  { keep, merge }: { readonly keep: number; readonly merge: readonly number[] },
  limit: number,
): number[] {
  const ids = JSON.stringify(merge)
  return db.column<number>(
    `SELECT e.id FROM json_each(?) j CROSS JOIN entity e ON e.parent = j.value
     WHERE e.id NOT IN (SELECT value FROM json_each(?)) AND e.id <> ? ORDER BY e.id LIMIT +?`,
    ids,
    ids,
    keep,
    limit,
  )
}
