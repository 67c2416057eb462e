import { type Json, parseJson } from '../database/json.ts'
import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type { Requirement } from '#shared/channels.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

/** What a class says, by ids that no later definition or entity is given. */
export interface ClassContent {
  /** Internal ids. */
  readonly categories: readonly number[]
  /** UUIDs of attributes, in the order of the class. */
  readonly attributes: readonly { readonly attribute: string; readonly requirement: Requirement }[]
}

export interface ClassRow {
  readonly uuid: string
  readonly type: EntityType
  readonly key: string
  readonly name: string
  readonly content: ClassContent
}

type Tuple = [uuid: string, type: number, key: string, name: string, definition: Json<ClassContent>]

const select = 'SELECT uuid, type, key, name, definition FROM attribute_class'

/** The classes of a type, or of all types, in the order in which they were created. */
export function listClassRows(db: ReadableDb, type: EntityType | undefined): ClassRow[] {
  const filter = type === undefined ? '' : 'WHERE type = ?'
  const params = type === undefined ? [] : [entityTypes.indexOf(type)]
  return db.tuples<Tuple>(`${select} ${filter} ORDER BY uuid`, ...params).map(toRow)
}

export function findClassRow(db: ReadableDb, uuid: string): ClassRow | undefined {
  return db.tuples<Tuple>(`${select} WHERE uuid = ?`, uuid).map(toRow)[0]
}

function toRow([uuid, type, key, name, definition]: Tuple): ClassRow {
  return { uuid, type: toEntityType(type), key, name, content: parseJson(definition) }
}

/** Stores a class, new or changed. */
export function putClassRow(tx: WritableDb, { uuid, type, key, name, content }: ClassRow): void {
  tx.run(
    `INSERT INTO attribute_class (uuid, type, key, name, definition) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, definition = excluded.definition`,
    uuid,
    entityTypes.indexOf(type),
    key,
    name,
    JSON.stringify(content),
  )
}

export function removeClassRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM attribute_class WHERE uuid = ?', uuid)
}
