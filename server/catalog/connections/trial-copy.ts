import type { EventRecord } from '#shared/events.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { readFilePath, openWorkspaceCopy } from '../../store/file/copies.ts'
import type { IndexName } from '../../store/database/writer-requests.ts'
import { makeIndex } from '../../store/tables/index-tables.ts'
import { takeIndexRequests } from '../../store/tables/indexes.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import type { ReadCatalog } from './reader.ts'

export interface TrialCopy {
  /** Ids grow, so a later id than this exists only in the copy. */
  readonly firstNewId: string
  readonly read: ReadCatalog
  readonly write: <T>(fn: (tx: WritableDb) => T) => T
  readonly makeIndexes: (names: readonly IndexName[]) => void
  /** The events of what has been written since the last call. */
  readonly takeCommitted: () => readonly EventRecord[]
  readonly discard: () => void
}

/** Copies the workspace that `read` reads, as it is now; what is left of an earlier copy at `target` is replaced. */
export async function openTrialCopy(read: ReadCatalog, target: string): Promise<TrialCopy> {
  const { database, discard } = await openWorkspaceCopy(read(readFilePath), target)
  return {
    firstNewId: database.write((tx) => nextIdentity(tx).uuid),
    read: (fn) => database.read(fn),
    write: (fn) =>
      database.write((tx) => {
        // No job makes the indexes that the writes of a copy ask for.
        makeIndexes(tx, takeIndexRequests(database.requests)?.indexes ?? [])
        return fn(tx)
      }),
    makeIndexes: (names) => database.write((tx) => makeIndexes(tx, names)),
    takeCommitted: () => database.takeCommitted(),
    discard,
  }
}

/** At once: nobody waits for a copy. */
function makeIndexes(tx: WritableDb, names: readonly IndexName[]): void {
  for (const name of names) makeIndex(tx, name)
}
