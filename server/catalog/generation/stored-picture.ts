import type { ReadableDb } from '../../store/database/database.ts'
import { readFile } from '../files/stored-files.ts'

const stored = /^files\/([0-9a-f]{64})\./

/** The bytes of a picture that the workspace holds; undefined where it is elsewhere. */
export function readStoredPicture(db: ReadableDb, place: string): Uint8Array | undefined {
  const [, hash] = stored.exec(place) ?? []
  return hash === undefined ? undefined : readFile(db, { hash })?.bytes
}
