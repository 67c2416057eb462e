import { findFixedIndex } from './index-tables.ts'
import { type EntityType, entityTypes, findEntityType, toEntityType } from '#shared/entities.ts'
import type { Actor, Change } from '#shared/events.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson } from '../database/json.ts'
import { readChanges, type StoredChanges } from './events.ts'
import type { SavedAction } from '#shared/bulk-operations.ts'

export interface EditEvent {
  readonly sequence: number
  readonly entity: number
  readonly uuid: string
  readonly type: EntityType
  readonly kind: 'entity.created' | 'entity.updated' | 'entity.deleted' | 'entity.restored'
  readonly changes: readonly Change[]
}

const ofEdit =
  "FROM event WHERE edit = ? AND kind IN ('entity.created', 'entity.updated', 'entity.deleted', 'entity.restored')"

export function listEditEvents(
  db: ReadableDb,
  edit: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): EditEvent[] {
  return db
    .all<Omit<EditEvent, 'changes'> & { changes: StoredChanges }>(
      `SELECT sequence, entity, kind, type, subject ->> '$.entity.id' AS uuid, changes ${ofEdit} AND sequence < ?
       ORDER BY sequence DESC LIMIT ?`,
      edit,
      before,
      limit,
    )
    .map((row) => ({ ...row, changes: readChanges(row.changes) }))
}

export function hasEdit(db: ReadableDb, edit: string): boolean {
  return db.get('SELECT 1 FROM event WHERE edit = ? LIMIT 1', edit) !== undefined
}

export function listChangesOf(db: ReadableDb, type: EntityType, sequences: readonly number[]): EditEvent[] {
  return db
    .all<Omit<EditEvent, 'changes'> & { changes: StoredChanges }>(
      `SELECT e.sequence, e.entity, e.kind, e.type, e.subject ->> '$.entity.id' AS uuid, e.changes
       FROM json_each(?) j CROSS JOIN event e ON e.sequence = j.value WHERE e.kind = 'entity.updated' AND +e.type = ?`,
      JSON.stringify(sequences),
      type,
    )
    .map((row) => ({ ...row, changes: readChanges(row.changes) }))
}

export function listEditActors(db: ReadableDb, edit: string): Actor[] {
  return db
    .all<{ actor: Json<Actor> }>('SELECT DISTINCT actor FROM event WHERE edit = ?', edit)
    .map(({ actor }) => parseJson(actor))
}

export interface EditExtent {
  /** The type of all entities of an edit; of a merge that of the merged ones, of placed files the product. */
  readonly type: EntityType
  readonly entities: number
  /** The number of changed values; a created, deleted or restored entity counts as one. */
  readonly values: number
  readonly isMerge: boolean
  /** Whether its undo needs the right to merge; one that trashes what a write had created does not. */
  readonly needsMerging: boolean
  /** The types of entities that it has created, which its undo sends to the trash. */
  readonly creates: readonly EntityType[]
}

export function findEdit(db: ReadableDb, edit: string): EditExtent | undefined {
  const row = db.get<{
    type: EntityType | null
    entities: number
    values: number
    moved: number
    merged: number
    created: string | null
  }>(
    `SELECT coalesce(min(type) FILTER (WHERE kind IN ('entity.deleted', 'entity.restored')), max(type)) AS type, count(*) AS entities,
       sum(CASE kind WHEN 'entity.updated' THEN json_array_length(changes) ELSE 1 END) AS "values",
       count(*) FILTER (WHERE kind IN ('entity.deleted', 'entity.restored')) AS moved,
       count(*) FILTER (WHERE kind = 'entity.restored' OR subject ->> '$.merged_into' IS NOT NULL) AS merged,
       group_concat(DISTINCT type) FILTER (WHERE kind = 'entity.created') AS created
     ${ofEdit}`,
    edit,
  )
  if (row && row.type !== null) {
    const { type, entities, values, moved, merged, created } = row
    return {
      type,
      entities,
      values,
      isMerge: moved > 0,
      needsMerging: merged > 0,
      creates: (created ?? '').split(',').flatMap((name) => findEntityType(name) ?? []),
    }
  }
  // A merge of options that no entity holds changes only the definition.
  const [definition] = listEditDefinitions(db, edit)
  const nothing = { entities: 0, values: 0, isMerge: false, needsMerging: false, creates: [] }
  return definition && { type: definition.type, ...nothing }
}

export interface DefinitionEvent {
  readonly sequence: number
  readonly key: string
  readonly type: EntityType
  readonly changes: readonly Change[]
}

export function listEditDefinitions(db: ReadableDb, edit: string): DefinitionEvent[] {
  return db
    .all<Omit<DefinitionEvent, 'changes'> & { changes: StoredChanges }>(
      `SELECT sequence, subject ->> '$.attribute.key' AS key, subject ->> '$.attribute.entity_type' AS type, changes
       FROM event WHERE edit = ? AND kind = 'attribute.updated' ORDER BY sequence DESC`,
      edit,
    )
    .map((row) => ({ ...row, changes: readChanges(row.changes) }))
}

/** Things that an edit has made without an event, by UUID. */
export interface MadeByEdit {
  readonly classes: readonly string[]
  readonly views: readonly string[]
  readonly rules: readonly string[]
}

export function putMade(tx: WritableDb, edit: string, made: MadeByEdit): void {
  tx.run('INSERT INTO edit_made (edit, made) VALUES (?, ?)', edit, JSON.stringify(made))
}

