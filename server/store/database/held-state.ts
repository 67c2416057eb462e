import { openDatabase, type ReadableDb } from './database.ts'

/** One state of a workspace file, held for as long as somebody reads it. */
export interface HeldState {
  readonly db: ReadableDb
  readonly close: () => void
}

/** Holds the state of the file as it is now on a connection of its own; writes go on meanwhile and are not seen. */
export function holdState(file: string): HeldState {
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
