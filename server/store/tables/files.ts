import type { ReadableDb, WritableDb } from '../database/database.ts'

/** A file kept in the workspace, named by the SHA-256 of its bytes. */
export interface StoredFile {
  readonly hash: string
  readonly extension: string
  readonly media_type: string
  readonly bytes: Uint8Array
}

/** Keeps the bytes once; storing the same again changes nothing. */
export function insertFile(tx: WritableDb, file: StoredFile): void {
  tx.run(
    'INSERT INTO file (hash, extension, media_type, size, created_at, bytes) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    file.hash,
    file.extension,
    file.media_type,
    file.bytes.byteLength,
    Date.now(),
    file.bytes,
  )
}

/** The extension of the file with that hash, if the workspace keeps it; its bytes are not read. */
export function findExtension(db: ReadableDb, hash: string): string | undefined {
  return db.get<{ extension: string }>('SELECT extension FROM file WHERE hash = ?', hash)?.extension
}

/** The file with that hash, if the workspace keeps it. */
export function findFile(db: ReadableDb, hash: string): StoredFile | undefined {
  return db.get<StoredFile>('SELECT hash, extension, media_type, bytes FROM file WHERE hash = ?', hash)
}
