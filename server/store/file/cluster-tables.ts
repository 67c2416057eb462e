/**
 * The tables of a database that has been in a cluster. They are no part of the format of workspaces; `server/cluster`
 * writes them.
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

export const selectState = 'SELECT origin, sequence, digest FROM cluster_state'

/** The state of a copy; undefined where it has never been in a cluster. */
export function readClusterState(db: ReadableDb): ClusterState | undefined {
  const isThere = db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'cluster_state'")
  return isThere ? db.get<ClusterState>(selectState) : undefined
}

/** What a copy notes of its cluster. */
export const clusterTables = `
  CREATE TABLE IF NOT EXISTS cluster_state (
    origin TEXT NOT NULL, sequence INTEGER NOT NULL, digest TEXT NOT NULL, replaces INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS cluster_request (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS cluster_request_sequence ON cluster_request (sequence);
  DELETE FROM cluster_state;`

/** Who may write to a database of a cluster; the cluster has it and copies do without. */
export const writerTable = `CREATE TABLE IF NOT EXISTS cluster_lease (
  one INTEGER PRIMARY KEY CHECK (one = 1), term INTEGER NOT NULL, beat INTEGER NOT NULL, holder TEXT, run TEXT, door TEXT
)`
