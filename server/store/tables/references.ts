import { findFixedIndex } from './index-tables.ts'
import { toEntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { EntityIdentity, StubRow } from './entities.ts'
import { countCached } from '../database/caches.ts'

export type ReferenceRow = [source: number, attribute: number, target: number]

export function listReferences(db: ReadableDb, sources: readonly number[]): ReferenceRow[] {
  if (sources.length === 1) {
    return db.tuples<ReferenceRow>(
      'SELECT source, attribute, target FROM reference WHERE source = +? ORDER BY attribute, position',
      sources[0],
    )
  }
  // The outer loop runs in the order of the ids and the inner one in that of the primary key, so nothing is
  // sorted.
  return db.tuples<ReferenceRow>(
    'SELECT r.source, r.attribute, r.target FROM json_each(?) j CROSS JOIN reference r ON r.source = j.value',
    JSON.stringify(sources),
  )
}

export function listReferrers(db: ReadableDb, targets: readonly number[]): ReferrerRow[] {
  return db.tuples<ReferrerRow>(
    'SELECT r.source, r.target FROM json_each(?) j CROSS JOIN reference r ON r.target = j.value',
    JSON.stringify(targets),
  )
}

export type ReferrerRow = [source: number, target: number]

/** The entities that these refer to by an attribute, with how many do. */
export function countTargets(
  db: ReadableDb,
  attribute: number,
  sources: readonly number[],
): [target: number, sources: number][] {
  return db.tuples<[number, number]>(
    `SELECT r.target, count(*) FROM json_each(?) j CROSS JOIN reference r ON r.source = j.value AND r.attribute = +?
     GROUP BY r.target`,
    JSON.stringify(sources),
    attribute,
  )
}

/** For each target one of those that refer to it and have a value of another attribute. */
export function findHolders(
  db: ReadableDb,
  attribute: number,
  valueAttribute: number,
  targets: readonly number[],
): ReadonlyMap<number, number> {
  const rows = db.tuples<[target: number, source: number | null]>(
    `SELECT j.value, (SELECT r.source FROM reference r CROSS JOIN value_${valueAttribute} v ON v.entity = r.source
       WHERE r.target = j.value AND r.attribute = +? LIMIT 1) FROM json_each(?) j`,
    attribute,
    JSON.stringify(targets),
  )
  return new Map(rows.flatMap(([target, source]) => (source === null ? [] : [[target, source] as const])))
}

export function listSources(db: ReadableDb, attribute: number, target: number): number[] {
  return db.column<number>(
    'SELECT source FROM reference WHERE target = +? AND attribute = +?',
    target,
    attribute,
  )
}

export function listTargets(db: ReadableDb, source: number, attribute: number): EntityIdentity[] {
  return db
    .tuples<StubRow>(
      `SELECT t.id, t.uuid, t.type, t.label FROM reference r JOIN entity t ON t.id = r.target
       WHERE r.source = +? AND r.attribute = +? ORDER BY r.position`,
      source,
      attribute,
    )
    .map(([id, uuid, type, label]) => ({ id, uuid, type: toEntityType(type), label }))
}

export interface ReferenceList {
  readonly entity: number
  readonly attribute: number
  readonly isInverse: boolean
}

/** A position in the list (for an inverse list the id of the source) and the entity there. */
type Place = [place: number, id: number]

const references: Record<'forward' | 'inverse', { members: string; place: string; id: string }> = {
  forward: {
    members: 'FROM reference WHERE source = +? AND attribute = +?',
    place: 'position',
    id: 'target',
  },
  // Ids grow with creation, so referrers come by created_at.
  inverse: { members: 'FROM reference WHERE target = +? AND attribute = +?', place: 'source', id: 'source' },
}

/** At most `limit` entries of a list from a position on, after `offset` entries. */
export function listPlaces(
  db: ReadableDb,
  { entity, attribute, isInverse }: ReferenceList,
  { from, limit, offset }: { from: number; limit: number; offset: number },
): Place[] {
  const { members, place, id } = references[isInverse ? 'inverse' : 'forward']
  return db.tuples<Place>(
    `SELECT ${place}, ${id} ${members} AND ${place} >= +? ORDER BY ${place} LIMIT +? OFFSET +?`,
    entity,
    attribute,
    from,
    limit,
    offset,
  )
}

export function countPlaces(db: ReadableDb, { entity, attribute, isInverse }: ReferenceList): number {
  const { members } = references[isInverse ? 'inverse' : 'forward']
  return countCached(db, { text: `SELECT count(*) AS total ${members}`, params: [entity, attribute] })
}

/**
 * Replaces the whole list of a reference attribute, including its part in the trash; an empty list clears
 * it.
 */
export function replaceTargets(
  tx: WritableDb,
  source: number,
  attribute: number,
  targets: readonly number[],
): void {
  tx.run('DELETE FROM reference WHERE source = ? AND attribute = ?', source, attribute)
  tx.run('DELETE FROM trashed_reference WHERE source = ? AND attribute = ?', source, attribute)
  addTargets(tx, source, attribute, targets)
}

export function addTargets(
  tx: WritableDb,
  source: number,
  attribute: number,
  targets: readonly number[],
): void {
  targets.forEach((target, position) => {
    tx.run(
      'INSERT INTO reference (source, attribute, position, target) VALUES (?, ?, ?, ?)',
      source,
      attribute,
      position,
      target,
    )
  })
}

export interface ReferenceCount {
  readonly own: number
  readonly total: number
}

/**
 * Counts referrers by internal id of the target; for a tree, an entity that refers to several nodes counts
 * once.
 */
export function countReferences(db: ReadableDb, attribute: number): ReadonlyMap<number, ReferenceCount> {
  const counts = db.all<ReferenceCount & { target: number }>(
    `WITH RECURSIVE up (target, top) AS (
       SELECT DISTINCT target, target FROM ${byAttribute(db)} WHERE attribute = ?
       UNION SELECT up.target, e.parent FROM up JOIN entity e ON e.id = up.top WHERE e.parent IS NOT NULL)
     SELECT up.top AS target, count(DISTINCT r.source) AS total,
       count(DISTINCT CASE WHEN up.target = up.top THEN r.source END) AS own
     FROM up CROSS JOIN reference r ON r.target = up.target AND r.attribute = ? GROUP BY up.top`,
    attribute,
    attribute,
  )
  return new Map(counts.map(({ target, own, total }) => [target, { own, total }]))
}

export function byAttribute(db: ReadableDb): string {
  const index = findFixedIndex(db, 'referring')
  return index ? `${index} CROSS JOIN reference USING (attribute, source)` : 'reference'
}

export function holdersByAttribute(db: ReadableDb): string {
  return findFixedIndex(db, 'referring') ?? 'reference'
}
