/**
 * The event records of the transaction that a connection is in. They are handed out after the commit only: what a rolled
 * back transaction or savepoint recorded is forgotten with it.
 */
import type { EventRecord } from '#shared/events.ts'

const recordsOf = new WeakMap<object, EventRecord[]>()

/** Notes a record for the listeners; called in the transaction that inserts the event. */
export function recordCommitted(tx: object, record: EventRecord): void {
  const records = recordsOf.get(tx)
  if (records) records.push(record)
  else recordsOf.set(tx, [record])
}

/** Returns the records of the transaction just committed on this connection, once. */
export function takeCommitted(tx: object): readonly EventRecord[] {
  const records = recordsOf.get(tx) ?? []
  recordsOf.delete(tx)
  return records
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
