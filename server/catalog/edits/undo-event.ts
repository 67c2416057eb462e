import type { EntityType } from '#shared/entities.ts'
import { axesChange } from '#shared/axes.ts'
import type { Change } from '#shared/events.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
import { type EditEvent, listChangesOf } from '../../store/tables/edits.ts'
import { type EntityRow, nextIdentity } from '../../store/tables/entities.ts'
import type { LoggedLayouts } from '../../store/tables/merge-changes.ts'
import { turnBackProposals } from '../../store/tables/proposals.ts'
import { isSameValue, ownValues, type Values } from '../entities/current-values.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { getEntity, updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type Outcome, outcomesAnswer, parseType } from './edit-outcome.ts'
import { maxEditValues } from '#shared/bulk-operations.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ChosenChange, RestoreChanges } from '#shared/schemas/events.ts'
import { message } from '#shared/messages/message.ts'
import { listEventPage } from '../../store/plan/event-pages.ts'
import { findWriters, readChanges } from '../../store/tables/events.ts'
import { requestEventIndex } from '../../store/tables/indexes.ts'
import type { Answer } from '../answer.ts'
import { checkFilters } from '../query/list-events.ts'

export interface Undo {
  readonly type: EntityType
  readonly accepted?: string | undefined
  readonly loggedLayouts?: LoggedLayouts | undefined
  readonly context: WriteContext
  /** For how many more entities it is looked up who has changed their values since; none where left out. */
  readonly named?: { left: number; readonly until?: number | undefined }
}

/**
 * Undoes one event: one outcome for the values still as written, and one for the others. `known` is the
 * entity's present row, where it was read already.
 */
export function undoEvent(
  tx: WritableDb,
  undo: Undo,
  event: Pick<EditEvent, 'uuid' | 'changes' | 'sequence'>,
  index: number,
  known?: EntityRow,
): Outcome[] {
  try {
    const row = known ?? getEntity(tx, undo.type, event.uuid)
    const view = viewFor(tx, undo.context.role)
    const attributes = attributesOf(view, undo.type)
    const changes = event.changes.filter(({ attribute }) => !systemChanges.includes(attribute))
    const current = ownValues(
      view,
      row,
      attributes,
      changes.map(({ attribute }) => attribute),
    )
    const [still, changed] = partition(changes, (change) => isStill(attributes, change, current))
    return [
      ...(still.length > 0 ? [takeBack(tx, undo, { row, changes: still, index })] : []),
      ...(changed.length > 0
        ? [changedMeanwhile(tx, undo, { row, changes: changed, current, since: event.sequence, index })]
        : []),
    ]
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return [{ status: 'refused', index, id: event.uuid, error }]
  }
}

// Changes that follow from other values are not an edit's own, and a parent and axes are taken back by themselves.
const systemChanges = ['label', 'parent_id', axesChange]

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))]
}

function isStill(
  { byKey }: AttributeSet,
  { attribute: key, new: written }: Change,
  current: Values,
): boolean {
  const attribute = byKey.get(key)
  return attribute === undefined || isSameValue(attribute, written, current[key])
}

interface TakeBack {
  readonly row: EntityRow
  readonly changes: readonly Change[]
  readonly index: number
}

function takeBack(
  tx: WritableDb,
  { type, accepted, context, loggedLayouts }: Undo,
  { row, changes, index }: TakeBack,
): Outcome {
  const attributes = attributesOf(viewFor(tx, context.role), type)
  const given = Object.fromEntries(
    changes.map(({ attribute: key, old }) => {
      const isList = attributes.byKey.get(key)?.traits.shape === 'reference_list'
      return [key, isList ? (old ?? []) : old]
    }),
  )
  const faults = new Faults()
  try {
    const writes = parseWrites(attributes, given, faults)
    const updated = updateFrom(tx, row, { type, parent: undefined, writes, loggedLayouts }, faults, context)
    const { edit_id: undo } = context
    if (accepted !== undefined && undo !== undefined)
      turnBackProposals(tx, { edit: accepted, undo, entity: row.id, attributes: Object.keys(given) })
    return { status: 'applied', index, entity: row.id, isChanged: updated !== row }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { status: 'refused', index, id: row.uuid, error }
  }
}

interface ChangedRow extends TakeBack {
  readonly current: Values
  readonly since: number
}

/** How many entities of one call are named with who has changed their values since. */
export const maxNamedWriters = 200
// An older writer is found once the history has its index, which is asked for here.
const lookedBack = 5000

export function changedMeanwhile(
  tx: WritableDb,
  { type, context, named }: Undo,
  { row, changes, current, since, index }: ChangedRow,
): Extract<Outcome, { status: 'changed_meanwhile' }> {
  // A value that the role may not read stays as it is, but is not told.
  const hidden = viewFor(tx, context.role).hidden?.keys[type]
  const keys = changes.map(({ attribute }) => attribute).filter((key) => hidden?.has(key) !== true)
  const shown = Object.fromEntries(keys.map((key) => [key, current[key]]))
  const outcome = {
    status: 'changed_meanwhile',
    index,
    id: row.uuid,
    label: row.label,
    current: shown,
  } as const
  if (named === undefined || named.left === 0) return outcome
  named.left -= 1
  requestEventIndex(tx, 'history')
  return { ...outcome, writers: findWriters(tx, row.id, { keys, since, until: named.until, lookedBack }) }
}

