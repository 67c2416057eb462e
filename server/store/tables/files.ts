import type { GeneratedBy } from '#shared/files.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import { readChanges, type StoredChanges } from './events.ts'

export interface StoredFile {
  readonly hash: string
  readonly extension: string
  readonly media_type: string
  readonly bytes: Uint8Array
}

export interface NewStoredFile extends StoredFile {
  readonly generated_by?: GeneratedBy | undefined
}

export function insertFile(tx: WritableDb, file: NewStoredFile): void {
  tx.run(
    `INSERT INTO file (hash, extension, media_type, size, created_at, bytes, generated_by) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    file.hash,
    file.extension,
    file.media_type,
    file.bytes.byteLength,
    Date.now(),
    file.bytes,
    file.generated_by ? toJson(file.generated_by) : null,
  )
}

export function findExtension(db: ReadableDb, hash: string): string | undefined {
  return db.get<{ extension: string }>('SELECT extension FROM file WHERE hash = ?', hash)?.extension
}

export function findFile(db: ReadableDb, hash: string): StoredFile | undefined {
  return db.get<StoredFile>('SELECT hash, extension, media_type, bytes FROM file WHERE hash = ?', hash)
}

export interface FileFacts {
  readonly extension: string
  readonly media_type: string
  readonly size: number
  readonly created_at: number
  readonly generated_by: GeneratedBy | null
}

export function findFileFacts(db: ReadableDb, hash: string): FileFacts | undefined {
  const row = db.get<Omit<FileFacts, 'generated_by'> & { generated_by: Json<GeneratedBy> | null }>(
    'SELECT extension, media_type, size, created_at, generated_by FROM file WHERE hash = ?',
    hash,
  )
  return row && { ...row, generated_by: row.generated_by && parseJson(row.generated_by) }
}

export function listGeneratedFiles(
  db: ReadableDb,
  { behind, before, limit }: { readonly behind: string; readonly before: number; readonly limit: number },
): Pick<StoredFile, 'hash' | 'extension'>[] {
  return db.all(
    'SELECT hash, extension FROM file WHERE generated_by IS NOT NULL AND hash > ? AND created_at < ? ORDER BY hash LIMIT ?',
    behind,
    before,
    limit,
  )
}

export function removeFiles(tx: WritableDb, hashes: readonly string[]): void {
  tx.run('DELETE FROM file WHERE hash IN (SELECT value FROM json_each(?))', JSON.stringify(hashes))
}

const atOnce = 5000

/** The entities among the given UUIDs that another one referred to before a change since a time. */
export function listReleasedSince(
  db: ReadableDb,
  since: number,
  uuids: ReadonlySet<string>,
): ReadonlySet<string> {
  const released = new Set<string>()
  if (uuids.size === 0) return released
  for (const old of eachFormerValue(db, since))
    for (const uuid of (Array.isArray(old) ? old : [old]).flatMap(toUuid))
      if (uuids.has(uuid)) released.add(uuid)
  return released
}

const storedFile = /files\/([0-9a-f]{64})\./g

/** The hashes of stored files that values named before a change since a time. */
export function listReplacedFiles(db: ReadableDb, since: number): ReadonlySet<string> {
  const hashes = new Set<string>()
  for (const old of eachFormerValue(db, since))
    if (typeof old === 'string') for (const [, hash = ''] of old.matchAll(storedFile)) hashes.add(hash)
  return hashes
}

/** The values before changes since a time, the newest first. */
function* eachFormerValue(db: ReadableDb, since: number): Generator {
  for (let behind: number | undefined = Number.MAX_SAFE_INTEGER; behind !== undefined;) {
    const rows: [number, number, StoredChanges][] = db.tuples(
      "SELECT sequence, created_at, iif(kind = 'entity.updated', changes, '[]') FROM event WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
      behind,
      atOnce,
    )
    for (const [, at, changes] of rows)
      if (at >= since && changes !== '[]') for (const { old } of readChanges(changes)) yield old
    const last = rows.at(-1)
    behind = rows.length < atOnce || !last || last[1] < since ? undefined : last[0]
  }
}

/** The id that a reference has in a change: it stands alone or in a stub. */
function toUuid(value: unknown): string[] {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' ? [id] : []
}
