import { maxEditValues } from '#shared/bulk-operations.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ChosenChange, RestoreChanges } from '#shared/schemas/events.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { listEventPage } from '../../store/plan/event-pages.ts'
import { type EditEvent, listChangesOf } from '../../store/tables/edits.ts'
import { readChanges } from '../../store/tables/events.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import type { Answer } from '../answer.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkFilters } from '../query/list-events.ts'
import { outcomesAnswer, parseType } from './edit-outcome.ts'
import { undoEvent } from './undo-event.ts'

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
  const restore = { type, context: { ...context, via: 'restore', edit_id: editId } } as const
  const outcomes = events.flatMap((event, index) => undoEvent(tx, restore, event, index))
  return outcomesAnswer(tx, outcomes, editId, outcomes.length)
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
