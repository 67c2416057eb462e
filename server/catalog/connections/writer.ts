import { isMainThread } from 'node:worker_threads'
import type { EventKind, EventRecord } from '#shared/events.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { dropOrphanedIndexes } from '../../store/tables/index-tables.ts'
import { takeIndexRequests } from '../../store/tables/indexes.ts'
import { message } from '#shared/messages/message.ts'
import { unavailable } from '../errors.ts'
import { type FenceMemory, isFenceOpen, waitForReplica } from './write-fence.ts'
import { displaced } from '#shared/workspace-file-error.ts'
import { backUpDatabase, removeDatabase } from '../../store/file/backup.ts'
import { openWorkspaceFile, type OwnedFile, createWorkspaceFile } from '../../store/file/workspace-file.ts'

export type WriteOperation = (tx: WritableDb, input: unknown) => unknown

export interface CatalogWriter {
  /** Runs `fn` in one transaction: all of its writes are durable when this returns, none when it throws. */
  readonly write: <T>(fn: (tx: WritableDb) => T, isAwaited?: () => boolean) => T
  readonly takeCommitted: (isTaken: (kind: EventKind) => boolean) => readonly EventRecord[]
  readonly takeIndexRequests: () => ReturnType<typeof takeIndexRequests>
  readonly uncleanEnd: boolean
  /** Whether the name of the file still leads to the open file; nothing is written where it does not. */
  readonly isInPlace: () => boolean
  readonly saveCopy: (target: string) => Promise<void>
  readonly close: () => void
  readonly opened: OwnedFile
  readonly home?: {
    readonly equalize: () => void
    readonly leave: () => void
  }
}

/** Checks a workspace file, migrates it and opens it for writing by this process alone. Throws WorkspaceFileError. */
export async function openWriter(
  file: string,
  {
    fence,
    ...options
  }: NonNullable<Parameters<typeof openWorkspaceFile>[1]> & { readonly fence?: FenceMemory | undefined },
): Promise<CatalogWriter> {
  const opened = await openWorkspaceFile(file, options)
  if (!fence) return writerOf(opened, file)
  const writer = writerOf(opened, file, () => requireOpen(fence))
  // A writer on the thread that follows the replica would keep it from doing so.
  if (isMainThread) return writer
  return {
    ...writer,
    write: (fn, isAwaited) => {
      if (!waitForReplica(fence)) throw unavailable(message('server.replica_late'))
      return writer.write(fn, isAwaited)
    },
  }
}

/** The last moment at which a change can be undone. */
function requireOpen(fence: FenceMemory): void {
  if (!isFenceOpen(fence)) throw unavailable(message('server.fenced'))
}

export function writerOf(
  opened: OwnedFile,
  file: string,
  beforeCommit?: (tx: WritableDb) => void,
): CatalogWriter {
  const { database, uncleanEnd } = opened
  database.write(dropOrphanedIndexes)
  return {
    write: (fn, isAwaited) =>
      database.write((tx) => {
        const value = fn(tx)
        // A commit is acknowledged only while the file is where its owner knows it.
        if (!opened.isInPlace()) throw displaced(file)
        beforeCommit?.(tx)
        return value
      }, isAwaited),
    isInPlace: () => opened.isInPlace(),
    saveCopy: (target) => backUpDatabase(database, target),
    takeCommitted: (isTaken) => database.takeCommitted(isTaken),
    takeIndexRequests: () => takeIndexRequests(database.requests),
    uncleanEnd,
    opened,
    close: () => opened.close(),
  }
}

export type Transaction = WritableDb
export type Write = <T>(fn: (tx: WritableDb) => T) => T

export async function makeWorkspace<T>(file: string, fill: (write: Write) => Promise<T>): Promise<T> {
  createWorkspaceFile(file)
  try {
    const opened = await openWorkspaceFile(file)
    try {
      return await fill((fn) => {
        const value = opened.database.write(fn)
        // Nothing listens yet, and the events would stay in memory.
        opened.database.takeCommitted()
        return value
      })
    } finally {
      opened.close()
    }
  } catch (error) {
    removeDatabase(file)
    throw error
  }
}
