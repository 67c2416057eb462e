import { maxEditValues } from '#shared/bulk-operations.ts'
import { parseUuid, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  type DefinitionEvent,
  type EditExtent,
  findEdit,
  listEditEvents,
  listEditDefinitions,
  type EditEvent,
  listEditActors,
} from '../../store/tables/edits.ts'
import { readLoggedLayouts, moveHangersBack } from '../../store/tables/merge-changes.ts'
import { findEditAutomation } from '../../store/tables/automations.ts'
import { newestSequence } from '../../store/tables/events.ts'
import { isEditRunning, saveJobProgress } from '../../store/tables/jobs.ts'
import { hasAccepted } from '../../store/tables/proposals.ts'
import type { Answer } from '../answer.ts'
import { conflict, Faults, notFound, CatalogError } from '../errors.ts'
import { type WriteContext, recordEntityEvent } from '../events/record-event.ts'
import {
  outcomesAnswer,
  type Outcome,
  addErrors,
  assertAtCheckpoint,
  beginState,
  roomForNames,
  type EditCounts,
  type EditState,
} from './edit-outcome.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { attributesOf, isComputed } from '../../store/tables/attributes.ts'
import { listReferrers } from '../../store/tables/references.ts'
import { isSameValue, ownValues, type Values } from '../entities/current-values.ts'
import { takeBackMembers } from '../attributes/merge-options.ts'
import {
  type EntityRow,
  findEntity,
  listEntityRows,
  listKinships,
  nextIdentity,
} from '../../store/tables/entities.ts'
import { findTrashed } from '../../store/tables/trash.ts'
import { rowJson } from '../entities/entity-json.ts'
import { restoreTrees, trashTrees } from '../trash/trash-entities.ts'
import { takeBackAxes } from '../variants/axes.ts'
import { isTurn, turnBack } from './turn-pictures.ts'
import { takeBackMade } from './made-by-edit.ts'
import { changedMeanwhile, maxNamedWriters, takeBackParent, type Undo, undoEvent } from './undo-event.ts'
import { type Actor, type Change, keyOfActor } from '#shared/events.ts'
import { makesWay, writingMany } from '../entities/write-entity.ts'

/** The changes of an edit; 404 for an unknown one or one that changed nothing. */
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

type Step = (tx: WritableDb, undo: Undo, event: EditEvent, index: number, known?: EntityRow) => Outcome[]

const undoStep: Step = (tx, undo, event, index, known) =>
  steps[event.kind](tx, { ...undo, type: event.type }, event, index, known)

const steps: Readonly<Record<EditEvent['kind'], Step>> = {
  'entity.created': (tx, undo, event, index) =>
    withOutcome(event, index, () => removeCreated(tx, undo, event, index)),
  'entity.updated': takeBackValues,
  'entity.deleted': (tx, undo, event, index) =>
    withOutcome(event, index, () => bringBack(tx, undo, event, index)),
  'entity.restored': (tx, undo, event, index) =>
    withOutcome(event, index, () => sendBack(tx, undo, event, index)),
}

function takeBackValues(...[tx, undo, event, index, known]: Parameters<Step>): Outcome[] {
  const outcomes = undoEvent(tx, undo, event, index, known)
  const parent = takeBackParent(tx, event, undo.context)
  const axes = takeBackAxes(tx, event, undo.context)
  if ((parent !== 'moved' && axes !== 'changed') || outcomes.some(({ status }) => status === 'applied'))
    return outcomes
  return [{ status: 'applied', index, entity: event.entity, isChanged: true }, ...outcomes]
}

function withOutcome({ uuid }: EditEvent, index: number, step: () => Outcome[]): Outcome[] {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return [{ status: 'refused', index, id: uuid, error }]
  }
}

function bringBack(
  tx: WritableDb,
  { type, context }: Undo,
  { uuid, entity }: EditEvent,
  index: number,
): Outcome[] {
  if (findEntity(tx, type, uuid)) return []
  const [trashed] = findTrashed(tx, [uuid])
  if (!trashed)
    throw notFound(message(`not_found.${type}`, { id: uuid }), message('not_found.removed_for_good'))
  if (trashed.root !== trashed.id) return []
  tx.nested(() => restoreTrees(tx, [trashed.id], context))
  return [{ status: 'applied', index, entity, isChanged: true }]
}

/** Sends a created entity to the trash, where it is as it was created and nothing refers to it. */
function removeCreated(tx: WritableDb, undo: Undo, event: EditEvent, index: number): Outcome[] {
  const row = findEntity(tx, undo.type, event.uuid)
  if (!row) return []
  const isUsed = listReferrers(tx, [row.id]).length > 0 || hasVariants(tx, row.id)
  if (isUsed) return [{ status: 'applied', index, entity: row.id, isChanged: false }]
  const { changes, current } = changedSinceCreation(tx, row, event)
  return changes.length === 0
    ? sendBack(tx, undo, event, index)
    : [changedMeanwhile(tx, undo, { row, changes, current, since: event.sequence, index })]
}

