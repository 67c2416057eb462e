/** UUIDs and internal ids of entities and events: both grow, so that the order of creation is the order of ids. */
import { randomBytes } from 'node:crypto'
import type { WritableDb } from '../database/database.ts'

/** Holds the last internal id too: an id is never used twice, because the trash and events still refer to it. */
interface EntityClock extends IdClock {
  lastId: number
}

const clocks = new WeakMap<WritableDb, EntityClock>()

function loadClock(tx: WritableDb): EntityClock {
  let clock = clocks.get(tx)
  if (!clock) {
    const newest = tx.get<{ at: number | null }>(
      `SELECT max(at) AS at FROM (SELECT max(created_at) AS at FROM entity
         UNION ALL SELECT max(created_at) FROM event WHERE sequence = (SELECT max(sequence) FROM event))`,
    )?.at
    clock = { milliseconds: newest ?? 0, counter: 0xfff, lastId: readLastId(tx) }
    clocks.set(tx, clock)
  }
  return clock
}

function readLastId(tx: WritableDb): number {
  const ids = tx.column<number | null>(
    `SELECT max(id) FROM entity UNION ALL SELECT max(id) FROM trashed_entity
     UNION ALL SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'last_entity_id'`,
  )
  return Math.max(0, ...ids.map((id) => id ?? 0))
}

/** The next internal id of an entity. */
export function takeInternalId(tx: WritableDb): number {
  return (loadClock(tx).lastId += 1)
}

/** Notes the last id given away, which may be that of an entity about to be removed for good: events go on to name it. */
export function noteLastId(tx: WritableDb): void {
  tx.run("REPLACE INTO meta (key, value) VALUES ('last_entity_id', ?)", String(loadClock(tx).lastId))
}

/** A new UUIDv7 and its time; both grow with every call on this file, so creation order is id order, events included. */
export function nextIdentity(tx: WritableDb): { uuid: string; at: number } {
  const clock = loadClock(tx)
  const uuid = nextUuid(clock, Date.now())
  return { uuid, at: clock.milliseconds }
}

/** A point in creation order: milliseconds and a counter within them. Later ones are always greater. */
interface IdClock {
  milliseconds: number
  counter: number
}

const maxCounter = 0xfff

/** The next UUIDv7, greater than every one made with this clock before, even when the computer's clock went back. */
export function nextUuid(clock: IdClock, now: number): string {
  if (now > clock.milliseconds) {
    clock.milliseconds = now
    clock.counter = 0
  } else if (clock.counter < maxCounter) {
    clock.counter += 1
  } else {
    clock.milliseconds += 1
    clock.counter = 0
  }
  return format(clock)
}

let [formatted, prefix] = [0, '']

function format({ milliseconds, counter }: IdClock): string {
  if (milliseconds !== formatted) {
    const time = milliseconds.toString(16).padStart(12, '0')
    formatted = milliseconds
    prefix = `${time.slice(0, 8)}-${time.slice(8)}`
  }
  const random = randomTail()
  const variant = '89ab'[random.charCodeAt(0) & 3]
  return `${prefix}-7${counter.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
}

// One call for random bytes costs more than the rest together: take them for 256 ids at a time.
const [idsOfPool, digitsOfId] = [256, 16]
let pool = ''
let taken = 0

function randomTail(): string {
  if (taken === pool.length) {
    pool = randomBytes((idsOfPool * digitsOfId) / 2).toString('hex')
    taken = 0
  }
  taken += digitsOfId
  return pool.slice(taken - digitsOfId, taken)
}
