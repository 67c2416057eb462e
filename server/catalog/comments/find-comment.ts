import { type EntityType, toEntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type CommentRow, findComment, getCommentRow } from '../../store/tables/comments.ts'
import { notFound } from '../errors.ts'

/** A comment or a reply, unless its entity lies in the trash. Throws not_found. */
export function getComment(db: ReadableDb, id: string): CommentRow {
  const row = findComment(db, id.toLowerCase())
  if (!row) throw notFound(message('not_found.comment', { id }))
  return row
}

/** The comment that a reply answers, or the one of that id. Throws not_found. */
export function getThread(db: ReadableDb, id: string): CommentRow {
  return threadOf(db, getComment(db, id))
}

/** The comment that a reply answers, or the comment itself. */
export function threadOf(db: ReadableDb, row: CommentRow): CommentRow {
  return (row.thread === null ? undefined : getCommentRow(db, row.thread)) ?? row
}

/** The type of the entity that a comment is on, by which its scopes go; undefined where there is no such comment. */
export function findCommentType(db: ReadableDb, { id }: { readonly id: string }): EntityType | undefined {
  const row = findComment(db, id.toLowerCase())
  return row && toEntityType(row.type)
}
