import { createHash } from 'node:crypto'
import type { ReadableDb, WritableDb } from '../../store/database.ts'
import { findFile, insertFile, type StoredFile } from '../../store/files.ts'

export interface NewFile {
  readonly bytes: Uint8Array
  readonly media_type: string
  /** Without the dot, lower case. */
  readonly extension: string
}

/** Keeps a file in the workspace and returns the relative reference that an image attribute holds (decisions, Files). */
export function addFile(
  tx: WritableDb,
  { bytes, media_type, extension }: NewFile,
): { hash: string; path: string } {
  const hash = createHash('sha256').update(bytes).digest('hex')
  insertFile(tx, { hash, extension, media_type, bytes })
  return { hash, path: `files/${hash}.${extension}` }
}

/** The file with that hash, or undefined. */
export function readFile(db: ReadableDb, { hash }: { readonly hash: string }): StoredFile | undefined {
  return findFile(db, hash)
}
