import {
  type CommentPatch,
  commentStatuses,
  type CommentStatus,
  findMentions,
  maxCommentLength,
  maxReplies,
  type NewComment,
  type NewReply,
  type NamedPerson,
  type Comment,
  type CommentReply,
  listedReplies,
} from '#shared/comments.ts'
import { entityTypes, toEntityType, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Change, keyOfActor } from '#shared/events.ts'
import { message } from '#shared/messages/message.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
import { parseJson, toJson } from '../../store/database/json.ts'
import {
  changeComment,
  type CommentRow,
  countReplies,
  insertComment,
  findComment,
  getCommentRow,
  listReplies,
} from '../../store/tables/comments.ts'
import { getEntityRow, nextIdentity } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { CatalogError, conflict, Faults, notFound } from '../errors.ts'
import { recordCommentEvent, type WriteContext } from '../events/record-event.ts'
import { keyOf, checkType, findAttribute, findSubject } from '../notes/note-subject.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { toIso } from '#shared/iso-times.ts'

interface Write<Body> {
  readonly body: Partial<Body>
  readonly people: readonly NamedPerson[]
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

export function createComment(
  tx: WritableDb,
  { body, people, faults: structural, context }: Write<NewComment>,
): Answer {
  const faults = new Faults(structural)
  const type = checkType(body.type, faults)
  const text = checkText(body.text, faults)
  const entity = type && findSubject(tx, type, body.entity_id, faults)
  const attribute = type && findAttribute(viewFor(tx, context.role), type, body.attribute, faults)
  faults.throwIfAny()
  const place = {
    thread: null,
    entity: faults.settled(entity),
    type: entityTypes.indexOf(faults.settled(type)),
    attribute: attribute ?? null,
  }
  return say(tx, { place, text, people, context })
}

/** Answers a comment: 201 with it; an answer to a reply goes to the comment that it answers. */
export function createReply(
  tx: WritableDb,
  { id, body, people, faults: structural, context }: Write<NewReply> & { readonly id: string },
): Answer {
  const thread = getThread(viewFor(tx, context.role), id)
  const faults = new Faults(structural)
  const text = checkText(body.text, faults)
  faults.throwIfAny()
  if ((countReplies(tx, [thread.id]).get(thread.id) ?? 0) >= maxReplies)
    throw conflict(message('comment.too_many_replies', { count: maxReplies }))
  const { entity, type, attribute } = thread
  return say(tx, { place: { thread: thread.id, entity, type, attribute }, text, people, context })
}

interface CommentDraft {
  readonly place: Pick<CommentRow, 'thread' | 'entity' | 'type' | 'attribute'>
  readonly text: string
  readonly people: readonly NamedPerson[]
  readonly context: WriteContext
}

function say(tx: WritableDb, { place, text, people, context }: CommentDraft): Answer {
  const { uuid, at } = nextIdentity(tx)
  const mentions = toJson<readonly NamedPerson[]>(findMentions(text, people))
  const author = toJson(context.actor)
  insertComment(tx, { uuid, ...place, text, mentions, author, created_at: at, updated_at: at })
  const row = getComment(tx, uuid)
  record(tx, 'comment.created', row, [{ attribute: 'text', old: null, new: text }], context)
  return answer(tx, 201, row)
}

/**
 * Resolves or reopens a comment, or edits one's own comment or reply: 200 with the comment. A change of
 * nothing is not recorded. 404 comes before faults.
 */
export function updateComment(
  tx: WritableDb,
  { id, body, people, faults: structural, context }: Write<CommentPatch> & { readonly id: string },
): Answer {
  const row = getComment(viewFor(tx, context.role), id)
  const faults = new Faults(structural)
  const text = body.text === undefined ? row.text : checkText(body.text, faults)
  const status = checkStatus(body.status, faults)
  faults.throwIfAny()
  if (text !== row.text) reword(tx, row, text, people, context)
  if (status !== undefined) settle(tx, threadOf(tx, getComment(tx, id)), status, context)
  return answer(tx, 200, row)
}

function reword(
  tx: WritableDb,
  row: CommentRow,
  text: string,
  people: readonly NamedPerson[],
  context: WriteContext,
): void {
  if (keyOfActor(parseJson(row.author)) !== keyOfActor(context.actor))
    throw new CatalogError('forbidden', message('comment.of_other'))
  const mentions = toJson<readonly NamedPerson[]>(findMentions(text, people))
  changeComment(tx, { ...row, text, mentions, updated_at: nextIdentity(tx).at })
  record(tx, 'comment.updated', row, [{ attribute: 'text', old: row.text, new: text }], context)
}

function settle(tx: WritableDb, row: CommentRow, status: CommentStatus, context: WriteContext): void {
  const before = row.resolved_at === null ? 'open' : 'resolved'
  if (status === before) return
  const isResolved = status === 'resolved'
  const { at } = nextIdentity(tx)
  changeComment(tx, {
    ...row,
    updated_at: at,
    resolved_at: isResolved ? at : null,
    resolved_by: isResolved ? toJson(context.actor) : null,
  })
  const changes = [{ attribute: 'status', old: before, new: status }]
  record(tx, isResolved ? 'comment.resolved' : 'comment.updated', row, changes, context)
}

function checkText(text: string | undefined, faults: Faults): string {
  const trimmed = text?.trim() ?? ''
  if (text !== undefined && trimmed === '') faults.add('text', 'required')
  if (trimmed.length > maxCommentLength)
    faults.addExpected('text', 'too_long', { max_length: maxCommentLength })
  return trimmed
}

function checkStatus(status: string | undefined, faults: Faults): CommentStatus | undefined {
  if (status === undefined) return undefined
  return (
    commentStatuses.find((known) => known === status) ??
    faults.add('status', 'invalid_value', commentStatuses, status)
  )
}

function record(
  tx: WritableDb,
  event: Parameters<typeof recordCommentEvent>[1],
  row: CommentRow,
  changes: readonly Change[],
  context: WriteContext,
): void {
  const comment = { id: row.uuid, thread_id: threadOf(tx, row).uuid, attribute: keyOf(tx, row) }
  const entity = { ...getEntityRow(tx, row.entity), type: toEntityType(row.type) }
  recordCommentEvent(tx, event, entity, { comment, changes, context })
}

function answer(tx: WritableDb, status: number, row: CommentRow): Answer {
  return dataAnswer(status, JSON.stringify(toComments(tx, [threadOf(tx, getComment(tx, row.uuid))])[0]))
}

function getComment(db: ReadableDb, id: string): CommentRow {
  const row = findComment(db, id.toLowerCase())
  if (!row) throw notFound(message('not_found.comment', { id }))
  return row
}

export function getThread(db: ReadableDb, id: string): CommentRow {
  return threadOf(db, getComment(db, id))
}

function threadOf(db: ReadableDb, row: CommentRow): CommentRow {
  return (row.thread === null ? undefined : getCommentRow(db, row.thread)) ?? row
}

/** The type of a comment's entity, which decides the required scopes; undefined without such a comment. */
export function findCommentType(db: ReadableDb, { id }: { readonly id: string }): EntityType | undefined {
  const row = findComment(db, id.toLowerCase())
  return row && toEntityType(row.type)
}

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
      resolved_at: row.resolved_at === null ? null : toIso(row.resolved_at),
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
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  }
}
