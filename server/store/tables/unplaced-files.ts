import type { ReadableDb, WritableDb } from '../database/database.ts'

/** A file that a match has not placed, with what the workspace stores of it. */
export interface UnplacedRow {
  readonly hash: string
  readonly name: string
  readonly created_at: number
  readonly extension: string
  readonly media_type: string
  readonly size: number
}

export function putUnplaced(tx: WritableDb, { hash, name }: Pick<UnplacedRow, 'hash' | 'name'>): void {
  tx.run(
    `INSERT INTO unplaced_file (hash, name, created_at) VALUES (?, ?, ?)
     ON CONFLICT (hash, name) DO UPDATE SET created_at = excluded.created_at`,
    hash,
    name,
    Date.now(),
  )
}

export interface UnplacedPage {
  readonly behind: readonly [name: string, hash: string]
  /** Only the files of this name. */
  readonly name?: string | undefined
  readonly offset: number
  readonly limit: number
}

export function listUnplaced(db: ReadableDb, { behind, name, offset, limit }: UnplacedPage): UnplacedRow[] {
  return db.all<UnplacedRow>(
    `SELECT u.hash, u.name, u.created_at, f.extension, f.media_type, f.size
     FROM unplaced_file u JOIN file f ON f.hash = u.hash
     WHERE (u.name, u.hash) > (?, ?) AND u.name = coalesce(?, u.name) ORDER BY u.name, u.hash LIMIT ? OFFSET ?`,
    ...behind,
    name ?? null,
    limit,
    offset,
  )
}

export function countUnplaced(db: ReadableDb, name?: string): number {
  const count = 'SELECT count(*) AS total FROM unplaced_file WHERE name = coalesce(?, name)'
  return db.get<{ total: number }>(count, name ?? null)?.total ?? 0
}

/** Unplaced files from before a time, in the order of their hashes. */
export function listOldUnplaced(
  db: ReadableDb,
  { before, limit }: { readonly before: number; readonly limit: number },
): Pick<UnplacedRow, 'hash' | 'extension'>[] {
  return db.all(
    `SELECT DISTINCT u.hash, f.extension FROM unplaced_file u JOIN file f ON f.hash = u.hash
     WHERE u.created_at < ? AND NOT EXISTS (SELECT 1 FROM unplaced_file o WHERE o.hash = u.hash AND o.created_at >= ?)
     ORDER BY u.hash LIMIT ?`,
    before,
    before,
    limit,
  )
}

/** Forgets that files are not placed; their bytes stay. */
export function removeUnplaced(tx: WritableDb, hashes: readonly string[]): void {
  tx.run('DELETE FROM unplaced_file WHERE hash IN (SELECT value FROM json_each(?))', JSON.stringify(hashes))
}
