import { openDatabase, type ReadableDb } from './database.ts'

/** A read transaction that stays open: one consistent state of a workspace file (a WAL snapshot). */
export interface ReadTransaction {
  readonly db: ReadableDb
  readonly close: () => void
}

/** Begins a read transaction on a connection of its own; writes that commit meanwhile are not seen. */
export function beginReadTransaction(file: string): ReadTransaction {
  const database = openDatabase(file, { readonly: true })
  try {
    // Everything is read once: pages that are kept, or mapped, would only count as memory of the process.
    database.sqlite.pragma('mmap_size = 0')
    database.sqlite.pragma('cache_size = -8192')
    return { db: database.hold(), close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}
