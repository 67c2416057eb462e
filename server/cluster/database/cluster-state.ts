/**
 * What a copy of a workspace knows of the cluster that it belongs to: two tables that the cluster has as
 * well. They are no part of the format of workspaces; a file without them has never been in a cluster.
 */
import {
  type ReadableDb,
  type WritableDb,
  type Database,
  openDatabase,
} from '../../store/database/database.ts'
import { existsSync, renameSync } from 'node:fs'
import {
  type ClusterState,
  clusterTables,
  readClusterState,
  writerTable,
} from '../../store/file/cluster-tables.ts'
import { newer } from '#shared/workspace-file-error.ts'
import { copyDatabase, removeDatabase, syncFile } from '../../store/file/backup.ts'
import {
  type FileFormat,
  latestVersion,
  workspaceFormat,
  migrateDatabase,
  type MigrateOptions,
  userVersion,
} from '../../store/file/migrate.ts'

/** Copies in the same state have the same content. */
export function isSameState(one: ClusterState, other: ClusterState): boolean {
  return one.origin === other.origin && one.sequence === other.sequence && one.digest === other.digest
}

/** A statement that a step from one state to the next begins with. */
export type HeadStatement = readonly [text: string, ...params: (string | number)[]]

/** How many transactions back a cluster can be asked for by the id of a request. */
export const maxRequests = 10_000

const leftBehindMark = 'moved:'

/** Whether a workspace has moved on from where this is. */
export function isLeftBehind({ origin }: ClusterState): boolean {
  return origin.startsWith(leftBehindMark)
}

/** Marks what a database of a cluster holds as left behind, by giving it a state that no copy is in. */
export function leavingStatement(from: ClusterState): HeadStatement {
  return [
    `UPDATE cluster_state SET origin = '${leftBehindMark}' || origin,
       sequence = CASE WHEN sequence = ? AND digest = ? THEN sequence + 1 END, digest = 'moved'`,
    from.sequence,
    from.digest,
  ]
}

/**
 * Who may write to a database of a cluster: one row, which the cluster has and copies do without. Each server
 * that takes it begins a new term, and moves the database on, so that what an earlier one had under way is
 * stale.
 */

/** The row as it stands in the cluster. */
export interface LeaseRow {
  /** Each server that takes the lease counts it up. */
  readonly term: number
  /** The holder counts it up for as long as it lives. */
  readonly beat: number
  /** The server that has it; null where it was given back. */
  readonly holder: string | null
  /** One run of that server. */
  readonly run: string | null
  /** How other servers connect to the holder; null where none is to. */
  readonly door: string | null
}

export const selectLease = 'SELECT term, beat, holder, run, door FROM cluster_lease'

/** Writes the row into a file that is to take the place of what a cluster holds. */
function writeLease(tx: WritableDb, { term, beat, holder, run, door }: LeaseRow): void {
  tx.exec(writerTable)
  tx.run('DELETE FROM cluster_lease')
  tx.run(
    'INSERT INTO cluster_lease (one, term, beat, holder, run, door) VALUES (1, ?, ?, ?, ?, ?)',
    term,
    beat,
    holder,
    run,
    door,
  )
}

/**
 * Copies of a workspace that a cluster has as well. What a copy makes for itself (indexes, search tables and
 * how far those are) stays out of the cluster and is made again where it is missing.
 */

/** Notes in a copy which state of the cluster it is in. */
export function writeClusterState(tx: WritableDb, { origin, sequence, digest }: ClusterState): void {
  tx.unreplicated(() => {
    tx.exec(clusterTables)
    tx.run('INSERT INTO cluster_state (origin, sequence, digest) VALUES (?, ?, ?)', origin, sequence, digest)
  })
}

/**
 * The state of a copy; a file that has never been in a cluster gets an origin, by which it is known once it
 * is.
 */
export function noteOrigin(tx: WritableDb, origin: string): ClusterState {
  const own = readClusterState(tx)
  if (own) return own
  const state = { origin, sequence: 0, digest: '' }
  writeClusterState(tx, state)
  return state
}

