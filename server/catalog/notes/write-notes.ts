import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Change } from '#shared/events.ts'
import { maxNoteLength, type NewNote, type NotePatch, type NoteStatus, noteStatuses } from '#shared/notes.ts'
import { parseDate } from '#shared/iso-times.ts'
import { message } from '#shared/messages/message.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { toJson } from '../../store/database/json.ts'
import { getEntityRow, findIdentity, nextIdentity } from '../../store/tables/entities.ts'
import {
  changeNote,
  findNote,
  insertNote,
  type NoteRow,
  removeNote,
  listNotedIds,
  listNotesOf,
} from '../../store/tables/notes.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, notFound } from '../errors.ts'
import { recordNoteEvent, type WriteContext } from '../events/record-event.ts'
import { keyOf, toNotes, checkType, findAttribute, findSubject } from './note-subject.ts'
import type { PackagedNote } from '#shared/packages.ts'
import { attributesOf } from '../../store/tables/attributes.ts'

interface Write<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

export function createNote(tx: WritableDb, { body, faults: structural, context }: Write<NewNote>): Answer {
  const faults = new Faults(structural)
  const type = checkType(body.type, faults)
  const text = checkText(body.text, faults)
  const dueOn = checkDay(body.due_on, faults) ?? null
  // A note with a day is something to do.
  const status = checkStatus(body.status, faults) ?? (dueOn === null ? 'note' : 'open')
  const entity = type && findSubject(tx, type, body.entity_id, faults)
  const attribute = type && findAttribute(viewFor(tx, context.role), type, body.attribute, faults)
  faults.throwIfAny()
  const row = store(
    tx,
    { type: faults.settled(type), entity: faults.settled(entity), attribute, text, status, dueOn },
    context,
  )
  record(tx, 'note.created', row, changesBetween(undefined, row), context)
  return answer(tx, 201, row)
}

interface CheckedNote {
  readonly type: EntityType
  readonly entity: number
  readonly attribute: number | undefined
  readonly text: string
  readonly status: NoteStatus
  readonly dueOn: string | null
}

function store(
  tx: WritableDb,
  { type, entity, attribute, text, status, dueOn }: CheckedNote,
  { actor }: WriteContext,
): NoteRow {
  const { uuid, at } = nextIdentity(tx)
  const isDone = status === 'done'
  insertNote(tx, {
    uuid,
    entity,
    type: entityTypes.indexOf(type),
    attribute: attribute ?? null,
    text,
    status,
    author: toJson(actor),
    created_at: at,
    updated_at: at,
    done_at: isDone ? at : null,
    done_by: isDone ? toJson(actor) : null,
    due_on: dueOn,
  })
  return getNote(tx, uuid)
}

export function updateNote(
  tx: WritableDb,
  { id, body, faults: structural, context }: Write<NotePatch> & { readonly id: string },
): Answer {
  const before = getNote(viewFor(tx, context.role), id)
  const faults = new Faults(structural)
  const text = body.text === undefined ? before.text : checkText(body.text, faults)
  const status = checkStatus(body.status, faults) ?? before.status
  const dueOn = body.due_on === undefined ? before.due_on : (checkDay(body.due_on, faults) ?? null)
  faults.throwIfAny()
  if (text === before.text && status === before.status && dueOn === before.due_on)
    return answer(tx, 200, before)
  const { at } = nextIdentity(tx)
  const done = doneOf(before, status, { at, context })
  changeNote(tx, { id: before.id, text, status, updated_at: at, ...done, due_on: dueOn })
  const row = getNote(viewFor(tx, context.role), id)
  record(tx, 'note.updated', row, changesBetween(before, row), context)
  return answer(tx, 200, row)
}

/** The person who has done a to-do, and the time, stay until it is opened again. */
function doneOf(
  before: NoteRow,
  status: NoteStatus,
  { at, context }: { readonly at: number; readonly context: WriteContext },
): Pick<NoteRow, 'done_at' | 'done_by'> {
  if (status !== 'done') return { done_at: null, done_by: null }
  if (before.status === 'done') return { done_at: before.done_at, done_by: before.done_by }
  return { done_at: at, done_by: toJson(context.actor) }
}

/** Removes a note: 200 with the removed note. */
export function deleteNote(
  tx: WritableDb,
  { id, faults, context }: Omit<Write<NotePatch>, 'body'> & { readonly id: string },
): Answer {
  const row = getNote(viewFor(tx, context.role), id)
  new Faults(faults).throwIfAny()
  const was = answer(tx, 200, row)
  record(tx, 'note.deleted', row, changesBetween(row, undefined), context)
  removeNote(tx, row.id)
  return was
}

