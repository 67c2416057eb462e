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
  for (const old of eachFormerValue(db, since))
    for (const uuid of (Array.isArray(old) ? old : [old]).flatMap(toUuid))
      if (uuids.has(uuid)) released.add(uuid)
  return released
}

const storedFile = /files\/([0-9a-f]{64})\./g

/** The hashes of stored files that values named before a change since a time. */
export function listReplacedFiles(db: ReadableDb, since: number): ReadonlySet<string> {
  const hashes = new Set<string>()
  for (const old of eachFormerValue(db, since))
    if (typeof old === 'string') for (const [, hash = ''] of old.matchAll(storedFile)) hashes.add(hash)
  return hashes
}

/** The values before changes since a time, the newest first. */
function* eachFormerValue(db: ReadableDb, since: number): Generator {
  for (let behind: number | undefined = Number.MAX_SAFE_INTEGER; behind !== undefined;) {
    const rows: [number, number, StoredChanges][] = db.tuples(
      "SELECT sequence, created_at, iif(kind = 'entity.updated', changes, '[]') FROM event WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
      behind,
      atOnce,
    )
    for (const [, at, changes] of rows)
      if (at >= since && changes !== '[]') for (const { old } of readChanges(changes)) yield old
    const last = rows.at(-1)
    behind = rows.length < atOnce || !last || last[1] < since ? undefined : last[0]
  }
}

/** The id that a reference has in a change: it stands alone or in a stub. */
function toUuid(value: unknown): string[] {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' ? [id] : []
}