function hasVariants(tx: WritableDb, id: number): boolean {
  return listKinships(tx, [id]).some(([, , hasChildren]) => hasChildren > 0)
}

function changedSinceCreation(
  tx: WritableDb,
  row: EntityRow,
  { type, changes }: EditEvent,
): { readonly changes: readonly Change[]; readonly current: Values } {
  const attributes = attributesOf(tx, type)
  const created = new Map(changes.map((change) => [change.attribute, change.new]))
  const own = attributes.list.filter((one) => !isComputed(one))
  const keys = own.map(({ key }) => key)
  const current = ownValues(tx, row, attributes, keys)
  const changed = own.filter(
    (attribute) => !isSameValue(attribute, created.get(attribute.key) ?? null, current[attribute.key]),
  )
  return {
    changes: changed.map(({ key }) => ({ attribute: key, old: null, new: created.get(key) ?? null })),
    current,
  }
}

function sendBack(tx: WritableDb, { type, context }: Undo, { uuid }: EditEvent, index: number): Outcome[] {
  const row = findEntity(tx, type, uuid)
  if (!row) return []
  const gone = { uuid, json: rowJson(viewFor(tx, context.role), row) }
  for (const { id, uuid, label } of trashTrees(tx, [row.id]))
    recordEntityEvent(tx, 'entity.deleted', { id, uuid, label, type }, [], context)
  return [{ status: 'applied', index, entity: row.id, isChanged: true, gone }]
}

/**
 * Undoes an edit of at most 10,000 values: 200 with an outcome for each entity, itself under an `edit_id`.
 * A value that has changed since the edit stays as it is. 404 for an unknown edit, 409 while a job is
 * still writing it.
 */
export function undoEdit(tx: WritableDb, { id, faults, context }: UndoEdit): Answer {
  const { type, isMerge } = startUndo(tx, { id, faults, context })
  const editId = nextIdentity(tx).uuid
  const accepted = acceptedBy(tx, id)
  const loggedLayouts = isMerge ? readLoggedLayouts(tx, id.toLowerCase()) : undefined
  const automation = findEditAutomation(tx, id.toLowerCase())
  const undo = {
    type,
    accepted,
    loggedLayouts,
    context: { ...context, edit_id: editId, automation },
    named: { left: maxNamedWriters },
  }
  const window = { before: Number.MAX_SAFE_INTEGER, limit: maxEditValues }
  const events = listEditEvents(tx, id.toLowerCase(), window)
  const hasDefinitions = undoDefinitions(tx, id.toLowerCase(), undo)
  const turns = listEditDefinitions(tx, id.toLowerCase()).filter(isTurn)
  const outcomes = events.flatMap((event, index) => {
    turnBack(tx, turns, event.sequence, undo.context)
    return undoStep(tx, undo, event, index)
  })
  turnBack(tx, turns, 0, undo.context)
  moveHangersBack(tx, id.toLowerCase(), editId)
  const hasMade = takeBackMade(tx, id.toLowerCase(), undo.context)
  const isMore = hasDefinitions || turns.length > 0 || hasMade
  return outcomesAnswer(viewFor(tx, context.role), outcomes, editId, outcomes.length, isMore)
}

export function startUndo(tx: ReadableDb, { id, faults, context }: UndoEdit): EditExtent {
  const edit = describeEdit(tx, { id })
  requireOwnEdit(tx, id.toLowerCase(), context)
  new Faults(faults).throwIfAny()
  if (isEditRunning(tx, id.toLowerCase())) {
    throw conflict(message('edit.still_writing'))
  }
  return edit
}

function acceptedBy(db: ReadableDb, edit: string): string | undefined {
  const id = edit.toLowerCase()
  return hasAccepted(db, id) ? id : undefined
}

interface DefinitionsUndo {
  readonly type: EntityType
  readonly context: WriteContext
}

const undoneMembers = ['acceptable_values', 'default_value', 'semantic_type']

function undoDefinitions(tx: WritableDb, edit: string, { type, context }: DefinitionsUndo): boolean {
  let isChanged = false
  for (const { key, changes } of listEditDefinitions(tx, edit)) {
    const attribute = attributesOf(tx, type).byKey.get(key)
    const undone = changes.filter(({ attribute: member }) => undoneMembers.includes(member))
    if (attribute && takeBackMembers(tx, attribute, undone, context)) isChanged = true
  }
  return isChanged
}

/** In a team people undo only their own edits; throws 403 that names the author of the edit. */
function requireOwnEdit(db: ReadableDb, edit: string, context: WriteContext): void {
  if (context.role !== undefined) requireOwn(listEditActors(db, edit), context)
}