/** Returns what an edit has made, once: it is removed with that. */
export function takeMade(tx: WritableDb, edit: string): MadeByEdit | undefined {
  const row = tx.get<{ made: Json<MadeByEdit> }>('SELECT made FROM edit_made WHERE edit = ?', edit)
  if (row) tx.run('DELETE FROM edit_made WHERE edit = ?', edit)
  return row && parseJson(row.made)
}

export function listMadeAttributes(db: ReadableDb, edit: string): { key: string; type: EntityType }[] {
  return db.all(
    `SELECT subject ->> '$.attribute.key' AS key, subject ->> '$.attribute.entity_type' AS type
     FROM event WHERE edit = ? AND kind = 'attribute.created' ORDER BY sequence DESC`,
    edit,
  )
}

export interface JobEntityEvent extends Omit<EditEvent, 'kind'> {
  readonly kind: 'entity.created' | 'entity.updated' | 'entity.deleted'
}

const ofJob = "FROM event WHERE job = ? AND kind IN ('entity.created', 'entity.updated', 'entity.deleted')"

export function listJobEntityEvents(
  db: ReadableDb,
  job: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): JobEntityEvent[] {
  return db
    .all<Omit<JobEntityEvent, 'changes'> & { changes: StoredChanges }>(
      `SELECT sequence, entity, kind, subject ->> '$.entity.id' AS uuid, subject ->> '$.entity.type' AS type, changes
       ${ofJob} AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
      job,
      before,
      limit,
    )
    .map((row) => ({ ...row, changes: readChanges(row.changes) }))
}

export function countJobEntities(db: ReadableDb, job: string): number {
  return db.get<{ n: number }>(`SELECT count(*) AS n ${ofJob}`, job)?.n ?? 0
}

export function listJobAttributes(
  db: ReadableDb,
  jobs: readonly string[],
): { key: string; type: EntityType }[] {
  return db.all(
    `SELECT subject ->> '$.attribute.key' AS key, subject ->> '$.attribute.entity_type' AS type
     FROM event WHERE job IN (SELECT value FROM json_each(?)) AND kind = 'attribute.created' ORDER BY sequence`,
    JSON.stringify(jobs),
  )
}

export function listUndoneImports(db: ReadableDb): string[] {
  return db.column<string>(
    "SELECT DISTINCT metadata ->> '$.undoes' FROM job WHERE name = 'undo_import' AND status = 'completed'",
  )
}

export function listCreations(
  db: ReadableDb,
  job: string,
  entities: readonly number[],
): { entity: number; changes: Change[] }[] {
  return db
    .all<{ entity: number; changes: StoredChanges }>(
      `SELECT e.entity, e.changes FROM ${eventsOfEntities(db)} WHERE e.kind = 'entity.created' AND e.job = ?`,
      JSON.stringify(entities),
      job,
    )
    .map((row) => ({ ...row, changes: readChanges(row.changes) }))
}

/**
 * The events `e` of a bound list of entities; without the index on entities the feed is read once for all.
 */
function eventsOfEntities(db: ReadableDb): string {
  const history = findFixedIndex(db, 'history')
  return history
    ? `json_each(?) j CROSS JOIN ${history} h ON h.entity = j.value CROSS JOIN event e ON e.sequence = h.sequence`
    : '(SELECT * FROM event NOT INDEXED WHERE entity IN (SELECT value FROM json_each(?))) e'
}

export function listTouched(
  db: ReadableDb,
  entities: readonly number[],
  { job, undo }: { readonly job: string; readonly undo: string },
): { entity: number; attribute: string }[] {
  return db.all(
    `SELECT DISTINCT e.entity, c.value ->> '$.attribute' AS attribute
     FROM ${eventsOfEntities(db)} CROSS JOIN json_each(e.changes) c
     WHERE e.kind = 'entity.updated' AND e.job IS NOT ? AND e.job IS NOT ?`,
    JSON.stringify(entities),
    job,
    undo,
  )
}

export type ActionContent = Omit<SavedAction, 'id' | 'name' | 'entity_type' | 'broken'>

export interface ActionRow {
  readonly uuid: string
  readonly type: EntityType
  readonly name: string
  readonly definition: Json<ActionContent>
}

type Tuple = [uuid: string, type: number, name: string, definition: ActionRow['definition']]

const select = 'SELECT uuid, type, name, definition FROM saved_action'

export function listActionRows(db: ReadableDb, type?: EntityType): ActionRow[] {
  const filter = type === undefined ? '' : 'WHERE type = ?'
  const params = type === undefined ? [] : [entityTypes.indexOf(type)]
  return db.tuples<Tuple>(`${select} ${filter} ORDER BY uuid`, ...params).map(toRow)
}

export function findActionRow(db: ReadableDb, uuid: string): ActionRow | undefined {
  return db.tuples<Tuple>(`${select} WHERE uuid = ?`, uuid).map(toRow)[0]
}

function toRow([uuid, type, name, definition]: Tuple): ActionRow {
  return { uuid, type: toEntityType(type), name, definition }
}

export function putActionRow(tx: WritableDb, { uuid, type, name, definition }: ActionRow): void {
  tx.run(
    `INSERT INTO saved_action (uuid, type, name, definition) VALUES (?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, definition = excluded.definition`,
    uuid,
    entityTypes.indexOf(type),
    name,
    definition,
  )
}

export function removeActionRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM saved_action WHERE uuid = ?', uuid)
}
