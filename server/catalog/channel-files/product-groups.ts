import type { ReadableDb } from '../../store/database/database.ts'
import { listKinships } from '../../store/tables/entities.ts'

/** The internal ids of a group: what stands at its top, and what of it can be sold. */
export interface ProductGroupIds {
  readonly root: number
  readonly items: readonly number[]
}

const chunk = 1000

/**
 * Puts products together with their relatives: whatever has variants is sold by them. Groups come in the order in which
 * their first member was asked for.
 */
export function groupProducts(db: ReadableDb, ids: readonly number[]): ProductGroupIds[] {
  const groups = new Map<number, number[]>()
  for (let start = 0; start < ids.length; start += chunk) {
    const some = listKinships(db, ids.slice(start, start + chunk))
    const roots = findRoots(db, some)
    for (const [id, , hasChildren] of some) {
      if (hasChildren) continue
      const root = roots.get(id) ?? id
      const items = groups.get(root)
      if (items) items.push(id)
      else groups.set(root, [id])
    }
  }
  return [...groups].map(([root, items]) => ({ root, items }))
}

/** What stands at the top of each group, found a generation at a time. */
function findRoots(
  db: ReadableDb,
  members: readonly (readonly [id: number, parent: number | null, n: number])[],
) {
  const above = new Map(members.map(([id, parent]) => [id, parent ?? id]))
  for (let open = true; open;) {
    const parents = new Map(
      listKinships(db, [...new Set(above.values())]).map(([id, parent]) => [id, parent]),
    )
    open = false
    for (const [id, at] of above) {
      const parent = parents.get(at) ?? null
      if (parent === null) continue
      above.set(id, parent)
      open = true
    }
  }
  return above
}
