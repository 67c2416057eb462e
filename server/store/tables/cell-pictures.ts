import { countCached } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { valuesByComparable } from './index-tables.ts'
import { requestValueIndex } from './indexes.ts'

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
