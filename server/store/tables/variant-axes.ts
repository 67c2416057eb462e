import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

/** An attribute by its id, and its values in the order in which a shop lists them. */
export interface StoredAxis {
  readonly attribute: string
  readonly values: readonly string[]
}

type Row = [entity: number, axes: Json<StoredAxis[]>]

/** The axes that were set for some products, by their internal ids. */
export function listStoredAxes(
  db: ReadableDb,
  entities: readonly number[],
): ReadonlyMap<number, readonly StoredAxis[]> {
  const rows = db.tuples<Row>(
    'SELECT a.entity, a.axes FROM json_each(?) j CROSS JOIN variant_axes a ON a.entity = j.value',
    JSON.stringify(entities),
  )
  return new Map(rows.map(([entity, axes]) => [entity, parseJson(axes)]))
}

export function putAxes(tx: WritableDb, entity: number, axes: readonly StoredAxis[]): void {
  if (axes.length === 0) tx.run('DELETE FROM variant_axes WHERE entity = ?', entity)
  else
    tx.run(
      'INSERT INTO variant_axes (entity, axes) VALUES (?, ?) ON CONFLICT (entity) DO UPDATE SET axes = excluded.axes',
      entity,
      toJson(axes),
    )
}

export function removeLostAxes(tx: WritableDb): void {
  tx.run(
    `DELETE FROM variant_axes WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = variant_axes.entity)
       AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE trashed_entity.id = variant_axes.entity)`,
  )
}
