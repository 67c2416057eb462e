import type { ReadableDb, WritableDb } from '../database/database.ts'
import { forgetOnRollback } from '../database/committed-events.ts'
import { valuesByNorm } from './index-tables.ts'

/**
 * The value tables: `value_<attribute>` holds one comparable form per entity. With its index a table does what an expression
 * index on the document would do, which SQLite cannot build here: the comparable form of a text is folded by our own code.
 */

/** The comparable form of a value: folded text, a number, a date as text, or 0/1. */
export type Norm = string | number

/** A statement over the value table of an attribute, put together once: it is looked up by its text for every value. */
function statement(text: (table: string) => string): (attributeId: number) => string {
  const texts = new Map<number, string>()
  return (attributeId) => {
    const known = texts.get(attributeId)
    if (known !== undefined) return known
    const made = text(`value_${attributeId}`)
    texts.set(attributeId, made)
    return made
  }
}

const statements = {
  remove: statement((table) => `DELETE FROM ${table} WHERE entity = ?`),
  put: statement(
    (table) =>
      `INSERT INTO ${table} (entity, norm) VALUES (?, ?) ON CONFLICT (entity) DO UPDATE SET norm = excluded.norm`,
  ),
  get: statement((table) => `SELECT norm FROM ${table} WHERE entity = ?`),
}

// As many rows as one statement writes; most of what a statement costs it costs once.
const rowsOfStatement = [50, 10, 1] as const

const putMany = rowsOfStatement.map((rows) =>
  statement(
    (table) =>
      `INSERT INTO ${table} (entity, norm) VALUES ${Array.from({ length: rows }, () => '(?, ?)').join(', ')}
       ON CONFLICT (entity) DO UPDATE SET norm = excluded.norm`,
  ),
)

interface Collected {
  readonly attributes: ReadonlySet<number>
  readonly norms: [attribute: number, entity: number, norm: Norm | null][]
}

const collectedBy = new WeakMap<WritableDb, Collected>()

/**
 * Runs `fn`, during which nothing may look at the values of these attributes in their tables: those that are put are written at its
 * end, many at a time.
 */
export function collectingNorms<T>(tx: WritableDb, attributes: ReadonlySet<number>, fn: () => T): T {
  const collected: Collected = { attributes, norms: [] }
  collectedBy.set(tx, collected)
  forgetOnRollback(tx, collected.norms)
  try {
    const result = fn()
    writeCollected(tx, collected)
    return result
  } finally {
    collectedBy.delete(tx)
    forgetOnRollback(tx, undefined)
  }
}

function writeCollected(tx: WritableDb, { norms }: Collected): void {
  // Of an entity that comes again the last value holds.
  const byAttribute = new Map<number, Map<number, Norm | null>>()
  for (const [attribute, entity, norm] of norms) {
    const values = byAttribute.get(attribute) ?? new Map<number, Norm | null>()
    byAttribute.set(attribute, values.set(entity, norm))
  }
  for (const [attribute, values] of byAttribute) {
    const params: (Norm | number)[] = []
    for (const [entity, norm] of values)
      if (norm === null) tx.run(statements.remove(attribute), entity)
      else params.push(entity, norm)
    let from = 0
    rowsOfStatement.forEach((rows, index) => {
      for (; params.length - from >= 2 * rows; from += 2 * rows)
        tx.run(putMany[index]?.(attribute) ?? '', ...params.slice(from, from + 2 * rows))
    })
  }
}

/** Stores, replaces or (with null) removes the comparable form of one value. */
export function putNorm(tx: WritableDb, attributeId: number, entity: number, norm: Norm | null): void {
  const collected = collectedBy.get(tx)
  if (collected?.attributes.has(attributeId)) collected.norms.push([attributeId, entity, norm])
  else if (norm === null) tx.run(statements.remove(attributeId), entity)
  else tx.run(statements.put(attributeId), entity, norm)
}

/** The comparable form of one value, or null where the entity has none. */
export function getNorm(db: ReadableDb, attributeId: number, entity: number): Norm | null {
  const row = db.get<{ norm: Norm }>(statements.get(attributeId), entity)
  return row?.norm ?? null
}

/** Internal ids of at most `limit` entities with that comparable value, oldest first. */
export function findByNorm(db: ReadableDb, attributeId: number, norm: Norm, limit: number): number[] {
  // For `+?` see database/fragment.ts.
  const text = `SELECT entity FROM ${valuesByNorm(db, attributeId)} WHERE norm = +? ORDER BY entity LIMIT +?`
  return db.column<number>(text, norm, limit)
}

/** How many of different values some entity has. */
export function countKnownNorms(db: ReadableDb, attributeId: number, norms: readonly Norm[]): number {
  const [count = 0] = db.column<number>(
    `SELECT count(*) FROM json_each(?) WHERE value IN (SELECT norm FROM ${valuesByNorm(db, attributeId)})`,
    JSON.stringify(norms),
  )
  return count
}

/** Those of different values that no entity has, in their order. */
export function listUnknownNorms(db: ReadableDb, attributeId: number, norms: readonly string[]): string[] {
  return db.column<string>(
    `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT norm FROM ${valuesByNorm(db, attributeId)})`,
    JSON.stringify(norms),
  )
}