interface MovedEntity {
  readonly type: EntityType
  readonly uuid: string
  readonly changes: readonly Change[]
}

/**
 * Detaches or moves back the entity after a change of parent, if that is still its parent; undefined where
 * the change moved nothing.
 */
export function takeBackParent(
  tx: WritableDb,
  { type, uuid, changes }: MovedEntity,
  context: WriteContext,
): 'moved' | 'kept' | undefined {
  const change = changes.find(({ attribute }) => attribute === 'parent_id')
  if (!change) return undefined
  try {
    const row = getEntity(tx, type, uuid)
    if (row.parent_uuid !== change.new) return 'kept'
    const write = { type, parent: oldParent(change), writes: [] }
    return updateFrom(tx, row, write, new Faults(), context) === row ? undefined : 'moved'
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return 'kept'
  }
}

function oldParent({ old }: Change): string | null {
  return typeof old === 'string' ? old : null
}

export interface ChosenChanges {
  readonly type: EntityType
  readonly changes: readonly ChosenChange[]
}

/** Reads the changes to restore, named or chosen by a filter. Throws all faults together. */
export function chooseChanges(
  db: ReadableDb,
  {
    body,
    faults: structural,
  }: { readonly body: Partial<RestoreChanges>; readonly faults: readonly FieldError[] },
): ChosenChanges {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  const { changes, filter } = body
  if (
    (changes === undefined) === (filter === undefined) &&
    !faults.hasErrorFor('changes') &&
    !faults.hasErrorFor('filter')
  )
    faults.explain('changes', 'expected_values', 'Send either `changes` or `filter`.')
  if (changes) {
    checkNamed(changes, faults)
    return { type: faults.settled(type), changes }
  }
  const found = filter && type ? findChanges(db, type, body, faults) : []
  return { type: faults.settled(type), changes: found }
}

function checkNamed(changes: readonly ChosenChange[], faults: Faults): void {
  if (changes.length === 0) faults.add('changes', 'expected_values')
  if (changes.length > maxEditValues)
    faults.addExpected('changes', 'too_many_values', { max_items: maxEditValues })
  changes.forEach(({ attributes }, index) => {
    if (attributes?.length === 0) faults.add(`changes[${index}].attributes`, 'expected_values')
  })
}

const tooMany = () => message('edit.too_many_values', { count: maxEditValues })

function findChanges(
  db: ReadableDb,
  type: EntityType,
  { filter = {}, up_to: upTo = Number.MAX_SAFE_INTEGER }: Partial<RestoreChanges>,
  faults: Faults,
): ChosenChange[] {
  const own = new Faults()
  const checked = checkFilters(db, { ...filter, type, event: 'entity.updated' }, type, own)
  for (const fault of own.list) faults.addAll(`filter.${fault.field}`, [fault])
  if (!own.isEmpty) return []
  const window = { isAscending: false, limit: maxEditValues + 1, offset: 0, behind: upTo + 1 }
  const events = listEventPage(db, checked, window).events
  const { attribute } = checked
  const isMeant = (key: string) => attribute === undefined || key === attribute
  const found = events.map((event) => ({
    sequence: event.sequence,
    attributes: readChanges(event.changes)
      .map((change) => change.attribute)
      .filter(isMeant),
  }))
  const values = found.reduce((total, { attributes }) => total + attributes.length, 0)
  if (values > maxEditValues) faults.explain('filter', 'too_many_values', tooMany())
  return found
}

export interface RestoreRequest extends ChosenChanges {
  readonly context: WriteContext
}

/**
 * Restores the values of attributes before some changes, the last change first: 200 with an outcome for
 * each, all under one `edit_id`. A value that has changed since stays as it is.
 */
export function restoreChanges(tx: WritableDb, { type, changes, context }: RestoreRequest): Answer {
  const events = findEvents(tx, { type, changes })
  const editId = nextIdentity(tx).uuid
  const restore = {
    type,
    context: { ...context, via: 'restore', edit_id: editId },
    named: { left: maxNamedWriters },
  } as const
  const outcomes = events.flatMap((event, index) => undoEvent(tx, restore, event, index))
  return outcomesAnswer(viewFor(tx, context.role), outcomes, editId, outcomes.length)
}

const noChange = 'No change of an entity of this type has this number in the feed.'

function findEvents(tx: WritableDb, { type, changes }: ChosenChanges): EditEvent[] {
  const faults = new Faults()
  const known = new Map(
    listChangesOf(
      tx,
      type,
      changes.map(({ sequence }) => sequence),
    ).map((event) => [event.sequence, event]),
  )
  const chosen = new Map<number, EditEvent>()
  changes.forEach(({ sequence, attributes }, index) => {
    const event = known.get(sequence)
    if (!event) return faults.explain(`changes[${index}].sequence`, 'invalid_value', noChange)
    const isMeant = (key: string) => attributes === undefined || attributes.includes(key)
    const before = chosen.get(sequence)?.changes ?? []
    const more = event.changes.filter((change) => isMeant(change.attribute) && !before.includes(change))
    return chosen.set(sequence, { ...event, changes: [...before, ...more] })
  })
  faults.throwIfAny()
  return [...chosen.values()].sort((one, other) => other.sequence - one.sequence)
}
