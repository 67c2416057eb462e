import { existsSync } from 'node:fs'
import { displaced } from '#shared/workspace-file-error.ts'
import { type Database, openDatabase, type ReadableDb } from '../../store/database/database.ts'
import type { ReadGuard } from '#shared/interrupted.ts'
import { takeResults } from '../../store/quality/stored-results.ts'
import { takeIndexRequests } from '../../store/tables/indexes.ts'

/** Reads one consistent state of a workspace; nothing of it may be used when `fn` has returned. */
export type ReadCatalog = <T>(fn: (db: ReadableDb) => T) => T

export type ReadOperation = (db: ReadableDb, input: unknown) => unknown

export interface CatalogReader {
  /** Throws InterruptedRead where the guard ends the read. */
  readonly read: <T>(fn: (db: ReadableDb) => T, guard?: ReadGuard) => T
  readonly takeIndexRequests: () => ReturnType<typeof takeIndexRequests>
  /** Results over the whole workspace that the reads since the last call found, to be stored in its file. */
  readonly takeResults: () => ReturnType<typeof takeResults>
  readonly close: () => void
}

export type FoundResults = NonNullable<ReturnType<CatalogReader['takeResults']>>

export type IndexRequests = NonNullable<ReturnType<CatalogReader['takeIndexRequests']>>

/** Opens the file of a workspace that is open. Throws WorkspaceFileError where it is not there any more. */
export function openToRead(file: string): Database {
  if (!existsSync(file)) throw displaced(file)
  return openDatabase(file, { readonly: true })
}

/** A connection to a workspace file that opens with its first read: by then the writer has checked and migrated the file. */
export function openReader(file: string): CatalogReader {
  let database: Database | undefined
  return {
    read: (fn, guard) => (database ??= openToRead(file)).read(fn, guard),
    takeIndexRequests: () => database && takeIndexRequests(database.requests),
    takeResults: () => database && takeResults(database.requests),
    close: () => database?.close(),
  }
}