export function requireOwn(
  makers: readonly Actor[],
  { actor, role }: Pick<WriteContext, 'actor' | 'role'>,
): void {
  if (role === undefined) return
  const other = makers.find((maker) => keyOfActor(maker) !== keyOfActor(actor))
  if (other === undefined) return
  throw new CatalogError(
    'forbidden',
    message('edit.step_of_other', { name: other.name ?? message('edit.somebody_else') }),
  )
}

export interface UndoInput {
  readonly type: EntityType
  readonly edit: string
  readonly entities: number
  /** Whether the undo restores entities or sends them to the trash; jobs of earlier versions do not say. */
  readonly is_merge?: boolean | undefined
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

const chunkSize = 1000

interface UndoChunk {
  readonly jobId: string
  readonly input: UndoInput
  readonly checkpoint: EditState | undefined
}

/**
 * Undoes some changes of an edit, the last first, and writes the checkpoint with them; fewer where others
 * wait for the writer.
 */
export function undoChunk(
  tx: WritableDb,
  { jobId, input, checkpoint }: UndoChunk,
): { isCancelled: boolean; isDone: boolean; state: EditState } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const { is_merge: isMerge = false } = input
  const begun = undoOf(tx, jobId, input)
  const before = checkpoint ?? beginUndo(tx, input, begun)
  const undo = { ...begun, named: { ...roomForNames(before), until: before.newest } }
  const events = listRest(tx, input, before)
  const counts: EditCounts = { changed: 0, unchanged: 0, failed: 0, errors: [], left: [] }
  const done = before.changed + before.unchanged + before.failed
  // Undoing a merge restores and deletes entities, which moves others: rows read in advance would be out of date.
  const turns = listEditDefinitions(tx, input.edit).filter(isTurn)
  const isApart = isMerge || turns.length > 0
  const ids = isApart ? [] : events.map(({ entity }) => entity)
  const rows = new Map(listEntityRows(tx, ids).map((row) => [row.id, row]))
  let undone = 0
  const write = isApart ? (fn: () => void) => fn() : inOneStatement(tx, undo.type)
  write(() => {
    for (const event of events) {
      undone += 1
      turnBack(tx, turns, event.sequence, undo.context)
      count(undoStep(tx, undo, event, done + undone, rows.get(event.entity)), counts)
      // An entity with a second event in the chunk has just changed and is read again.
      rows.delete(event.entity)
      if (makesWay(tx, undone)) break
    }
  })
  const state = addErrors({ ...before, position: events[undone - 1]?.sequence ?? before.position }, counts)
  const progress = { current: done + undone, total: input.entities, checkpoint: state }
  const isDone = undone === events.length && events.length < chunkSize
  if (isDone) finishUndo(tx, input, turns, undo)
  return { ...saveJobProgress(tx, jobId, progress), isDone, state }
}

function listRest(tx: ReadableDb, { edit }: UndoInput, { position }: EditState): EditEvent[] {
  return listEditEvents(tx, edit, { before: position || Number.MAX_SAFE_INTEGER, limit: chunkSize })
}

function finishUndo(
  tx: WritableDb,
  { edit, edit_id: editId }: UndoInput,
  turns: readonly DefinitionEvent[],
  { context }: Undo,
): void {
  turnBack(tx, turns, 0, context)
  moveHangersBack(tx, edit, editId)
}

function undoOf(tx: WritableDb, jobId: string, { type, edit, is_merge: isMerge, ...input }: UndoInput): Undo {
  return {
    type,
    accepted: acceptedBy(tx, edit),
    loggedLayouts: isMerge ? readLoggedLayouts(tx, edit) : undefined,
    context: { ...input.context, job_id: jobId, edit_id: input.edit_id },
  }
}

function beginUndo(tx: WritableDb, { edit, entities }: UndoInput, undo: Undo): EditState {
  undoDefinitions(tx, edit, undo)
  return { ...beginState(entities), newest: newestSequence(tx) }
}

function inOneStatement(tx: WritableDb, type: EntityType): (fn: () => void) => void {
  return (fn) => writingMany(tx, attributesOf(tx, type), new Set(), fn)
}

/**
 * An entity counts as changed if any of its values was restored; values changed since are left as they
 * are.
 */
function count(outcomes: readonly Outcome[], counts: EditCounts): void {
  const refused = outcomes.find((outcome) => outcome.status === 'refused')
  if (refused) counts.errors.push({ row: refused.index, id: refused.id, error: refused.error })
  counts.left?.push(...outcomes.filter((outcome) => outcome.status === 'changed_meanwhile'))
  if (outcomes.some((outcome) => outcome.status === 'applied' && outcome.isChanged)) counts.changed += 1
  else counts[refused ? 'failed' : 'unchanged'] += 1
}
