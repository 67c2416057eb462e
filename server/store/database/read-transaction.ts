import { limitPagesKept, openDatabase, type ReadableDb } from './database.ts'
import type { WriterRequests } from './writer-requests.ts'

/** A read transaction that stays open: one consistent state of a workspace file (a WAL snapshot). */
export interface ReadTransaction {
  readonly db: ReadableDb
  readonly close: () => void
}

/** Begins a read transaction on a connection of its own, whose requests somebody else passes on; writes that commit meanwhile are not seen. */
export function beginReadTransaction(file: string, requests: WriterRequests): ReadTransaction {
  const database = openDatabase(file, { readonly: true, requests })
  try {
    limitPagesKept(database.sqlite)
    return { db: database.hold(), close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}
