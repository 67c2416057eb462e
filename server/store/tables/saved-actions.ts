import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type { SavedAction } from '#shared/edits.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { Json } from '../database/json.ts'

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
