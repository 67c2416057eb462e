import { type Comment, type CommentReply, listedReplies } from '#shared/comments.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type CommentRow, countReplies, listReplies } from '../../store/tables/comments.ts'
import { stubsJson } from '../entities/stub-json.ts'
import { keyOf } from '../notes/note-json.ts'

/** Comments as answers tell them, each with its newest replies; one whose entity is not alive is left out. */
export function toComments(
  db: ReadableDb,
  rows: readonly CommentRow[],
  maxReplies: number = listedReplies,
): Comment[] {
  const ids = rows.map(({ id }) => id)
  const stubs = stubsJson(db, [...new Set(rows.map(({ entity }) => entity))])
  const counts = countReplies(db, ids)
  const replies = Map.groupBy(listReplies(db, ids, maxReplies), ({ thread }) => thread)
  return rows.flatMap((row) => {
    const stub = stubs.get(row.entity)
    if (stub === undefined) return []
    return {
      ...toReply(row),
      entity: JSON.parse(stub),
      attribute: keyOf(db, row),
      status: row.resolved_at === null ? 'open' : 'resolved',
      resolved_at: row.resolved_at === null ? null : toTime(row.resolved_at),
      resolved_by: row.resolved_by === null ? null : parseJson(row.resolved_by),
      reply_count: counts.get(row.id) ?? 0,
      replies: (replies.get(row.id) ?? []).map(toReply),
    }
  })
}

function toReply(row: CommentRow): CommentReply {
  return {
    id: row.uuid,
    text: row.text,
    mentions: parseJson(row.mentions),
    author: parseJson(row.author),
    created_at: toTime(row.created_at),
    updated_at: toTime(row.updated_at),
  }
}

function toTime(at: number): string {
  return new Date(at).toISOString()
}
