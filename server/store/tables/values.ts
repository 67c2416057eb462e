import type { ReadableDb, WritableDb } from '../database/database.ts'
import { countCached } from '../database/caches.ts'
import { writeRows } from '../database/write-rows.ts'
import { valuesByComparable } from './index-tables.ts'

/**
 * The value tables: `value_<attribute>` holds one comparable form per entity. With its index a table does
 * what an expression index on the document would do, which SQLite cannot build here: the comparable form of a
 * text is folded by our own code.
 */

/** The comparable form of a value: folded text, a number, a date as text, or 0/1. */
export type Comparable = string | number

/**
 * Entities and their values by turns: of hundreds of thousands each object would have to be collected as
 * garbage.
 */
type CollectedValues = (Comparable | null)[]

/**
 * Runs `fn`, during which nothing may look at the values of these attributes in their tables: those that are
 * put are written at its end, many at a time.
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
  // Of an entity that comes again the last value holds, or that there is none.
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

/** Stores, replaces or (with null) removes the comparable form of one value. */
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

/** The comparable form of one value, or null where the entity has none. */
export function getComparable(db: ReadableDb, attributeId: number, entity: number): Comparable | null {
  const row = db.get<{ norm: Comparable }>(`SELECT norm FROM value_${attributeId} WHERE entity = ?`, entity)
  return row?.norm ?? null
}

/** How many entities have a value. */
export function countValues(db: ReadableDb, attributeId: number): number {
  return countCached(db, { text: `SELECT count(*) AS total FROM value_${attributeId}`, params: [] })
}

/** Internal ids of at most `limit` entities with that comparable value, oldest first. */
export function findByComparable(
  db: ReadableDb,
  attributeId: number,
  comparable: Comparable,
  limit: number,
): number[] {
  // For `+?` see database/fragment.ts.
  const text = `SELECT entity FROM ${valuesByComparable(db, attributeId)} WHERE norm = +? ORDER BY entity LIMIT +?`
  return db.column<number>(text, comparable, limit)
}

/** The first entities that hold one of the values, in the order of the values. */
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

/** How many of different values some entity has. */
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

/** Those of different values that no entity has, in their order. */
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
