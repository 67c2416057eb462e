import type { EventRecord } from '#shared/events.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { readFilePath, openWorkspaceCopy } from '../../store/file/copies.ts'
import type { IndexName } from '../../store/database/writer-requests.ts'
import { makeIndex } from '../../store/tables/index-tables.ts'
import { takeIndexRequests } from '../../store/tables/indexes.ts'
import { newestSequence, visibleRecord } from '../../store/tables/events.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import type { ReadCatalog } from './reader.ts'

export interface TrialCopy {
  /** Ids grow, so this id and later ones exist only in the copy. */
  readonly firstNewId: string
  /** The newest event of the workspace that was copied. */
  readonly newest: number
  readonly read: ReadCatalog
  readonly write: <T>(fn: (tx: WritableDb) => T) => T
  readonly makeIndexes: (names: readonly IndexName[]) => void
  readonly takeCommitted: () => readonly EventRecord[]
  readonly discard: () => void
}

/**
 * Copies the present state of the workspace that `read` reads; replaces the remains of an earlier copy at
 * `target`.
 */
export async function openTrialCopy(read: ReadCatalog, target: string): Promise<TrialCopy> {
  const [path, role] = read((db) => [readFilePath(db), db.hidden?.role] as const)
  const { database, discard } = await openWorkspaceCopy(path, target)
  return {
    newest: database.read(newestSequence),
    firstNewId: database.write((tx) => nextIdentity(tx).uuid),
    read: (fn) => database.read((db) => fn(viewFor(db, role))),
    write: (fn) =>
      database.write((tx) => {
        // No job makes the indexes that writes to a copy request.
        makeIndexes(tx, takeIndexRequests(database.requests)?.indexes ?? [])
        return fn(tx)
      }),
    makeIndexes: (names) => database.write((tx) => makeIndexes(tx, names)),
    takeCommitted: () => {
      const events = database.takeCommitted()
      if (role === undefined) return events
      return database.read((db) => events.map((event) => visibleRecord(viewFor(db, role), event)))
    },
    discard,
  }
}

function makeIndexes(tx: WritableDb, names: readonly IndexName[]): void {
  for (const name of names) makeIndex(tx, name)
}
