import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { Sentence } from '#shared/messages/message.ts'
import { countCached } from '../database/caches.ts'
import { valuesByComparable } from './index-tables.ts'
import { requestValueIndex } from './indexes.ts'

export interface FetchedPicture {
  readonly hash: string
  readonly extension: string
  /** The UUID of the image that was linked to the address, if any. */
  readonly image: string | null
  /** The server's identification of this version: its ETag and its time of modification. */
  readonly etag: string | null
  readonly modified: string | null
}

export function findFetched(db: ReadableDb, address: string): FetchedPicture | undefined {
  return db.get<FetchedPicture>(
    'SELECT hash, extension, image, etag, modified FROM fetched_picture JOIN file USING (hash) WHERE address = ?',
    address,
  )
}

export function putFetched(
  tx: WritableDb,
  address: string,
  { hash, etag, modified }: Pick<FetchedPicture, 'hash' | 'etag' | 'modified'>,
): void {
  tx.run(
    `INSERT INTO fetched_picture (address, hash, etag, modified) VALUES (?, ?, ?, ?)
     ON CONFLICT (address) DO UPDATE SET hash = excluded.hash, etag = excluded.etag, modified = excluded.modified`,
    address,
    hash,
    etag,
    modified,
  )
}

export interface HeldPicture {
  readonly address: string
  readonly attribute: number
  readonly entity: number
  readonly path: string
}

export function putHeld(
  tx: WritableDb,
  job: string,
  { address, attribute, entity, path }: HeldPicture,
): void {
  tx.run(
    'INSERT OR REPLACE INTO held_picture (job, address, attribute, entity, path) VALUES (?, ?, ?, ?, ?)',
    job,
    address,
    attribute,
    entity,
    path,
  )
}

export function listHeld(
  db: ReadableDb,
  job: string,
  { address, path, limit }: { readonly address: string; readonly path: string; readonly limit: number },
): HeldPicture[] {
  return db.all<HeldPicture>(
    'SELECT address, attribute, entity, path FROM held_picture WHERE job = ? AND address = ? AND path <> ? LIMIT ?',
    job,
    address,
    path,
    limit,
  )
}

export function removeHeld(tx: WritableDb, job: string, { address, attribute, entity }: HeldPicture): void {
  tx.run(
    'DELETE FROM held_picture WHERE job = ? AND address = ? AND attribute = ? AND entity = ?',
    job,
    address,
    attribute,
    entity,
  )
}

/** Records the image with the picture of an address; the first one stays. */
export function putFetchedImage(tx: WritableDb, address: string, image: string): void {
  tx.run('UPDATE fetched_picture SET image = coalesce(image, ?) WHERE address = ?', image, address)
}

export interface WantedPicture {
  readonly address: string
  readonly attribute: number
  readonly row: number
  readonly header: string
  readonly isKnown: boolean
}

/** Records a picture for the job; of several rows that name it the first is reported. */
export function putWanted(tx: WritableDb, job: string, wanted: WantedPicture): void {
  const { address, attribute, row, header, isKnown } = wanted
  tx.run(
    `INSERT INTO wanted_picture (job, address, attribute, row, header, is_known) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET is_known = min(is_known, excluded.is_known)`,
    job,
    address,
    attribute,
    row,
    header,
    isKnown ? 1 : 0,
  )
}

export function countWanted(db: ReadableDb, job: string): { wanted: number; known: number } {
  const counts = db.get<{ wanted: number; known: number }>(
    `SELECT count(*) FILTER (WHERE known = 0) AS wanted, count(*) FILTER (WHERE known = 1) AS known
     FROM (SELECT min(is_known) AS known FROM wanted_picture WHERE job = ? GROUP BY address)`,
    job,
  )
  return counts ?? { wanted: 0, known: 0 }
}

/** Hands recorded pictures of an import over to the job that fetches them, except known ones. */
export function handOverWanted(tx: WritableDb, from: string, to: string): void {
  tx.run('DELETE FROM wanted_picture WHERE job = ? AND is_known = 1', from)
  for (const table of ['wanted_picture', 'held_picture'])
    tx.run(`UPDATE ${table} SET job = ? WHERE job = ?`, to, from)
}

