import type { Actor } from '#shared/events.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { NoteStatus } from '#shared/notes.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { Json } from '../database/json.ts'

export interface NoteRow {
  readonly id: number
  readonly uuid: string
  readonly entity: number
  readonly type: number
  readonly attribute: number | null
  readonly text: string
  readonly status: NoteStatus
  readonly author: Json<Actor>
  readonly created_at: number
  readonly updated_at: number
  readonly done_at: number | null
  readonly done_by: Json<Actor> | null
  /** A day as 2026-01-05. */
  readonly due_on: string | null
}

export function insertNote(tx: WritableDb, note: Omit<NoteRow, 'id'>): void {
  tx.run(
    `INSERT INTO note (uuid, entity, type, attribute, text, status, author, created_at, updated_at, done_at, done_by, due_on)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    note.uuid,
    note.entity,
    note.type,
    note.attribute,
    note.text,
    note.status,
    note.author,
    note.created_at,
    note.updated_at,
    note.done_at,
    note.done_by,
    note.due_on,
  )
}

export function changeNote(
  tx: WritableDb,
  note: Pick<NoteRow, 'id' | 'text' | 'status' | 'updated_at' | 'done_at' | 'done_by' | 'due_on'>,
): void {
  tx.run(
    'UPDATE note SET text = ?, status = ?, updated_at = ?, done_at = ?, done_by = ?, due_on = ? WHERE id = ?',
    note.text,
    note.status,
    note.updated_at,
    note.done_at,
    note.done_by,
    note.due_on,
    note.id,
  )
}

export function removeNote(tx: WritableDb, id: number): void {
  tx.run('DELETE FROM note WHERE id = ?', id)
}

export function removeNotesOn(tx: WritableDb, attribute: number): void {
  tx.run('DELETE FROM note WHERE attribute = ?', attribute)
}

export function removeLostNotes(tx: WritableDb): void {
  tx.run(
    `DELETE FROM note WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = note.entity)
       AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE trashed_entity.id = note.entity)`,
  )
}

/** A note `n` of an entity in the trash, or on a cell that the reader may not read, is not there. */
function isThere(db: ReadableDb): string {
  return `EXISTS (SELECT 1 FROM entity WHERE entity.id = n.entity)${isOnReadableCell(db, 'n')}`
}

export function isOnReadableCell({ hidden }: ReadableDb, row: string): string {
  return hidden ? ` AND ifnull(${row}.attribute, 0) NOT IN (${[...hidden.ids].join(', ')})` : ''
}

export function findNote(db: ReadableDb, uuid: string): NoteRow | undefined {
  return db.get<NoteRow>(`SELECT n.* FROM note n WHERE n.uuid = ? AND ${isThere(db)}`, uuid)
}

export interface NoteFilter {
  readonly types: readonly EntityType[]
  readonly status?: NoteStatus | undefined
  readonly entity?: number | undefined
  readonly attributes?: readonly number[] | undefined
  readonly text?: string | undefined
  readonly author?: string | undefined
  /** Only those that are due on this day or earlier. */
  readonly dueBy?: string | undefined
}

export interface NoteWindow {
  readonly limit: number
  readonly offset: number
  readonly behind: number | undefined
  /** Whether those that are due first come first, and those without a date last. */
  readonly isByDue?: boolean
}

export function listNotePage(
  db: ReadableDb,
  filter: NoteFilter,
  { limit, offset, behind = Number.MAX_SAFE_INTEGER, isByDue = false }: NoteWindow,
): { rows: NoteRow[]; total: number } {
  const from = sql`FROM note n WHERE ${join(testsOf(db, filter), ' AND ')}`
  const order = raw(isByDue ? 'n.due_on IS NULL, n.due_on, n.id DESC' : 'n.id DESC')
  const page = sql`SELECT n.* ${from} AND n.id < ${behind} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
  const count = sql`SELECT count(*) AS total ${from}`
  return {
    rows: db.all<NoteRow>(page.text, ...page.params),
    total: db.get<{ total: number }>(count.text, ...count.params)?.total ?? 0,
  }
}

function testsOf(
  db: ReadableDb,
  { types, status, entity, attributes, text, author, dueBy }: NoteFilter,
): Fragment[] {
  const among = (values: readonly unknown[]) =>
    sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
  return [
    sql`n.type ${among(types.map((type) => entityTypes.indexOf(type)))}`,
    ...(status === undefined ? [] : [sql`n.status = ${status}`]),
    ...(entity === undefined ? [] : [sql`n.entity = ${entity}`]),
    ...(attributes === undefined ? [] : [sql`n.attribute ${among(attributes)}`]),
    ...(text === undefined ? [] : [sql`instr(lower(n.text), lower(${text})) > 0`]),
    ...(author === undefined ? [] : [sql`coalesce(n.author ->> '$.id', n.author ->> '$.type') = ${author}`]),
    ...(dueBy === undefined ? [] : [sql`n.due_on <= ${dueBy}`]),
    raw(isThere(db)),
  ]
}

export function listNotesOf(db: ReadableDb, entities: readonly number[]): NoteRow[] {
  return db.all<NoteRow>(
    `SELECT n.* FROM json_each(?) j CROSS JOIN note n ON n.entity = j.value${isOnReadableCell(db, 'n')} ORDER BY n.id`,
    JSON.stringify(entities),
  )
}

export function listNotedIds(db: ReadableDb): number[] {
  return db.column<number>(`SELECT DISTINCT n.entity FROM note n WHERE ${isThere(db)} ORDER BY n.entity`)
}
