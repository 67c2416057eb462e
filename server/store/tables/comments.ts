import type { NamedPerson } from '#shared/comments.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Actor } from '#shared/events.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import type { Json } from '../database/json.ts'
import { isOnReadableCell } from './notes.ts'

export interface CommentRow {
  readonly id: number
  readonly uuid: string
  readonly thread: number | null
  readonly entity: number
  readonly type: number
  readonly attribute: number | null
  readonly text: string
  readonly mentions: Json<readonly NamedPerson[]>
  readonly author: Json<Actor>
  readonly created_at: number
  readonly updated_at: number
  readonly resolved_at: number | null
  readonly resolved_by: Json<Actor> | null
}

export function insertComment(
  tx: WritableDb,
  comment: Omit<CommentRow, 'id' | 'resolved_at' | 'resolved_by'>,
): void {
  tx.run(
    `INSERT INTO comment (uuid, thread, entity, type, attribute, text, mentions, author, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    comment.uuid,
    comment.thread,
    comment.entity,
    comment.type,
    comment.attribute,
    comment.text,
    comment.mentions,
    comment.author,
    comment.created_at,
    comment.updated_at,
  )
}

export function changeComment(
  tx: WritableDb,
  comment: Pick<CommentRow, 'id' | 'text' | 'mentions' | 'updated_at' | 'resolved_at' | 'resolved_by'>,
): void {
  tx.run(
    'UPDATE comment SET text = ?, mentions = ?, updated_at = ?, resolved_at = ?, resolved_by = ? WHERE id = ?',
    comment.text,
    comment.mentions,
    comment.updated_at,
    comment.resolved_at,
    comment.resolved_by,
    comment.id,
  )
}

export function removeCommentsOn(tx: WritableDb, attribute: number): void {
  tx.run('DELETE FROM comment WHERE attribute = ?', attribute)
}

export function removeLostComments(tx: WritableDb): void {
  tx.run(
    `DELETE FROM comment WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = comment.entity)
       AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE trashed_entity.id = comment.entity)`,
  )
}

/** A comment `c` on an entity in the trash, or on a cell that the reader may not read, is not there. */
function isThere(db: ReadableDb): string {
  return `EXISTS (SELECT 1 FROM entity WHERE entity.id = c.entity)${isOnReadableCell(db, 'c')}`
}

export function findComment(db: ReadableDb, uuid: string): CommentRow | undefined {
  return db.get<CommentRow>(`SELECT c.* FROM comment c WHERE c.uuid = ? AND ${isThere(db)}`, uuid)
}

export function getCommentRow(db: ReadableDb, id: number): CommentRow | undefined {
  return db.get<CommentRow>('SELECT * FROM comment WHERE id = ?', id)
}

export interface CommentFilter {
  readonly types: readonly EntityType[]
  readonly isResolved?: boolean | undefined
  readonly entity?: number | undefined
  readonly attributes?: readonly number[] | undefined
  /** A part of the text of the comment or of a reply, without regard to case. */
  readonly text?: string | undefined
  readonly author?: string | undefined
  readonly mentioned?: string | undefined
}

interface CommentWindow {
  readonly limit: number
  readonly offset: number
  readonly behind: number | undefined
}

export function listCommentPage(
  db: ReadableDb,
  filter: CommentFilter,
  { limit, offset, behind = Number.MAX_SAFE_INTEGER }: CommentWindow,
): { rows: CommentRow[]; total: number } {
  const from = sql`FROM comment c WHERE ${join(testsOf(db, filter), ' AND ')}`
  const page = sql`SELECT c.* ${from} AND c.id < ${behind} ORDER BY c.id DESC LIMIT ${limit} OFFSET ${offset}`
  const count = sql`SELECT count(*) AS total ${from}`
  return {
    rows: db.all<CommentRow>(page.text, ...page.params),
    total: db.get<{ total: number }>(count.text, ...count.params)?.total ?? 0,
  }
}

function testsOf(db: ReadableDb, filter: CommentFilter): Fragment[] {
  const { types, isResolved, entity, attributes, text, author, mentioned } = filter
  return [
    raw('c.thread IS NULL'),
    sql`c.type ${among(types.map((type) => entityTypes.indexOf(type)))}`,
    ...(isResolved === undefined ? [] : [raw(`c.resolved_at IS ${isResolved ? 'NOT ' : ''}NULL`)]),
    ...(entity === undefined ? [] : [sql`c.entity = ${entity}`]),
    ...(attributes === undefined ? [] : [sql`c.attribute ${among(attributes)}`]),
    ...(text === undefined ? [] : [inThread(sql`instr(lower(o.text), lower(${text})) > 0`)]),
    ...(author === undefined
      ? []
      : [inThread(sql`coalesce(o.author ->> '$.id', o.author ->> '$.type') = ${author}`)]),
    ...(mentioned === undefined
      ? []
      : [
          inThread(
            sql`EXISTS (SELECT 1 FROM json_each(o.mentions) m WHERE m.value ->> '$.id' = ${mentioned})`,
          ),
        ]),
    raw(isThere(db)),
  ]
}

function among(values: readonly unknown[]): Fragment {
  return sql`IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}

function inThread(test: Fragment): Fragment {
  return sql`EXISTS (SELECT 1 FROM comment o WHERE (o.id = c.id OR o.thread = c.id) AND ${test})`
}

export function listReplies(db: ReadableDb, threads: readonly number[], maxEach: number): CommentRow[] {
  return db.all<CommentRow>(
    `SELECT r.* FROM json_each(?) j CROSS JOIN comment r ON r.id IN
       (SELECT id FROM comment WHERE thread = j.value ORDER BY id DESC LIMIT ?) ORDER BY r.id`,
    JSON.stringify(threads),
    maxEach,
  )
}

export function countReplies(db: ReadableDb, threads: readonly number[]): Map<number, number> {
  return new Map(
    db.tuples<[number, number]>(
      `SELECT r.thread, count(*) FROM json_each(?) j CROSS JOIN comment r ON r.thread = j.value GROUP BY r.thread`,
      JSON.stringify(threads),
    ),
  )
}

export interface CommentSum {
  readonly entity: number
  readonly type: number
  readonly attribute: number | null
  readonly open: number
  readonly count: number
  readonly text: string
  readonly author: Json<Actor>
}

/** The open comments by entity and cell: their number, the number including replies, and the last text. */
export function sumUpComments(db: ReadableDb, entities: readonly number[]): CommentSum[] {
  // SQLite takes the bare columns from the row with the greatest id.
  return db.all<CommentSum>(
    `SELECT c.entity, c.type, c.attribute, count(DISTINCT t.id) AS open, count(*) AS count, c.text, c.author, max(c.id)
     FROM json_each(?) j CROSS JOIN comment c ON c.entity = j.value${isOnReadableCell(db, 'c')}
     CROSS JOIN comment t ON t.id = coalesce(c.thread, c.id) AND t.resolved_at IS NULL
     GROUP BY c.entity, c.attribute`,
    JSON.stringify(entities),
  )
}
