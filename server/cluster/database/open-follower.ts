import { type WriteOperation, type CatalogWriter, writerOf } from '../../catalog/connections/writer.ts'
import type { OperationName } from '../../catalog/operations.ts'
import type { StepState } from './batch-feed.ts'
import type { DatabaseCluster } from './cluster-file.ts'
import { bind, callWith, type OpenRole, type ThreadWork } from '../../threads/roles.ts'
import type { ThreadStart } from '../../threads/channel.ts'
import { startLink } from '../../threads/thread.ts'
import { existsSync } from 'node:fs'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { isLeftBehind } from './cluster-state.ts'
import { type ClusterState, readClusterState } from '../../store/file/cluster-tables.ts'
import { latestVersion, workspaceFormat } from '../../store/file/migrate.ts'
import { openWorkspaceFile } from '../../store/file/workspace-file.ts'
import { dropOrphanedIndexes } from '../../store/tables/index-tables.ts'
import { Link, type StartLink } from './link.ts'

/**
 * The copy of a workspace on a server that does not write. It applies the batches that the server that writes passes on, each in one
 * transaction, as the nodes do. A batch that was made on another state than that of the copy fails by the compare-and-set that it begins with.
 */

export interface FollowedCopy {
  readonly writer: CatalogWriter
  readonly state: () => ClusterState | undefined
  /** Applies one batch. Throws where it was made on another state. */
  readonly apply: (body: string) => void
  readonly fetch: () => ClusterState | undefined
}

export interface FollowOptions {
  readonly cluster: DatabaseCluster
  readonly startLink: StartLink
  readonly backupFolder?: string | undefined
}

const patienceMs = 5000

/** Opens the copy, fetching it where there is none. Throws WorkspaceFileError where the cluster cannot be asked, or holds another version or another database. */
export async function openFollowedCopy(
  file: string,
  { cluster, startLink, backupFolder }: FollowOptions,
): Promise<FollowedCopy> {
  const link = new Link(cluster, startLink)
  try {
    const held = originIn(link)
    if (!existsSync(file)) link.call('fetch', { file })
    const opened = await openWorkspaceFile(file, { backupFolder })
    const { database } = opened
    // The cluster still has what this disk loses in a crash.
    database.sqlite.pragma('synchronous = NORMAL')
    const state = () => database.read(readClusterState)
    if (state()?.origin !== held) {
      opened.close()
      throw cannotFollow(`${file} is no copy of what the cluster holds.`)
    }
    const writer = writerOf(opened, file)
    return {
      writer: {
        ...writer,
        close() {
          writer.close()
          link.close()
        },
      },
      state,
      apply: (body) => database.write((tx) => takeStep(tx, body)),
      fetch() {
        originIn(link)
        link.call('fetch', { file })
        return state()
      },
    }
  } catch (error) {
    link.close()
    throw error
  }
}

/**
 * Returns the origin of the cluster's content. Throws unless its schema is of this program's version: both
 * servers must be of one version.
 */
function originIn(link: Link): string {
  const content = link.call('look', { patienceMs })
  if (content.kind !== 'workspace' || isLeftBehind(content.state))
    throw cannotFollow('The cluster does not hold the workspace, or most of its nodes do not answer.')
  if (content.version !== latestVersion(workspaceFormat))
    throw cannotFollow('The server that writes is of another version of Vitrine.')
  return content.state.origin
}

function cannotFollow(sentence: string): WorkspaceFileError {
  return new WorkspaceFileError('unreadable', sentence)
}

function takeStep(tx: WritableDb, body: string): void {
  const statements: [text: string, ...params: unknown[]][] = JSON.parse(body, asSent)
  let changesTables = false
  for (const [text, ...params] of statements) {
    changesTables ||= definition.test(text)
    if (params.length === 0) tx.exec(text)
    else if (giving.test(text)) tx.all(text, ...params)
    else tx.run(text, ...params)
  }
  // Indexes belong to each copy, so no batch drops those whose table it has dropped.
  if (changesTables) dropOrphanedIndexes(tx)
}

const definition = /^\s*(?:CREATE|DROP|ALTER)\b/i
const giving = /\bRETURNING\b/i
const whole = /^-?\d+$/

/**
 * Turns numbers without a fraction into BigInts: a node binds them as integers, better-sqlite3 only as
 * BigInt.
 */
function asSent(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const digits = context?.source ?? ''
  return typeof value === 'number' && whole.test(digits) ? BigInt(digits) : value
}

export interface CopyOperations {
  stateOfCopy(input: object): StepState | undefined
  takeStep(input: { readonly body: string }): void
  fetchCopy(input: object): StepState | undefined
}

/** Writes to this copy that its cluster never gets. */
const ownWrites: ReadonlySet<string> = new Set<OperationName>([
  'beginToIndex',
  'indexRows',
  'finishIndexing',
  'giveUpIndexing',
  'advanceSearch',
  'storeResults',
])

export async function openFollower(
  { file, backupFolder, commits }: ThreadStart,
  cluster: DatabaseCluster,
  work: ThreadWork,
): Promise<OpenRole> {
  const { writeOperations } = await work.operations()
  const { writer, state, apply, fetch } = await openFollowedCopy(file, { cluster, startLink, backupFolder })
  const noted = <T>(value: T): T => {
    if (commits) Atomics.add(commits, 0, 1)
    return value
  }
  const own = Object.fromEntries(Object.entries(writeOperations).filter(([name]) => ownWrites.has(name)))
  const run = (operation: WriteOperation, input: unknown) => noted(writer.write((tx) => operation(tx, input)))
  const following: CopyOperations = {
    stateOfCopy: () => state(),
    takeStep: ({ body }) => noted(apply(body)),
    fetchCopy: () => noted(fetch()),
  }
  const { isInPlace, saveCopy } = writer
  const ofFile = { isInPlace, saveCopy: ({ target }: { target: string }) => saveCopy(target) }
  return {
    operations: new Map([...bind(own, run), ...bind({ ...ofFile, ...following }, callWith)]),
    close: () => writer.close(),
  }
}