/** Takes the step from one state to the next in a copy that has just run what the step consists of. */
export function advanceClusterState(tx: WritableDb, head: readonly HeadStatement[]): void {
  tx.unreplicated(() => {
    for (const [text, ...params] of head) tx.run(text, ...params)
  })
}

/** Brings what a cluster has given to the version of this program; true where that was older. */
export async function migrateCopy(
  database: Database,
  options: MigrateOptions,
  format: FileFormat = workspaceFormat,
): Promise<boolean> {
  if (userVersion(database.sqlite) >= latestVersion(format)) return false
  await migrateDatabase(database, format, options)
  return true
}

/** What a cluster needs besides the content of a file. */
interface ClusterFileOptions {
  readonly state: ClusterState
  readonly lease: LeaseRow
  readonly format: FileFormat
}

/** Makes a file, in the form that nodes take, of what a cluster is to have of one of ours that is open. */
export async function makeClusterFile(
  file: string,
  target: string,
  { state, lease, format }: ClusterFileOptions,
): Promise<void> {
  removeDatabase(target)
  const source = openDatabase(file, { readonly: true })
  try {
    await copyDatabase(source, target)
  } finally {
    source.close()
  }
  const copy = openDatabase(target)
  try {
    copy.sqlite.pragma('synchronous = OFF')
    copy.write((tx) => {
      for (const { type, name } of ofThisCopy(tx)) tx.exec(`DROP ${type} IF EXISTS ${name}`)
      if (format === workspaceFormat) tx.run("DELETE FROM meta WHERE key GLOB 'search_[0-9]'")
      writeClusterState(tx, state)
      writeLease(tx, lease)
      tx.run('DELETE FROM cluster_request')
    })
    copy.sqlite.exec('VACUUM')
    copy.sqlite.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** What a copy has made for itself: triggers before the tables that they write to. */
function ofThisCopy(tx: WritableDb): { type: string; name: string }[] {
  return tx.all(
    `SELECT type, name FROM sqlite_schema WHERE (type = 'trigger' AND name GLOB 'index_*')
       OR (type = 'table' AND (name GLOB 'index_*' OR name = 'kept_result' OR name GLOB 'search_[0-9]' OR name GLOB 'search_[0-9]_words'
         OR name GLOB 'search_[0-9]_pairs' OR name GLOB 'search_[0-9]_endings'))
     ORDER BY type DESC`,
  )
}

/**
 * Puts what a node has given of its database in the place of what a copy holds; whoever reads the copy goes
 * on with what it was, and then reads what it is. Makes the copy where there is none.
 */
export async function replaceContent(
  source: string,
  file: string,
  format: FileFormat = workspaceFormat,
): Promise<void> {
  const given = openDatabase(source)
  try {
    if (userVersion(given.sqlite) > latestVersion(format)) throw newer(file, format.name)
    // The database may be of another workspace or of another program.
    given.sqlite.pragma(`application_id = ${format.applicationId}`)
    if (existsSync(file)) return await copyDatabase(given, file)
    await makeCopy(given, file)
  } finally {
    given.close()
    removeDatabase(source)
  }
}

async function makeCopy(given: Database, file: string): Promise<void> {
  const partial = `${file}.partial`
  removeDatabase(partial)
  await copyDatabase(given, partial)
  openDatabase(partial).close()
  syncFile(partial)
  renameSync(partial, file)
}

/**
 * Notes that a copy does not hold what its cluster does: it is made equal before the next write, at the
 * latest when it is opened.
 */
export function markDifferent(tx: WritableDb): void {
  tx.unreplicated(() => tx.run("UPDATE cluster_state SET digest = 'different'"))
}

/** Whether the copy is one of an earlier time that is to take the place of what the cluster holds. */
export function isToReplace(db: ReadableDb): boolean {
  return (
    readClusterState(db) !== undefined && db.column<number>('SELECT replaces FROM cluster_state')[0] === 1
  )
}
