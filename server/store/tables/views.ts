import type { GridView } from '#shared/views.ts'
import type { Json } from '../database/json.ts'
import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

export interface ViewRow {
  readonly uuid: string
  readonly type: EntityType
  readonly name: string
  readonly isDefault: boolean
  readonly definition: Json<Partial<GridView>>
}

type Tuple = [uuid: string, type: number, name: string, isDefault: number, definition: ViewRow['definition']]

export function listViewRows(db: ReadableDb, type: EntityType | undefined): ViewRow[] {
  const filter = type === undefined ? '' : 'WHERE type = ?'
  const params = type === undefined ? [] : [entityTypes.indexOf(type)]
  return db.tuples<Tuple>(`${select} ${filter} ORDER BY uuid`, ...params).map(toRow)
}

export function findViewRow(db: ReadableDb, uuid: string): ViewRow | undefined {
  return db.tuples<Tuple>(`${select} WHERE uuid = ?`, uuid).map(toRow)[0]
}

const select = 'SELECT uuid, type, name, is_default, definition FROM grid_view'

function toRow([uuid, type, name, isDefault, definition]: Tuple): ViewRow {
  return { uuid, type: toEntityType(type), name, isDefault: isDefault === 1, definition }
}

export function putViewRow(tx: WritableDb, { uuid, type, name, isDefault, definition }: ViewRow): void {
  const index = entityTypes.indexOf(type)
  if (isDefault) tx.run('UPDATE grid_view SET is_default = 0 WHERE type = ? AND uuid <> ?', index, uuid)
  tx.run(
    `INSERT INTO grid_view (uuid, type, name, is_default, definition) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, is_default = excluded.is_default, definition = excluded.definition`,
    uuid,
    index,
    name,
    isDefault ? 1 : 0,
    definition,
  )
}

export function removeViewRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM grid_view WHERE uuid = ?', uuid)
}
