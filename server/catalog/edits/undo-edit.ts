import { nextIdentity } from '../../store/tables/identities.ts'
import { maxEditValues } from '#shared/edits.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { Change } from '#shared/events.ts'
import type { FieldError } from '#shared/errors.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type EditEvent, type EditExtent, findEdit, listEditEvents } from '../../store/tables/edits.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { isEditRunning } from '../../store/tables/jobs.ts'
import { hasAccepted, turnBackProposals } from '../../store/tables/proposals.ts'
import type { Answer } from '../answer.ts'
import { getEntity, updateFrom } from '../entities/update-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { CatalogError, conflict, Faults, notFound } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { isSameValue, ownValues, type Values } from '../entities/current-values.ts'
import { type Outcome, outcomesAnswer } from './edit-outcome.ts'

/** What an edit has changed; 404 for one that is unknown or changed nothing. */
export function describeEdit(db: ReadableDb, { id }: { readonly id: string }): EditExtent {
  const uuid = parseUuid(id)
  const edit = uuid && findEdit(db, uuid)
  if (!edit) throw notFound(`The edit ${id}`)
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
  const { type } = startUndo(tx, { id, faults })
  const editId = nextIdentity(tx).uuid
  const undo = { type, accepted: acceptedBy(tx, id), context: { ...context, edit_id: editId } }
  const window = { before: Number.MAX_SAFE_INTEGER, limit: maxEditValues }
  const events = listEditEvents(tx, id.toLowerCase(), window)
  const outcomes = events.flatMap((event, index) => undoEvent(tx, undo, event, index))
  return outcomesAnswer(tx, outcomes, editId, outcomes.length)
}

/** What every undo checks first. */
export function startUndo(tx: ReadableDb, { id, faults }: Pick<UndoEdit, 'id' | 'faults'>): EditExtent {
  const edit = describeEdit(tx, { id })
  new Faults(faults).settle()
  if (isEditRunning(tx, id.toLowerCase())) {
    throw conflict(
      'A job is still writing this edit. Cancel the job or wait for its end, then undo the edit.',
    )
  }
  return edit
}

export interface Undo {
  readonly type: EntityType
  /** The edit that is taken back, where proposals were accepted by it. */
  readonly accepted?: string | undefined
  readonly context: WriteContext
}

/** The id of an edit by which proposals were accepted, or are open again; undefined for any other. */
export function acceptedBy(db: ReadableDb, edit: string): string | undefined {
  const id = edit.toLowerCase()
  return hasAccepted(db, id) ? id : undefined
}

/**
 * Takes back what one event tells: one outcome for the values that still are as written, and one for those that are not. `known` is
 * the entity as it is, where it has been read.
 */
export function undoEvent(
  tx: WritableDb,
  undo: Undo,
  event: EditEvent,
  index: number,
  known?: EntityRow,
): Outcome[] {
  try {
    const row = known ?? getEntity(tx, undo.type, event.uuid)
    const attributes = attributesOf(tx, undo.type)
    const changes = event.changes.filter(({ attribute }) => !systemChanges.includes(attribute))
    const current = ownValues(
      tx,
      row,
      attributes,
      changes.map(({ attribute }) => attribute),
    )
    const [still, changed] = partition(changes, (change) => isStill(attributes, change, current))
    return [
      ...(still.length > 0 ? [takeBack(tx, undo, { row, changes: still, index })] : []),
      ...(changed.length > 0 ? [changedMeanwhile(row, changed, current, index)] : []),
    ]
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return [{ status: 'refused', index, id: event.uuid, error }]
  }
}

// What follows from other values is not an edit's own doing.
const systemChanges = ['label', 'parent_id']

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))]
}

function isStill(
  { byKey }: AttributeSet,
  { attribute: key, new: written }: Change,
  current: Values,
): boolean {
  const attribute = byKey.get(key)
  // One that is no longer defined is told as such by the write.
  return attribute === undefined || isSameValue(attribute, written, current[key])
}

interface TakeBack {
  readonly row: EntityRow
  readonly changes: readonly Change[]
  readonly index: number
}

function takeBack(
  tx: WritableDb,
  { type, accepted, context }: Undo,
  { row, changes, index }: TakeBack,
): Outcome {
  const attributes = attributesOf(tx, type)
  const given = Object.fromEntries(
    changes.map(({ attribute: key, old }) => {
      const isList = attributes.byKey.get(key)?.traits.shape === 'reference_list'
      return [key, isList ? (old ?? []) : old]
    }),
  )
  const faults = new Faults()
  try {
    const writes = parseWrites(attributes, given, faults)
    const updated = updateFrom(tx, row, { type, parent: undefined, writes }, faults, context)
    const { edit_id: undo } = context
    if (accepted !== undefined && undo !== undefined)
      turnBackProposals(tx, { edit: accepted, undo, entity: row.id, attributes: Object.keys(given) })
    return { status: 'applied', index, entity: row.id, isChanged: updated !== row }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { status: 'refused', index, id: row.uuid, error }
  }
}

function changedMeanwhile(
  { uuid }: EntityRow,
  changes: readonly Change[],
  current: Values,
  index: number,
): Outcome {
  const shown = Object.fromEntries(changes.map(({ attribute }) => [attribute, current[attribute]]))
  return { status: 'changed_meanwhile', index, id: uuid, current: shown }
}
