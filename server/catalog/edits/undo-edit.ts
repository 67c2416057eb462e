import { nextIdentity } from '../../store/tables/identities.ts'
import { maxEditValues } from '#shared/edits.ts'
import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type EditExtent, findEdit, listEditEvents } from '../../store/tables/edits.ts'
import { readLoggedPlaces, moveHangersBack } from '../../store/tables/merge-changes.ts'
import { isEditRunning } from '../../store/tables/jobs.ts'
import { hasAccepted } from '../../store/tables/proposals.ts'
import type { Answer } from '../answer.ts'
import { conflict, Faults, notFound } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { outcomesAnswer } from './edit-outcome.ts'
import { requireOwnEdit } from './own-steps.ts'
import { undoOptions } from './undo-options.ts'
import { undoStep } from './undo-step.ts'

/** What an edit has changed; 404 for one that is unknown or changed nothing. */
export function describeEdit(db: ReadableDb, { id }: { readonly id: string }): EditExtent {
  const uuid = parseUuid(id)
  const edit = uuid && findEdit(db, uuid)
  if (!edit) throw notFound(message('not_found.edit', { id }))
  return edit
}

export interface UndoEdit {
  readonly id: string
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Takes back an edit of at most 10,000 values: 200 with an outcome for each entity, itself under an `edit_id`. A value that no
 * longer is what the edit wrote stays as it is. 404 for an unknown edit, 409 while a job is still writing it.
 */
export function undoEdit(tx: WritableDb, { id, faults, context }: UndoEdit): Answer {
  const { type, isMerge } = startUndo(tx, { id, faults, context })
  const editId = nextIdentity(tx).uuid
  const accepted = acceptedBy(tx, id)
  const places = isMerge ? readLoggedPlaces(tx, id.toLowerCase()) : undefined
  const undo = { type, accepted, places, context: { ...context, edit_id: editId } }
  const window = { before: Number.MAX_SAFE_INTEGER, limit: maxEditValues }
  const events = listEditEvents(tx, id.toLowerCase(), window)
  const hasOptions = undoOptions(tx, id.toLowerCase(), undo)
  const outcomes = events.flatMap((event, index) => undoStep(tx, undo, event, index))
  moveHangersBack(tx, id.toLowerCase(), editId)
  return outcomesAnswer(tx, outcomes, editId, outcomes.length, hasOptions)
}

/** What every undo checks first. */
export function startUndo(tx: ReadableDb, { id, faults, context }: UndoEdit): EditExtent {
  const edit = describeEdit(tx, { id })
  requireOwnEdit(tx, id.toLowerCase(), context)
  new Faults(faults).throwIfAny()
  if (isEditRunning(tx, id.toLowerCase())) {
    throw conflict(message('edit.still_writing'))
  }
  return edit
}

/** The id of an edit by which proposals were accepted, or are open again; undefined for any other. */
export function acceptedBy(db: ReadableDb, edit: string): string | undefined {
  const id = edit.toLowerCase()
  return hasAccepted(db, id) ? id : undefined
}
