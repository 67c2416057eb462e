import { existsSync } from 'node:fs'
import { displaced } from '#shared/workspace-file-error.ts'
import {
  type Database,
  openDatabase,
  type ReadableDb,
  beginReadTransaction,
  type ReadTransaction,
} from '../../store/database/database.ts'
import type { ReadGuard } from '#shared/interrupted.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { takeResults } from '../../store/quality/stored-results.ts'
import { takeIndexRequests } from '../../store/tables/indexes.ts'
import { readFilePath } from '../../store/file/copies.ts'

/**
 * Reads one consistent state of a workspace; its rows and statements must not be used once `fn` has
 * returned.
 */
export type ReadCatalog = <T>(fn: (db: ReadableDb) => T) => T

export type ReadOperation = (db: ReadableDb, input: unknown) => unknown

export interface CatalogReader {
  readonly read: <T>(fn: (db: ReadableDb) => T, guard?: ReadGuard) => T
  readonly takeIndexRequests: () => ReturnType<typeof takeIndexRequests>
  /** Results over the whole workspace found by the reads since the last call, to be stored in its file. */
  readonly takeResults: () => ReturnType<typeof takeResults>
  readonly close: () => void
}

export type FoundResults = NonNullable<ReturnType<CatalogReader['takeResults']>>

export type IndexRequests = NonNullable<ReturnType<CatalogReader['takeIndexRequests']>>

/** Opens the file of an open workspace. Throws WorkspaceFileError where it is gone. */
export function openToRead(file: string): Database {
  if (!existsSync(file)) throw displaced(file)
  return openDatabase(file, { readonly: true })
}

/**
 * A connection to a workspace file that opens with its first read, when the writer has checked and
 * migrated the file.
 */
export function openReader(file: string): CatalogReader {
  let database: Database | undefined
  return {
    read: (fn, guard) => (database ??= openToRead(file)).read(fn, guard),
    takeIndexRequests: () => database && takeIndexRequests(database.requests),
    takeResults: () => database && takeResults(database.requests),
    close: () => database?.close(),
  }
}

export type CatalogReadTransaction = ReadTransaction

export function openReadTransaction(read: ReadCatalog): CatalogReadTransaction {
  const { file, requests, role } = read((db) => ({
    file: readFilePath(db),
    requests: db.requests,
    role: db.hidden?.role,
  }))
  const { db, close } = beginReadTransaction(file, requests)
  return { db: viewFor(db, role), close }
}
