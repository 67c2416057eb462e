import type { ReadableDb, WritableDb } from './database.ts'

/** The comparable form of a value: folded text, a number, a date as text, or 0/1. */
export type Norm = string | number

/** Stores, replaces or (with null) removes the comparable form of one value. */
export function putNorm(tx: WritableDb, attributeId: number, entity: number, norm: Norm | null): void {
  if (norm === null) tx.run(`DELETE FROM value_${attributeId} WHERE entity = ?`, entity)
  else
    tx.run(
      `INSERT INTO value_${attributeId} (entity, norm) VALUES (?, ?) ON CONFLICT (entity) DO UPDATE SET norm = excluded.norm`,
      entity,
      norm,
    )
}

/** The comparable form of one value, or null where the entity has none. */
export function getNorm(db: ReadableDb, attributeId: number, entity: number): Norm | null {
  const row = db.get<{ norm: Norm }>(`SELECT norm FROM value_${attributeId} WHERE entity = ?`, entity)
  return row?.norm ?? null
}

/** Internal ids of at most `limit` entities with that comparable value, oldest first. */
export function findByNorm(db: ReadableDb, attributeId: number, norm: Norm, limit: number): number[] {
  // For `+?` see query/fragment.ts.
  return db.column<number>(
    `SELECT entity FROM value_${attributeId} WHERE norm = +? ORDER BY entity LIMIT +?`,
    norm,
    limit,
  )
}
