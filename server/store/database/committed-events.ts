/**
 * The event records of the transaction that a connection is in. They are handed out after the commit only: what a rolled
 * back transaction or savepoint recorded is forgotten with it.
 */
import type { EventKind, EventRecord } from '#shared/events.ts'

/** An event whose record is made when somebody wants it: an import leaves thousands that nobody does. */
interface CommittedEvent {
  readonly kind: EventKind
  readonly toRecord: () => EventRecord
}

const recordsOf = new WeakMap<object, CommittedEvent[]>()

function recordsFor(tx: object): CommittedEvent[] {
  const known = recordsOf.get(tx)
  if (known) return known
  const records: CommittedEvent[] = []
  recordsOf.set(tx, records)
  return records
}

/** Notes an event for the listeners; called in the transaction that inserts it. */
export function recordCommitted(tx: object, event: CommittedEvent): void {
  recordsFor(tx).push(event)
}

/** Returns the records of the transaction just committed on this connection, once; of those kinds that are wanted. */
export function takeCommitted(tx: object, isWanted: (kind: EventKind) => boolean): readonly EventRecord[] {
  const records = recordsOf.get(tx) ?? []
  recordsOf.delete(tx)
  return records.filter(({ kind }) => isWanted(kind)).map(({ toRecord }) => toRecord())
}

/** Lists of what is yet to be written in the transaction that a connection is in. */
const listsOf = new WeakMap<object, readonly unknown[][]>()

/** Runs `fn`, during which a rollback takes from the lists what they were given since. */
export function losingOnRollback<T>(tx: object, lists: readonly unknown[][], fn: () => T): T {
  const others = listsOf.get(tx) ?? []
  listsOf.set(tx, [...others, ...lists])
  try {
    return fn()
  } finally {
    listsOf.set(tx, others)
  }
}

/** From now on every rollback takes from the lists what they were given since. */
export function alwaysLosing(tx: object, lists: readonly unknown[][]): void {
  listsOf.set(tx, [...(listsOf.get(tx) ?? []), ...lists])
}

/** Runs a transaction or savepoint; when it throws, what it recorded is forgotten. */
export function forgettingOnRollback<T>(tx: object, fn: () => T): T {
  const lists = [recordsFor(tx), ...(listsOf.get(tx) ?? [])]
  const lengths = lists.map(({ length }) => length)
  try {
    return fn()
  } catch (error) {
    lists.forEach((list, index) => (list.length = lengths[index] ?? 0))
    throw error
  }
}
