import type { ReadableDb, WritableDb } from './database.ts'

/** One reference: the internal ids of its source, its attribute and its target. */
export type ReferenceRow = [source: number, attribute: number, target: number]

/** All references of the given entities, in their order, by attribute and position. */
export function listReferences(db: ReadableDb, sources: readonly number[]): ReferenceRow[] {
  if (sources.length === 1) {
    return db.tuples<ReferenceRow>(
      'SELECT source, attribute, target FROM reference WHERE source = +? ORDER BY attribute, position',
      sources[0],
    )
  }
  // The outer loop runs in the order of the ids and the inner one in that of the primary key, so nothing is sorted.
  return db.tuples<ReferenceRow>(
    'SELECT r.source, r.attribute, r.target FROM json_each(?) j CROSS JOIN reference r ON r.source = j.value',
    JSON.stringify(sources),
  )
}

/** A referenced entity: its internal id and what a stub of it shows. */
export interface Target {
  readonly id: number
  readonly uuid: string
  readonly type: number
  readonly label: string | null
}

/** The targets of one reference attribute of one entity, in position order. */
export function listTargets(db: ReadableDb, source: number, attribute: number): Target[] {
  return db.all<Target>(
    `SELECT t.id, t.uuid, t.type, t.label FROM reference r JOIN entity t ON t.id = r.target
     WHERE r.source = ? AND r.attribute = ? ORDER BY r.position`,
    source,
    attribute,
  )
}

/** Replaces the whole list of one reference attribute; an empty list clears it. */
export function replaceTargets(
  tx: WritableDb,
  source: number,
  attribute: number,
  targets: readonly number[],
): void {
  tx.run('DELETE FROM reference WHERE source = ? AND attribute = ?', source, attribute)
  addTargets(tx, source, attribute, targets)
}

/** Stores the list of one reference attribute that has none yet. */
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
