import { countCached } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { valuesByComparable } from './index-tables.ts'
import { requestValueIndex } from './indexes.ts'

/** Uses of one picture beyond this number are not counted. */
export const maxCountedUses = 1000

/**
 * Pictures that cells of these attributes hold, each once, in the order of their comparables. The tables
 * are merged in their order, so that a page reads no more of each than it needs.
 */
export function listCellPictures(
  db: ReadableDb,
  attributes: readonly number[],
  { behind, limit }: { readonly behind: string; readonly limit: number },
): string[] {
  if (attributes.length === 0) return []
  for (const attribute of attributes) requestValueIndex(db, attribute)
  const members = attributes.map(
    (id) => `SELECT DISTINCT norm FROM ${valuesByComparable(db, id)} WHERE norm > +?`,
  )
  return db.column<string>(
    `${members.join(' UNION ')} ORDER BY norm LIMIT +?`,
    ...attributes.map(() => behind),
    limit,
  )
}

export function countCellPictures(db: ReadableDb, attributes: readonly number[]): number {
  if (attributes.length === 0) return 0
  const members = attributes.map((id) => `SELECT DISTINCT norm FROM ${valuesByComparable(db, id)}`)
  return countCached(db, { text: `SELECT count(*) AS total FROM (${members.join(' UNION ')})`, params: [] })
}

/** The entities and attributes that refer to an entity, at most `maxCountedUses`. */
export function listUses(db: ReadableDb, target: number): [source: number, attribute: number][] {
  return db.tuples<[number, number]>(
    'SELECT source, attribute FROM reference WHERE target = +? LIMIT +?',
    target,
    maxCountedUses,
  )
}
