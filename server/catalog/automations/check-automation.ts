import { type EntityType, parseUuid } from '#shared/entities.ts'
import { isObject } from '#shared/exact-json.ts'
import { generationModes } from '#shared/generations.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import type { BulkEdit } from '#shared/bulk-operations.ts'
import { maxCommentLength } from '#shared/comments.ts'
import {
  type Action,
  type ActionKind,
  actionKinds,
  type AutomationPatch,
  maxActions,
  type Trigger,
  type TriggerKind,
  triggerKinds,
} from '#shared/schemas/automations.ts'
import { isOneOf } from '#shared/text.ts'
import { listFeedRows } from '../../store/tables/feeds.ts'
import { attributesOf, type Attribute, isReference } from '../../store/tables/attributes.ts'
import type { AutomationDefinition } from '../../store/tables/automations.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { checkEntityType, checkName } from '../answer.ts'
import { checkBulkChange } from '../edits/bulk-change.ts'
import { withSavedAction } from '../edits/saved-actions.ts'
import { Faults } from '../errors.ts'
import { readGenerationNeeds } from '../generation-runs/value-models.ts'
import { checkFilter, type CheckedFilter } from '../query/check-filter.ts'
import { parseFilterString } from '../query/filter-tree.ts'
import { scheduleFaults } from '../schedules/schedules.ts'

/** Things outside the workspace file that an action may name. */
export interface KnownPlaces {
  readonly webhooks: readonly string[]
  /** Undefined where there is no team: then only the owner is told. */
  readonly people: readonly string[] | undefined
}

export interface CheckedAutomation {
  readonly type: EntityType
  readonly name: string
  readonly definition: AutomationDefinition
}

/** Checks an automation as it would be; every fault is noted, and undefined returned where the type is unknown. */
export function checkAutomation(
  db: ReadableDb,
  body: AutomationPatch,
  known: KnownPlaces,
  faults: Faults,
): CheckedAutomation | undefined {
  const name = checkName(body.name, faults)
  const type = checkEntityType(body.entity_type, faults)
  if (!type) return undefined
  const trigger = checkTrigger(db, type, body.trigger, known, faults)
  const { filter = '', actions = [], budget = null, unbounded = false } = body
  readFilter(db, type, filter, faults)
  checkActions(db, { type, actions, known }, faults)
  if (!trigger) return undefined
  return { type, name, definition: { trigger, filter: filter.trim(), actions, budget, unbounded } }
}

/** The filter of an automation, checked against the attributes that there are now. */
export function readFilter(db: ReadableDb, type: EntityType, text: string, faults: Faults): CheckedFilter {
  return checkFilter(db, attributesOf(db, type), parseFilterString(text, faults), faults)
}

function checkTrigger(
  db: ReadableDb,
  type: EntityType,
  trigger: Trigger | undefined,
  known: KnownPlaces,
  faults: Faults,
): Trigger | undefined {
  if (!trigger || faults.hasErrorFor('trigger')) return undefined
  const { on } = trigger
  if (!isOneOf(triggerKinds, on)) return faults.add('trigger.on', 'invalid_value', triggerKinds, on)
  return triggerChecks[on](trigger, { db, type, known }, faults)
}

type CheckTrigger = (trigger: Trigger, place: ActionPlace, faults: Faults) => Trigger

const triggerChecks: Readonly<Record<TriggerKind, CheckTrigger>> = {
  change({ attributes = [], created }, { db, type }, faults) {
    const { byKey } = attributesOf(db, type)
    attributes.forEach((key, index) => {
      if (!byKey.has(key))
        faults.addUnknown(`trigger.attributes[${index}]`, 'not_a_defined_attribute', key, byKey)
    })
    return {
      on: 'change',
      ...(attributes.length > 0 && { attributes }),
      ...(created !== undefined && { created }),
    }
  },
  schedule({ cron = '', time_zone = '' }, _place, faults) {
    for (const { field, sentence } of scheduleFaults({ cron, time_zone }))
      faults.explain(`trigger.${field}`, 'invalid_value', sentence)
    return { on: 'schedule', cron: cron.trim(), time_zone }
  },
  feed({ feed = '' }, { db }, faults) {
    const feeds = listFeedRows(db).map(({ uuid }) => uuid)
    if (!feeds.includes(feed)) faults.add('trigger.feed', 'invalid_value', feeds, feed)
    return { on: 'feed', feed }
  },
  enters: () => ({ on: 'enters' }),
  manual: () => ({ on: 'manual' }),
}

interface ActionsToCheck {
  readonly type: EntityType
  readonly actions: readonly Action[]
  readonly known: KnownPlaces
}

function checkActions(db: ReadableDb, { type, actions, known }: ActionsToCheck, faults: Faults): void {
  if (faults.hasErrorFor('actions')) return
  if (actions.length === 0) faults.add('actions', 'expected_values')
  if (actions.length > maxActions) faults.addExpected('actions', 'too_many_values', { max_items: maxActions })
  actions.slice(0, maxActions).forEach((action, index) => {
    const own = new Faults()
    checkAction(db, type, action, known, own)
    for (const fault of own.list)
      faults.addAll(`actions[${index}]${fault.field === '' ? '' : `.${fault.field}`}`, [fault])
  })
}

