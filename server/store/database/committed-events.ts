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

/** Notes an event for the listeners; called in the transaction that inserts it. */
export function recordCommitted(tx: object, event: CommittedEvent): void {
  const records = recordsOf.get(tx)
  if (records) records.push(event)
  else recordsOf.set(tx, [event])
}

/** Returns the records of the transaction just committed on this connection, once; of those kinds that are wanted. */
export function takeCommitted(tx: object, isWanted: (kind: EventKind) => boolean): readonly EventRecord[] {
  const records = recordsOf.get(tx) ?? []
  recordsOf.delete(tx)
  return records.filter(({ kind }) => isWanted(kind)).map(({ toRecord }) => toRecord())
}

/** Lists of what is yet to be written in the transaction that a connection is in. */
const listsOf = new WeakMap<object, unknown[]>()

/** Lets a list lose with a rollback what it was given since; undefined when there is none any more. */
export function forgetOnRollback(tx: object, list: unknown[] | undefined): void {
  if (list) listsOf.set(tx, list)
  else listsOf.delete(tx)
}

/** Runs a transaction or savepoint; when it throws, what it recorded is forgotten. */
export function forgettingOnRollback<T>(tx: object, fn: () => T): T {
  const [records, list] = [recordsOf.get(tx)?.length ?? 0, listsOf.get(tx)?.length ?? 0]
  try {
    return fn()
  } catch (error) {
    shorten(recordsOf.get(tx), records)
    shorten(listsOf.get(tx), list)
    throw error
  }
}

function shorten(list: unknown[] | undefined, length: number): void {
  if (list) list.length = length
}
