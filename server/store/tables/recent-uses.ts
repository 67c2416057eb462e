import type { ReadableDb } from '../database/database.ts'
import { readChanges, type StoredChanges } from './events.ts'

const atOnce = 5000

/** Those of some entities, by UUID, that an entity referred to before a change since a time. */
export function listReleasedSince(
  db: ReadableDb,
  since: number,
  uuids: ReadonlySet<string>,
): ReadonlySet<string> {
  const released = new Set<string>()
  if (uuids.size === 0) return released
  for (let behind: number | undefined = Number.MAX_SAFE_INTEGER; behind !== undefined;) {
    const rows: [number, number, StoredChanges][] = db.tuples(
      "SELECT sequence, created_at, iif(kind = 'entity.updated', changes, '[]') FROM event WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
      behind,
      atOnce,
    )
    for (const [, at, changes] of rows)
      if (at >= since) for (const uuid of releasedBy(changes)) if (uuids.has(uuid)) released.add(uuid)
    const last = rows.at(-1)
    behind = rows.length < atOnce || !last || last[1] < since ? undefined : last[0]
  }
  return released
}

function releasedBy(changes: StoredChanges): string[] {
  if (changes === '[]') return []
  return readChanges(changes).flatMap(({ old }) => (Array.isArray(old) ? old : [old]).flatMap(toUuid))
}

/** The id that a reference has in a change: it stands alone or in a stub. */
function toUuid(value: unknown): string[] {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' ? [id] : []
}
