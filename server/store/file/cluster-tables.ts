/**
 * The tables of a database that has been in a cluster. They are not part of the workspace format;
 * `server/cluster` writes them.
 */
import type { ReadableDb } from '../database/database.ts'

export interface ClusterState {
  readonly origin: string
  readonly sequence: number
  readonly digest: string
}

export const selectState = 'SELECT origin, sequence, digest FROM cluster_state'

export function readClusterState(db: ReadableDb): ClusterState | undefined {
  const isThere = db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'cluster_state'")
  return isThere ? db.get<ClusterState>(selectState) : undefined
}

export const clusterTables = `
  CREATE TABLE IF NOT EXISTS cluster_state (
    origin TEXT NOT NULL, sequence INTEGER NOT NULL, digest TEXT NOT NULL, replaces INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS cluster_request (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS cluster_request_sequence ON cluster_request (sequence);
  DELETE FROM cluster_state;`

/** The server that may write to a cluster's database; only the cluster has this table, not its copies. */
export const writerTable = `CREATE TABLE IF NOT EXISTS cluster_lease (
  one INTEGER PRIMARY KEY CHECK (one = 1), term INTEGER NOT NULL, beat INTEGER NOT NULL, holder TEXT, run TEXT, door TEXT
)`
