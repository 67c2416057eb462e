import type { WritableDb } from '../database/database.ts'
import { IdentityClock } from '../database/identity-clock.ts'

function clockOf(tx: WritableDb): IdentityClock {
  return (tx.clock ??= loadClock(tx))
}

/** A clock that continues after every time and id in the file. */
function loadClock(tx: WritableDb): IdentityClock {
  const newest = tx.get<{ at: number | null }>(
    `SELECT max(at) AS at FROM (SELECT max(created_at) AS at FROM entity
       UNION ALL SELECT max(created_at) FROM event WHERE sequence = (SELECT max(sequence) FROM event))`,
  )?.at
  return new IdentityClock({ milliseconds: newest ?? 0, lastId: readLastId(tx) })
}

function readLastId(tx: WritableDb): number {
  const ids = tx.column<number | null>(
    `SELECT max(id) FROM entity UNION ALL SELECT max(id) FROM trashed_entity
     UNION ALL SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'last_entity_id'`,
  )
  return Math.max(0, ...ids.map((id) => id ?? 0))
}

export function takeInternalId(tx: WritableDb): number {
  return clockOf(tx).nextId()
}

/** Stores the last id: its entity may be deleted for good while events still name it. */
export function noteLastId(tx: WritableDb): void {
  tx.run("REPLACE INTO meta (key, value) VALUES ('last_entity_id', ?)", String(clockOf(tx).lastId))
}

/**
 * A new UUIDv7 and its time; both grow with every call on this file, so creation order is id order, events
 * included.
 */
export function nextIdentity(tx: WritableDb): { uuid: string; at: number } {
  const clock = clockOf(tx)
  const uuid = clock.nextUuid(Date.now())
  return { uuid, at: clock.milliseconds }
}
