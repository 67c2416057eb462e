/**
 * What a copy of a workspace knows of the cluster that it belongs to: two tables that the cluster has as well. They are no part of the
 * format of workspaces; a file without them has never been in a cluster.
 */
import type { ReadableDb } from '../database/database.ts'

/** The state that a database of a cluster is in. */
export interface ClusterState {
  /** Chosen when the cluster got its database: copies of another one have nothing to do with it. */
  readonly origin: string
  /** Counted up with every transaction. */
  readonly sequence: number
  /** Made of all transactions up to this one. */
  readonly digest: string
}

/** Copies in the same state have the same content. */
export function isSameState(one: ClusterState, other: ClusterState): boolean {
  return one.origin === other.origin && one.sequence === other.sequence && one.digest === other.digest
}

/** A statement that a step from one state to the next begins with. */
export type HeadStatement = readonly [text: string, ...params: (string | number)[]]

/** How many transactions back a cluster can be asked for by the id of a request. */
export const requestsKept = 10_000

export const selectState = 'SELECT origin, sequence, digest FROM cluster_state'

/** The state of a copy; undefined where it has never been in a cluster. */
export function readClusterState(db: ReadableDb): ClusterState | undefined {
  const isThere = db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'cluster_state'")
  return isThere ? db.get<ClusterState>(selectState) : undefined
}

const leftBehindMark = 'moved:'

/** Whether a workspace has moved on from where this is. */
export function isLeftBehind({ origin }: ClusterState): boolean {
  return origin.startsWith(leftBehindMark)
}

/** Marks what a database of a cluster holds as left behind: whoever goes by its state finds another one. */
export function leavingStatement(from: ClusterState): HeadStatement {
  return [
    `UPDATE cluster_state SET origin = '${leftBehindMark}' || origin,
       sequence = CASE WHEN sequence = ? AND digest = ? THEN sequence + 1 END, digest = 'moved'`,
    from.sequence,
    from.digest,
  ]
}
