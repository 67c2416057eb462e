import type { ReadableDb, WritableDb } from '../database/database.ts'
import { countCached } from '../database/caches.ts'
import { writeRows } from '../database/writer-requests.ts'
import { valuesByComparable } from './index-tables.ts'

/** A comparable: folded text, a number, a date as text, or 0/1. */
export type Comparable = string | number

/**
 * Entities and values alternate in one list, since hundreds of thousands of objects would burden the
 * garbage collector.
 */
type CollectedValues = (Comparable | null)[]

/**
 * Runs `fn` and writes comparables of these attributes at its end, in batches; nothing may read their
 * tables meanwhile.
 */
export function collectingComparables<T>(tx: WritableDb, attributes: ReadonlySet<number>, fn: () => T): T {
  return tx.collectRows(
    attributes,
    (attribute, values) => writeCollected(tx, Number(attribute), values as CollectedValues),
    fn,
  )
}

function writeCollected(tx: WritableDb, attribute: number, values: readonly (Comparable | null)[]): void {
  if (!values.includes(null)) return putAll(tx, attribute, values)
  // For a repeated entity the last value counts.
  const last = new Map<Comparable, Comparable | null>()
  for (let at = 0; at < values.length; at += 2) last.set(values[at] ?? 0, values[at + 1] ?? null)
  const written = [...last].filter(([entity, comparable]) => {
    if (comparable === null) removeComparable(tx, attribute, entity)
    return comparable !== null
  })
  putAll(tx, attribute, written.flat())
}

function putAll(tx: WritableDb, attribute: number, values: readonly (Comparable | null)[]): void {
  const text = (rows: string) =>
    `INSERT INTO value_${attribute} (entity, norm) VALUES ${rows} ON CONFLICT (entity) DO UPDATE SET norm = excluded.norm`
  writeRows(tx, { text, columns: 2, values })
}

function removeComparable(tx: WritableDb, attribute: number, entity: unknown): void {
  tx.run(`DELETE FROM value_${attribute} WHERE entity = ?`, entity)
}

export function putComparable(
  tx: WritableDb,
  attributeId: number,
  entity: number,
  comparable: Comparable | null,
): void {
  const values = tx.collectedRows(attributeId)
  if (values) values.push(entity, comparable)
  else if (comparable === null) removeComparable(tx, attributeId, entity)
  else putAll(tx, attributeId, [entity, comparable])
}

export function getComparable(db: ReadableDb, attributeId: number, entity: number): Comparable | null {
  const row = db.get<{ norm: Comparable }>(`SELECT norm FROM value_${attributeId} WHERE entity = ?`, entity)
  return row?.norm ?? null
}

export function countValues(db: ReadableDb, attributeId: number): number {
  return countCached(db, { text: `SELECT count(*) AS total FROM value_${attributeId}`, params: [] })
}

export function findByComparable(
  db: ReadableDb,
  attributeId: number,
  comparable: Comparable,
  limit: number,
): number[] {
  const text = `SELECT entity FROM ${valuesByComparable(db, attributeId)} WHERE norm = +? ORDER BY entity LIMIT +?`
  return db.column<number>(text, comparable, limit)
}

export function findByComparables(
  db: ReadableDb,
  attributeId: number,
  comparables: readonly Comparable[],
  limit: number,
): number[] {
  return db.column<number>(
    `SELECT v.entity FROM json_each(?) j CROSS JOIN ${valuesByComparable(db, attributeId)} v ON v.norm = j.value LIMIT +?`,
    JSON.stringify(comparables),
    limit,
  )
}

/** The entities that hold each of these comparables, by the place of the comparable among them. */
export function listHolders(
  db: ReadableDb,
  attributeId: number,
  comparables: readonly Comparable[],
): [place: number, entity: number][] {
  return db.tuples<[number, number]>(
    `SELECT j.key, v.entity FROM json_each(?) j CROSS JOIN ${valuesByComparable(db, attributeId)} v ON v.norm = j.value`,
    JSON.stringify(comparables),
  )
}

/** The comparables of entities, of those that have one. */
export function listComparables(
  db: ReadableDb,
  attributeId: number,
  entities: readonly number[],
): [entity: number, comparable: Comparable][] {
  return db.tuples<[number, Comparable]>(
    `SELECT v.entity, v.norm FROM json_each(?) j CROSS JOIN value_${attributeId} v ON v.entity = j.value`,
    JSON.stringify(entities),
  )
}

/** All entities with a value, in the order of their creation. */
export function listHoldersOf(db: ReadableDb, attributeId: number): number[] {
  return db.column<number>(`SELECT entity FROM value_${attributeId} ORDER BY entity`)
}

/** A page of all comparables of an attribute in the order of their entities, behind one of them. */
export function listComparablesBehind(
  db: ReadableDb,
  attributeId: number,
  { behind, limit }: { readonly behind: number; readonly limit: number },
): [entity: number, comparable: Comparable][] {
  return db.tuples<[number, Comparable]>(
    `SELECT entity, norm FROM value_${attributeId} WHERE entity > ? ORDER BY entity LIMIT ?`,
    behind,
    limit,
  )
}

/** A page of the comparables that begin with a text, in their order and each once, behind one of them. */
export function listComparablesFrom(
  db: ReadableDb,
  attributeId: number,
  { start, behind, limit }: { readonly start: string; readonly behind: string; readonly limit: number },
): string[] {
  return db.column<string>(
    `SELECT DISTINCT norm FROM ${valuesByComparable(db, attributeId)} WHERE norm > ? AND norm >= ? AND norm < ?
     ORDER BY norm LIMIT ?`,
    behind,
    start,
    `${start}\u{10ffff}`,
    limit,
  )
}

export function countKnownComparables(
  db: ReadableDb,
  attributeId: number,
  comparables: readonly Comparable[],
): number {
  const [count = 0] = db.column<number>(
    `SELECT count(*) FROM json_each(?) WHERE value IN (SELECT norm FROM ${valuesByComparable(db, attributeId)})`,
    JSON.stringify(comparables),
  )
  return count
}

export function listUnknownComparables(
  db: ReadableDb,
  attributeId: number,
  comparables: readonly string[],
): string[] {
  return db.column<string>(
    `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT norm FROM ${valuesByComparable(db, attributeId)})`,
    JSON.stringify(comparables),
  )
}
