import { createNote, deleteNote, findNoteType, updateNote } from './write-notes.ts'
import { entityTypes, type EntityType, isEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { parseDate } from '#shared/iso-times.ts'
import { isOneOf } from '#shared/text.ts'
import { noteStatuses, type NoteSummary } from '#shared/notes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type NoteFilter, type NoteRow, listNotePage, listNotesOf } from '../../store/tables/notes.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkRowIds } from '../grid/cell-origins.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { keyOf, toNotes, findAttributes, findOfTypes } from './note-subject.ts'

interface ListNotes {
  readonly type?: string | undefined
  readonly types: readonly EntityType[]
  readonly status?: string | undefined
  readonly entity_id?: string | undefined
  readonly attribute?: string | undefined
  readonly q?: string | undefined
  readonly actor?: string | undefined
  readonly due_by?: string | undefined
  readonly sort?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** One page of notes, newest first, without those of entities in the trash. */
function listNotes(db: ReadableDb, request: ListNotes): Answer {
  const faults = new Faults(request.faults)
  const { limit, cursor } = request
  const filter = checkNoteFilter(db, request, faults)
  const isByDue = checkSort(request.sort, faults)
  const mark = markList(db, ['notes', filter, isByDue])
  const place = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)?.entity
  faults.throwIfAny()
  // By days, the cursor is how many came before: ids do not say where a note stands.
  const offset = place === undefined ? request.offset : isByDue ? place : 0
  const behind = isByDue ? undefined : place
  const { rows, total } = listNotePage(db, filter, { limit: limit + 1, offset, behind, isByDue })
  const page = rows.slice(0, limit)
  const last = isByDue ? offset + page.length : (page.at(-1)?.id ?? behind)
  return pageAnswer(
    toNotes(db, page).map((note) => JSON.stringify(note)),
    {
      total,
      limit,
      offset,
      has_more: rows.length > page.length,
      next_cursor: encodeCursor(mark, last === undefined ? undefined : { entity: last, values: [] }),
    },
  )
}

const sorts = ['created_at', 'due_on'] as const

function checkSort(sort: string | undefined, faults: Faults): boolean {
  if (sort !== undefined && !isOneOf(sorts, sort)) faults.add('sort', 'invalid_value', sorts, sort)
  return sort === 'due_on'
}

function checkNoteFilter(
  db: ReadableDb,
  { type, types, status, entity_id: id, attribute: key, q, actor, due_by: dueBy }: ListNotes,
  faults: Faults,
): NoteFilter {
  if (type !== undefined && !isEntityType(type)) faults.add('type', 'invalid_value', entityTypes, type)
  const known = noteStatuses.find((one) => one === status)
  if (status !== undefined && !known) faults.add('status', 'invalid_value', noteStatuses, status)
  return {
    types,
    status: known,
    entity: id === undefined ? undefined : findOfTypes(db, types, id, faults),
    attributes: key === undefined ? undefined : findAttributes(db, types, key, faults),
    text: q === '' ? undefined : q,
    author: actor,
    dueBy: dueBy === undefined ? undefined : (parseDate(dueBy) ?? faults.add('due_by', 'expected_date')),
  }
}

interface SummarizeNotes {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

/** The note summaries of some grid rows, by id and cell key: 200; rows without one are left out. */
function summarizeNotes(db: ReadableDb, { type, ids, faults: structural }: SummarizeNotes): Answer {
  const faults = new Faults(structural)
  const uuids = checkRowIds(ids, faults)
  faults.throwIfAny()
  const alive = findAlive(db, type, uuids)
  const notes = listNotesOf(
    db,
    alive.map(({ id }) => id),
  )
  const uuidOf = new Map(alive.map(({ id, uuid }) => [id, uuid]))
  const found: Record<string, Record<string, NoteSummary>> = {}
  for (const note of notes) {
    const row = (found[uuidOf.get(note.entity) ?? ''] ??= {})
    const key = keyOf(db, note) ?? ''
    row[key] = addTo(row[key], note)
  }
  return dataAnswer(200, JSON.stringify(found))
}

const longestShown = 300

function addTo(before: NoteSummary | undefined, { text, status }: NoteRow): NoteSummary {
  const open = before?.open ?? 0
  const isShown = status === 'open' || (status === 'note' && open === 0)
  return {
    count: (before?.count ?? 0) + 1,
    open: open + (status === 'open' ? 1 : 0),
    text: isShown || !before ? text.slice(0, longestShown) : before.text,
  }
}

export const noteReads = { listNotes, summarizeNotes, findNoteType }
export const noteWrites = { createNote, updateNote, deleteNote }
