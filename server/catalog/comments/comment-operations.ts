import {
  findCommentType,
  getThread,
  createComment,
  createReply,
  updateComment,
  toComments,
} from './write-comments.ts'
import { type CommentSummary, commentStatuses, maxReplies } from '#shared/comments.ts'
import { entityTypes, type EntityType, isEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type CommentFilter, listCommentPage, sumUpComments } from '../../store/tables/comments.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkRowIds } from '../grid/cell-origins.ts'
import { keyOf, findAttributes, findOfTypes } from '../notes/note-subject.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'

interface ListComments {
  readonly type?: string | undefined
  readonly types: readonly EntityType[]
  readonly status?: string | undefined
  readonly entity_id?: string | undefined
  readonly attribute?: string | undefined
  readonly q?: string | undefined
  readonly actor?: string | undefined
  readonly mentioned?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** One page of comments with their newest replies, newest first; without those on entities in the trash. */
export function listComments(db: ReadableDb, request: ListComments): Answer {
  const faults = new Faults(request.faults)
  const { limit, cursor } = request
  const filter = checkFilter(db, request, faults)
  const mark = markList(db, ['comments', filter])
  const behind = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)?.entity
  faults.throwIfAny()
  const offset = behind === undefined ? request.offset : 0
  const { rows, total } = listCommentPage(db, filter, { limit: limit + 1, offset, behind })
  const page = rows.slice(0, limit)
  const last = page.at(-1)?.id ?? behind
  return pageAnswer(
    toComments(db, page).map((comment) => JSON.stringify(comment)),
    {
      total,
      limit,
      offset,
      has_more: rows.length > page.length,
      next_cursor: encodeCursor(mark, last === undefined ? undefined : { entity: last, values: [] }),
    },
  )
}

function checkFilter(db: ReadableDb, asked: ListComments, faults: Faults): CommentFilter {
  const { type, types, status, entity_id: id, attribute: key, q, actor, mentioned } = asked
  if (type !== undefined && !isEntityType(type)) faults.add('type', 'invalid_value', entityTypes, type)
  const known = commentStatuses.find((one) => one === status)
  if (status !== undefined && !known) faults.add('status', 'invalid_value', commentStatuses, status)
  return {
    types,
    isResolved: known && known === 'resolved',
    entity: id === undefined ? undefined : findOfTypes(db, types, id, faults),
    attributes: key === undefined ? undefined : findAttributes(db, types, key, faults),
    text: q === '' ? undefined : q,
    author: actor,
    mentioned,
  }
}

/** A comment with all its replies: 200. The id of a reply finds the comment that it answers. */
export function readComment(
  db: ReadableDb,
  { id, faults }: { readonly id: string; readonly faults: readonly FieldError[] },
): Answer {
  const thread = getThread(db, id)
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(toComments(db, [thread], maxReplies)[0]))
}

interface SummarizeComments {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

/** The open comments of some grid rows, by id and cell key: 200; rows without one are left out. */
function summarizeComments(db: ReadableDb, { type, ids, faults: structural }: SummarizeComments): Answer {
  const faults = new Faults(structural)
  const uuids = checkRowIds(ids, faults)
  faults.throwIfAny()
  const uuidOf = new Map(findAlive(db, type, uuids).map(({ id, uuid }) => [id, uuid]))
  const found: Record<string, Record<string, CommentSummary>> = {}
  for (const sum of sumUpComments(db, [...uuidOf.keys()])) {
    const row = (found[uuidOf.get(sum.entity) ?? ''] ??= {})
    const { count, open, text, author } = sum
    row[keyOf(db, sum) ?? ''] = { count, open, text: text.slice(0, longestShown), author: parseJson(author) }
  }
  return dataAnswer(200, JSON.stringify(found))
}

const longestShown = 300

export const commentReads = { listComments, readComment, summarizeComments, findCommentType }
export const commentWrites = { createComment, createReply, updateComment }