/** The type of a note's entity, which decides the required scopes; undefined without such a note. */
export function findNoteType(db: ReadableDb, { id }: { readonly id: string }): EntityType | undefined {
  const row = findNote(db, id.toLowerCase())
  return row && toEntityType(row.type)
}

function getNote(db: ReadableDb, id: string): NoteRow {
  const row = findNote(db, id.toLowerCase())
  if (!row) throw notFound(message('not_found.note', { id }))
  return row
}

function checkText(text: string | undefined, faults: Faults): string {
  const trimmed = text?.trim() ?? ''
  if (text !== undefined && trimmed === '') faults.add('text', 'required')
  if (trimmed.length > maxNoteLength) faults.addExpected('text', 'too_long', { max_length: maxNoteLength })
  return trimmed
}

function checkStatus(status: string | undefined, faults: Faults): NoteStatus | undefined {
  if (status === undefined) return undefined
  return (
    noteStatuses.find((known) => known === status) ??
    faults.add('status', 'invalid_value', noteStatuses, status)
  )
}

function checkDay(day: string | null | undefined, faults: Faults): string | null | undefined {
  if (day === null || day === undefined) return day
  return parseDate(day) ?? faults.add('due_on', 'expected_date')
}

function changesBetween(before: NoteRow | undefined, after: NoteRow | undefined): Change[] {
  return (['text', 'status', 'due_on'] as const).flatMap((member) => {
    const [old, now] = [before?.[member] ?? null, after?.[member] ?? null]
    return old === now ? [] : [{ attribute: member, old, new: now }]
  })
}

function record(
  tx: WritableDb,
  event: Parameters<typeof recordNoteEvent>[1],
  row: NoteRow,
  changes: readonly Change[],
  context: WriteContext,
): void {
  const note = { id: row.uuid, attribute: keyOf(tx, row) }
  recordNoteEvent(
    tx,
    event,
    { ...getEntityRow(tx, row.entity), type: toEntityType(row.type) },
    { note, changes, context },
  )
}

function answer(db: ReadableDb, status: number, row: NoteRow): Answer {
  return dataAnswer(status, JSON.stringify(toNotes(db, [row])[0]))
}

export function listNotedEntities(db: ReadableDb, most: number): number[][] {
  const ids = listNotedIds(db)
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, lot) =>
    ids.slice(lot * most, (lot + 1) * most),
  )
}

export function readNotesOf(db: ReadableDb, ids: readonly number[]): PackagedNote[] {
  return toNotes(db, listNotesOf(db, ids)).map(({ entity, due_on: dueOn, ...note }) => ({
    ...note,
    ...(dueOn !== null && { due_on: dueOn }),
    entity_id: entity.id,
  }))
}

/** Stores a note from elsewhere; returns its fault, if any. */
export function storeNote(tx: WritableDb, note: PackagedNote): string | undefined {
  const entity = findIdentity(tx, note.entity_id)
  if (!entity) return `There is no entity ${note.entity_id}, on which it has a note.`
  const { byKey } = attributesOf(tx, entity.type)
  const attribute = note.attribute === null ? null : byKey.get(note.attribute)?.id
  const dueOn = readDay(note.due_on)
  const times = timesOf(note)
  if (attribute === undefined || dueOn === undefined || !times) return `The note ${note.id} is no note.`
  insertNote(tx, {
    uuid: note.id,
    entity: entity.id,
    type: entityTypes.indexOf(entity.type),
    attribute,
    text: note.text,
    status: note.status,
    author: toJson(note.author),
    ...times,
    done_by: note.done_by && toJson(note.done_by),
    due_on: dueOn,
  })
  return undefined
}

function timesOf(note: PackagedNote): Pick<NoteRow, 'created_at' | 'updated_at' | 'done_at'> | undefined {
  const times = [note.created_at, note.updated_at, note.done_at].map(readTime)
  const [created, updated, done = null] = times
  if (times.some((time) => Number.isNaN(time))) return undefined
  return { created_at: created ?? 0, updated_at: updated ?? 0, done_at: done }
}

function readDay(day: string | null | undefined): string | null | undefined {
  return day === null || day === undefined ? null : parseDate(day)
}

function readTime(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}