/** The one member of an action, or undefined. */
export function kindOfAction(action: Action): ActionKind | undefined {
  const [kind = '', ...others] = Object.keys(action)
  return others.length === 0 && isOneOf(actionKinds, kind) ? kind : undefined
}

/** Checks one action; faults without a field of their own are of the action as a whole. */
export function checkAction(
  db: ReadableDb,
  type: EntityType,
  action: Action,
  known: KnownPlaces,
  faults: Faults,
): void {
  const kind = kindOfAction(action)
  if (kind === undefined) {
    const [sent] = Object.keys(action)
    return faults.add('', 'invalid_value', actionKinds, sent)
  }
  const value = action[kind]
  if (kind === 'set' || kind === 'append' ? !isObject(value) : kind === 'clear' && !isTexts(value))
    return faults.explain('', 'invalid_value', message('automation.action_form', { kind }))
  const change = changeOfAction(db, type, action, faults)
  if (change) return faults.isEmpty ? checkBulkChange(db, type, change, faults) : undefined
  const wrong = checks[kind]?.(value, { db, type, known })
  if (wrong !== undefined) faults.explain('', 'invalid_value', wrong)
}

export type ActionChange = Partial<BulkEdit>

/** The bulk edit that an action makes; undefined for one that changes no values. */
export function changeOfAction(
  db: ReadableDb,
  type: EntityType,
  action: Action,
  faults: Faults,
): ActionChange | undefined {
  const kind = kindOfAction(action)
  if (kind === 'set' || kind === 'clear' || kind === 'append') return { [kind]: action[kind] }
  if (kind === 'saved_action')
    return withSavedAction(db, { saved_action: String(action[kind]) }, type, faults)
  if (kind !== 'add_to_category') return undefined
  const [attribute, id] = [categoryAttribute(db, type), parseUuid(String(action[kind]))]
  if (!attribute) return faults.explain('', 'invalid_value', message('automation.no_category_attribute'))
  if (id === undefined || !findEntity(db, 'category', id))
    return faults.explain('', 'invalid_value', message('automation.unknown_category'))
  const isList = attribute.traits.shape === 'reference_list'
  return isList ? { append: { [attribute.key]: [id] } } : { set: { [attribute.key]: id } }
}

function categoryAttribute(db: ReadableDb, type: EntityType): Attribute | undefined {
  return attributesOf(db, type).list.find(
    (attribute) => isReference(attribute) && attribute.extras.reference?.type === 'category',
  )
}

interface ActionPlace {
  readonly db: ReadableDb
  readonly type: EntityType
  readonly known: KnownPlaces
}

type CheckValue = (value: unknown, place: ActionPlace) => Sentence | undefined

const maxNoticeLength = 2000

const checks: Partial<Record<ActionKind, CheckValue>> = {
  generate: (value, { db, type }) => {
    if (!isObject(value) || !isTexts(value['attributes']))
      return message('automation.action_form', { kind: 'generate' })
    const { attributes, mode } = value
    if (mode !== undefined && !generationModes.some((known) => known === mode))
      return message('automation.generation_mode', { modes: generationModes.join(', ') })
    const { wishes } = readGenerationNeeds(db, { type, attributes })
    const missing = attributes.find((key) => !wishes.some((wish) => wish.key === key))
    return missing === undefined ? undefined : message('automation.not_generated', { key: missing })
  },
  check_quality: (value) =>
    value === true ? undefined : message('automation.action_form', { kind: 'check_quality' }),
  run_feed: (value, { db }) =>
    listFeedRows(db).some(({ uuid }) => uuid === value) ? undefined : message('automation.unknown_feed'),
  sync: () => message('automation.unknown_sync'),
  notify: (value, { known }) => {
    if (!isObject(value) || !isTexts(value['people']) || !isText(value['text'], maxNoticeLength))
      return message('automation.action_form', { kind: 'notify' })
    const isKnown = (person: string) => person === 'owner' || known.people?.includes(person)
    return value['people'].every(isKnown) ? undefined : message('automation.unknown_person')
  },
  webhook: (value, { known }) =>
    known.webhooks.includes(String(value).toLowerCase()) ? undefined : message('automation.unknown_webhook'),
  comment: (value) =>
    isText(value, maxCommentLength) ? undefined : message('automation.action_form', { kind: 'comment' }),
  worklist: (value, { known }) => {
    if (known.people === undefined) return message('automation.worklist_without_team')
    if (!isObject(value) || !isText(value['name'], 200))
      return message('automation.action_form', { kind: 'worklist' })
    const { assignee_id: person = null } = value
    return person === null || known.people.some((id) => id === person)
      ? undefined
      : message('automation.unknown_person')
  },
}

function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 100 &&
    value.every((one) => typeof one === 'string')
  )
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength
}
