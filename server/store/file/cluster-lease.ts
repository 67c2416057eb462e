/**
 * Who may write to a database of a cluster: one row, which the cluster has and copies do without. Each server that takes it begins a new
 * term, and moves the database on, so that what an earlier one had under way is stale.
 */
import type { WritableDb } from '../database/database.ts'

/** The row as it stands in the cluster. */
export interface LeaseRow {
  /** Counted up by whoever takes it. */
  readonly term: number
  /** Counted up by whoever has it, for as long as they live. */
  readonly beat: number
  /** The server that has it; null where it was given back. */
  readonly holder: string | null
  /** One run of that server. */
  readonly run: string | null
  /** What others need to reach it; null where nobody is to. */
  readonly door: string | null
}

export const createLeaseTable = `CREATE TABLE IF NOT EXISTS cluster_lease (
  one INTEGER PRIMARY KEY CHECK (one = 1), term INTEGER NOT NULL, beat INTEGER NOT NULL, holder TEXT, run TEXT, door TEXT
)`

export const selectLease = 'SELECT term, beat, holder, run, door FROM cluster_lease'

/** Writes the row into a file that is to take the place of what a cluster holds. */
export function writeLease(tx: WritableDb, { term, beat, holder, run, door }: LeaseRow): void {
  tx.exec(createLeaseTable)
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
