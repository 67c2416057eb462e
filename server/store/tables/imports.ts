import { type Json, parseJson } from '../database/json.ts'
import type { ImportSettings } from '#shared/imports.ts'
import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

export interface ProfileRow {
  readonly uuid: string
  readonly type: EntityType
  readonly name: string
  readonly settings: Json<ImportSettings>
}

type Tuple = [uuid: string, type: number, name: string, settings: ProfileRow['settings']]

const select = 'SELECT uuid, type, name, settings FROM import_profile'

export function listProfileRows(db: ReadableDb): ProfileRow[] {
  return db.tuples<Tuple>(`${select} ORDER BY uuid`).map(toRow)
}

export function findProfileRow(db: ReadableDb, uuid: string): ProfileRow | undefined {
  return db.tuples<Tuple>(`${select} WHERE uuid = ?`, uuid).map(toRow)[0]
}

function toRow([uuid, type, name, settings]: Tuple): ProfileRow {
  return { uuid, type: toEntityType(type), name, settings }
}

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

export interface RowFault {
  readonly row: number
  readonly issues: readonly string[]
  readonly isLate: boolean
}

export function putRowFaults(tx: WritableDb, job: string, faults: readonly RowFault[]): void {
  tx.run(
    `INSERT INTO import_fault (job, row, is_late, issues)
     SELECT ?, value ->> 'row', CASE WHEN value ->> 'isLate' THEN 1 ELSE 0 END, value -> 'issues' FROM json_each(?) WHERE true
     ON CONFLICT (job, row) DO UPDATE SET is_late = excluded.is_late, issues = excluded.issues`,
    job,
    JSON.stringify(faults),
  )
}

export function removeRowFaults(tx: WritableDb, job: string, rows: readonly number[]): void {
  tx.run(
    'DELETE FROM import_fault WHERE job = ? AND row IN (SELECT value FROM json_each(?))',
    job,
    JSON.stringify(rows),
  )
}

export function clearRowFaults(tx: WritableDb, job: string): void {
  tx.run('DELETE FROM import_fault WHERE job = ?', job)
}

export function listFailedRows(
  db: ReadableDb,
  job: string,
  { behind, limit }: { readonly behind: number; readonly limit: number },
): { row: number; issues: string[] }[] {
  return db
    .tuples<[row: number, issues: Json<string[]>]>(
      'SELECT row, issues FROM import_fault WHERE job = ? AND row > ? AND is_late = 0 ORDER BY row LIMIT ?',
      job,
      behind,
      limit,
    )
    .map(([row, issues]) => ({ row, issues: parseJson(issues) }))
}

export function listLateRows(db: ReadableDb, job: string, behind: number): number[] {
  return db.column<number>(
    'SELECT row FROM import_fault WHERE job = ? AND row > ? AND is_late = 1 ORDER BY row',
    job,
    behind,
  )
}

/** The entity that a row of an earlier import was written to and that no row of this job has found yet. */
export function findImportedEntity(db: ReadableDb, digest: Uint8Array, job: string): number | undefined {
  const [entity] = db.column<number>(
    `SELECT r.entity FROM import_row r JOIN entity e ON e.id = r.entity
     WHERE r.digest = ? AND r.job <> ? ORDER BY r.entity LIMIT 1`,
    digest,
    job,
  )
  return entity
}

export interface ImportedRow {
  readonly digest: Uint8Array
  readonly entity: number
  readonly job: string
}

export function putImportedRow(tx: WritableDb, { digest, entity, job }: ImportedRow): void {
  tx.run(
    `INSERT INTO import_row (digest, entity, job) VALUES (?, ?, ?)
     ON CONFLICT (digest, entity) DO UPDATE SET job = excluded.job`,
    digest,
    entity,
    job,
  )
}

export function removeLostImportRows(tx: WritableDb): void {
  tx.run(
    `DELETE FROM import_row WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = import_row.entity)
       AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE trashed_entity.id = import_row.entity)`,
  )
}