export function listWantedAddresses(db: ReadableDb, job: string, behind: string, limit: number): string[] {
  return db.column<string>(
    `SELECT DISTINCT address FROM wanted_picture WHERE job = ? AND address > ? AND reason IS NULL
     ORDER BY address LIMIT ?`,
    job,
    behind,
    limit,
  )
}

export function listWantedAttributes(db: ReadableDb, job: string, address?: string): number[] {
  return db.column<number>(
    'SELECT DISTINCT attribute FROM wanted_picture WHERE job = ? AND (? IS NULL OR address = ?) ORDER BY attribute',
    job,
    address ?? null,
    address ?? null,
  )
}

export function removeWanted(tx: WritableDb, job: string, address: string): void {
  for (const table of ['wanted_picture', 'held_picture'])
    tx.run(`DELETE FROM ${table} WHERE job = ? AND address = ?`, job, address)
}

/** Records why a picture failed; it is not tried again. */
export function failPicture(tx: WritableDb, job: string, address: string, reason: Sentence): void {
  const stored = typeof reason === 'string' ? reason : JSON.stringify(reason)
  tx.run('UPDATE wanted_picture SET reason = ? WHERE job = ? AND address = ?', stored, job, address)
}

export interface FailedPicture {
  readonly address: string
  readonly row: number
  readonly header: string
  readonly reason: Sentence
}

/** Texts of other servers are stored unchanged, messages as JSON. */
function readReason(stored: string): Sentence {
  return stored.startsWith('{"message":') ? JSON.parse(stored) : stored
}

/** At most `limit` failed pictures, in the order of the file. */
export function listFailedPictures(
  db: ReadableDb,
  job: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): FailedPicture[] {
  const failed = db.all<FailedPicture & { readonly reason: string }>(
    `SELECT address, min(row) AS row, header, reason FROM wanted_picture WHERE job = ? AND reason IS NOT NULL
     GROUP BY address ORDER BY 2, 1 LIMIT ? OFFSET ?`,
    job,
    limit,
    offset,
  )
  return failed.map((picture) => ({ ...picture, reason: readReason(picture.reason) }))
}

/** Deletes the picture records of a job once they are in its result. */
export function clearWanted(tx: WritableDb, job: string): void {
  for (const table of ['wanted_picture', 'held_picture']) tx.run(`DELETE FROM ${table} WHERE job = ?`, job)
}

/** Uses of one picture beyond this number are not counted. */
export const maxCountedUses = 1000

/** The attributes whose cells hold pictures, and the one that holds the files of images. */
export interface PictureAttributes {
  readonly cells: readonly number[]
  readonly images: number | undefined
}

/**
 * Pictures that cells hold and no image has, each once, in the order of their comparables. The tables are
 * merged in their order, so that a page reads no more of each than it needs.
 */
export function listCellPictures(
  db: ReadableDb,
  attributes: PictureAttributes,
  { behind, limit }: { readonly behind: string; readonly limit: number },
): string[] {
  const ids = idsOf(attributes)
  if (attributes.cells.length === 0) return []
  for (const id of ids) requestValueIndex(db, id)
  const members = compound(db, attributes, 'WHERE norm > +?')
  return db.column<string>(`${members} ORDER BY norm LIMIT +?`, ...ids.map(() => behind), limit)
}

export function countCellPictures(db: ReadableDb, attributes: PictureAttributes): number {
  if (attributes.cells.length === 0) return 0
  const members = compound(db, attributes, '')
  return countCached(db, { text: `SELECT count(*) AS total FROM (${members})`, params: [] })
}

function compound(db: ReadableDb, attributes: PictureAttributes, where: string): string {
  const members = idsOf(attributes).map(
    (id) => `SELECT DISTINCT norm FROM ${valuesByComparable(db, id)} ${where}`,
  )
  const cells = members.slice(0, attributes.cells.length).join(' UNION ')
  return [cells, ...members.slice(attributes.cells.length)].join(' EXCEPT ')
}

function idsOf({ cells, images }: PictureAttributes): number[] {
  return images === undefined ? [...cells] : [...cells, images]
}

/** The entities and attributes that refer to an entity, at most `maxCountedUses`. */
export function listUses(db: ReadableDb, target: number): [source: number, attribute: number][] {
  return db.tuples<[number, number]>(
    'SELECT source, attribute FROM reference WHERE target = +? LIMIT +?',
    target,
    maxCountedUses,
  )
}
