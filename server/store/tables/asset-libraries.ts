import type { ReadableDb, WritableDb } from '../database/database.ts'

/** A folder of files that are not copied, as its last scan found it. */
export interface LibraryRow {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly isAway: boolean
  readonly files: number
  /** How many files that values name were not there. */
  readonly missing: number
  readonly scannedAt: number | null
}

type LibraryTuple = [number, string, string, number, number, number, number | null]

const libraryColumns = 'id, uuid, name, is_away, files, missing, scanned_at'

function toLibrary([id, uuid, name, isAway, files, missing, scannedAt]: LibraryTuple): LibraryRow {
  return { id, uuid, name, isAway: isAway === 1, files, missing, scannedAt }
}

export function listLibraries(db: ReadableDb): LibraryRow[] {
  return db.tuples<LibraryTuple>(`SELECT ${libraryColumns} FROM asset_library ORDER BY id`).map(toLibrary)
}

export function findLibrary(db: ReadableDb, uuid: string): LibraryRow | undefined {
  return db
    .tuples<LibraryTuple>(`SELECT ${libraryColumns} FROM asset_library WHERE uuid = ?`, uuid)
    .map(toLibrary)[0]
}

export function insertLibrary(tx: WritableDb, { uuid, name }: Pick<LibraryRow, 'uuid' | 'name'>): void {
  tx.run('INSERT INTO asset_library (uuid, name, is_away, files, missing) VALUES (?, ?, 0, 0, 0)', uuid, name)
}

export function renameLibrary(tx: WritableDb, { uuid, name }: Pick<LibraryRow, 'uuid' | 'name'>): void {
  tx.run('UPDATE asset_library SET name = ? WHERE uuid = ?', name, uuid)
}

export function removeLibrary(tx: WritableDb, id: number): void {
  tx.run('DELETE FROM linked_file WHERE library = ?', id)
  tx.run('DELETE FROM asset_library WHERE id = ?', id)
}

export function noteScan(
  tx: WritableDb,
  { id, files, missing }: Pick<LibraryRow, 'id' | 'files' | 'missing'>,
): void {
  tx.run(
    'UPDATE asset_library SET is_away = 0, files = ?, missing = ?, scanned_at = ? WHERE id = ?',
    files,
    missing,
    Date.now(),
    id,
  )
}

/** Notes that the folder of a library was not there, which says nothing about its files. */
export function noteAway(tx: WritableDb, id: number): void {
  tx.run('UPDATE asset_library SET is_away = 1, scanned_at = ? WHERE id = ?', Date.now(), id)
}

export type LinkedState = 'there' | 'missing' | 'moved'

export interface LinkedFileRow {
  readonly path: string
  readonly hash: string
  readonly size: number
  /** In microseconds since 1970, as the file system says. */
  readonly modifiedAt: number
  readonly state: LinkedState
  /** Where values that named the path were rewritten to, which is done once. */
  readonly movedTo: string | null
}

type FileTuple = [string, string, number, number, LinkedState, string | null]

const fileColumns = 'path, hash, size, modified_at, state, moved_to'

function toFile([path, hash, size, modifiedAt, state, movedTo]: FileTuple): LinkedFileRow {
  return { path, hash, size, modifiedAt, state, movedTo }
}

export interface LinkedFilePage {
  readonly behind: string
  readonly limit: number
}

/** The files of a library in the order of their paths, behind one of them. */
export function listLinkedFiles(
  db: ReadableDb,
  library: number,
  { behind, limit }: LinkedFilePage,
): LinkedFileRow[] {
  return db
    .tuples<FileTuple>(
      `SELECT ${fileColumns} FROM linked_file WHERE library = ? AND path > ? ORDER BY path LIMIT ?`,
      library,
      behind,
      limit,
    )
    .map(toFile)
}

export function findLinkedFiles(db: ReadableDb, library: number, paths: readonly string[]): LinkedFileRow[] {
  return db
    .tuples<FileTuple>(
      `SELECT ${fileColumns.replaceAll(/\w+/g, 'f.$&')} FROM json_each(?) j
       CROSS JOIN linked_file f ON f.library = ? AND f.path = j.value`,
      JSON.stringify(paths),
      library,
    )
    .map(toFile)
}

export interface MissingPage extends LinkedFilePage {
  readonly offset: number
}

export function listMissingFiles(
  db: ReadableDb,
  library: number,
  { behind, limit, offset }: MissingPage,
): LinkedFileRow[] {
  return db
    .tuples<FileTuple>(
      `SELECT ${fileColumns} FROM linked_file WHERE library = ? AND state = 'missing' AND path > ?
       ORDER BY path LIMIT ? OFFSET ?`,
      library,
      behind,
      limit,
      offset,
    )
    .map(toFile)
}

/** A library and a path in it where a file of these bytes lies; undefined where none does. */
export function findLinkedPlace(
  db: ReadableDb,
  hash: string,
): { readonly library: string; readonly path: string } | undefined {
  return db.get(
    `SELECT l.uuid AS library, f.path FROM linked_file f JOIN asset_library l ON l.id = f.library
     WHERE f.hash = ? ORDER BY f.state DESC, f.library, f.path LIMIT 1`,
    hash,
  )
}

/** Keeps files that a scan found; they are there, wherever they were before. */
export function putLinkedFiles(
  tx: WritableDb,
  library: number,
  files: readonly Omit<LinkedFileRow, 'state' | 'movedTo'>[],
): void {
  for (const { path, hash, size, modifiedAt } of files)
    tx.run(
      `INSERT INTO linked_file (library, path, hash, size, modified_at, state, moved_to)
       VALUES (?, ?, ?, ?, ?, 'there', NULL)
       ON CONFLICT (library, path) DO UPDATE SET hash = excluded.hash, size = excluded.size,
         modified_at = excluded.modified_at, state = 'there', moved_to = NULL`,
      library,
      path,
      hash,
      size,
      modifiedAt,
    )
}

export function markLinkedFiles(
  tx: WritableDb,
  library: number,
  { paths, state }: { readonly paths: readonly string[]; readonly state: LinkedState },
): void {
  tx.run(
    'UPDATE linked_file SET state = ? WHERE library = ? AND path IN (SELECT value FROM json_each(?))',
    state,
    library,
    JSON.stringify(paths),
  )
}

export function noteMoved(
  tx: WritableDb,
  library: number,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const text = "UPDATE linked_file SET state = 'moved', moved_to = ? WHERE library = ? AND path = ?"
  tx.run(text, to, library, from)
}

export function removeLinkedFiles(tx: WritableDb, library: number, paths: readonly string[]): void {
  tx.run(
    'DELETE FROM linked_file WHERE library = ? AND path IN (SELECT value FROM json_each(?))',
    library,
    JSON.stringify(paths),
  )
}
