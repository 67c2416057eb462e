/**
 * The cluster that a copy of a workspace belongs to: two tables that the cluster has as well. They are no
 * part of the format; a file without them has never been in a cluster.
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

export function isSameState(one: ClusterState, other: ClusterState): boolean {
  return one.origin === other.origin && one.sequence === other.sequence && one.digest === other.digest
}

export type HeadStatement = readonly [text: string, ...params: (string | number)[]]

export const maxRequests = 10_000

const leftBehindMark = 'moved:'

export function isLeftBehind({ origin }: ClusterState): boolean {
  return origin.startsWith(leftBehindMark)
}

/** Marks the database of a cluster as left by a state that no copy has. */
export function leavingStatement(from: ClusterState): HeadStatement {
  return [
    `UPDATE cluster_state SET origin = '${leftBehindMark}' || origin,
       sequence = CASE WHEN sequence = ? AND digest = ? THEN sequence + 1 END, digest = 'moved'`,
    from.sequence,
    from.digest,
  ]
}

export interface LeaseRow {
  readonly term: number
  readonly beat: number
  readonly holder: string | null
  readonly run: string | null
  readonly door: string | null
}

export const selectLease = 'SELECT term, beat, holder, run, door FROM cluster_lease'

function writeLease(tx: WritableDb, { term, beat, holder, run, door: listener }: LeaseRow): void {
  tx.exec(writerTable)
  tx.run('DELETE FROM cluster_lease')
  tx.run(
    'INSERT INTO cluster_lease (one, term, beat, holder, run, door) VALUES (1, ?, ?, ?, ?, ?)',
    term,
    beat,
    holder,
    run,
    listener,
  )
}

export function writeClusterState(tx: WritableDb, { origin, sequence, digest }: ClusterState): void {
  tx.unreplicated(() => {
    tx.exec(clusterTables)
    tx.run('INSERT INTO cluster_state (origin, sequence, digest) VALUES (?, ?, ?)', origin, sequence, digest)
  })
}

/** The state of a copy; a file without one gets an origin, by which a cluster knows it later. */
export function noteOrigin(tx: WritableDb, origin: string): ClusterState {
  const own = readClusterState(tx)
  if (own) return own
  const state = { origin, sequence: 0, digest: '' }
  writeClusterState(tx, state)
  return state
}

export function advanceClusterState(tx: WritableDb, head: readonly HeadStatement[]): void {
  tx.unreplicated(() => {
    for (const [text, ...params] of head) tx.run(text, ...params)
  })
}

/** Migrates content from a cluster to the version of this program; true where it was older. */
export async function migrateCopy(
  database: Database,
  options: MigrateOptions,
  format: FileFormat = workspaceFormat,
): Promise<boolean> {
  if (userVersion(database.sqlite) >= latestVersion(format)) return false
  await migrateDatabase(database, format, options)
  return true
}

interface ClusterFileOptions {
  readonly state: ClusterState
  readonly lease: LeaseRow
  readonly format: FileFormat
}

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

/** Objects of this copy alone: triggers before the tables that they write to. */
function ofThisCopy(tx: WritableDb): { type: string; name: string }[] {
  return tx.all(
    `SELECT type, name FROM sqlite_schema WHERE (type = 'trigger' AND name GLOB 'index_*')
       OR (type = 'table' AND (name GLOB 'index_*' OR name = 'kept_result' OR name GLOB 'search_[0-9]' OR name GLOB 'search_[0-9]_words'
         OR name GLOB 'search_[0-9]_pairs' OR name GLOB 'search_[0-9]_endings'))
     ORDER BY type DESC`,
  )
}

/**
 * Replaces the content of a copy by the database of a node, or makes the copy. Its readers go on, and see the
 * new content with their next read.
 */
export async function replaceContent(
  source: string,
  file: string,
  format: FileFormat = workspaceFormat,
): Promise<void> {
  const given = openDatabase(source)
  try {
    if (userVersion(given.sqlite) > latestVersion(format)) throw newer(file, format.name)
    // The database may belong to another workspace or program.
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
 * Notes that a copy differs from its cluster: it is made equal before the next write or when it is opened.
 */
export function markDifferent(tx: WritableDb): void {
  tx.unreplicated(() => tx.run("UPDATE cluster_state SET digest = 'different'"))
}

export function isToReplace(db: ReadableDb): boolean {
  return (
    readClusterState(db) !== undefined && db.column<number>('SELECT replaces FROM cluster_state')[0] === 1
  )
}
