import type { ReadableDb, WritableDb } from './database.ts'

/** One reference as a stub needs it; `source` and `attribute` are internal ids. */
export interface ReferenceRow {
  readonly source: number
  readonly attribute: number
  readonly uuid: string
  readonly type: number
  readonly label: string | null
}

// Parameters of queries are written `+?`: see query/fragment.ts.
const select = `SELECT r.source, r.attribute, t.uuid, t.type, t.label FROM`

/** All references of the given entities, by source, attribute and position. */
export function listReferences(db: ReadableDb, sources: readonly number[]): ReferenceRow[] {
  if (sources.length === 1) {
    return db.all<ReferenceRow>(
      `${select} reference r JOIN entity t ON t.id = r.target WHERE r.source = +? ORDER BY r.attribute, r.position`,
      sources[0],
    )
  }
  return db.all<ReferenceRow>(
    `${select} json_each(?) j CROSS JOIN reference r ON r.source = j.value CROSS JOIN entity t ON t.id = r.target
     ORDER BY j.key, r.attribute, r.position`,
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
