import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

/** A stored profile; `settings` is JSON. */
export interface ProfileRow {
  readonly uuid: string
  readonly type: EntityType
  readonly name: string
  readonly settings: string
}

type Tuple = [uuid: string, type: number, name: string, settings: string]

const select = 'SELECT uuid, type, name, settings FROM import_profile'

/** All profiles, in the order in which they were created. */
export function listProfileRows(db: ReadableDb): ProfileRow[] {
  return db.tuples<Tuple>(`${select} ORDER BY uuid`).map(toRow)
}

export function findProfileRow(db: ReadableDb, uuid: string): ProfileRow | undefined {
  return db.tuples<Tuple>(`${select} WHERE uuid = ?`, uuid).map(toRow)[0]
}

function toRow([uuid, type, name, settings]: Tuple): ProfileRow {
  return { uuid, type: entityTypes[type] as EntityType, name, settings }
}

/** Stores a profile, new or changed. */
export function putProfileRow(tx: WritableDb, { uuid, type, name, settings }: ProfileRow): void {
  tx.run(
    `INSERT INTO import_profile (uuid, type, name, settings) VALUES (?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, settings = excluded.settings`,
    uuid,
    entityTypes.indexOf(type),
    name,
    settings,
  )
}

export function removeProfileRow(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM import_profile WHERE uuid = ?', uuid)
}
