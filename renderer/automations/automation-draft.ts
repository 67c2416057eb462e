import type { AttributeDefinition } from '#shared/schemas/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Action, Automation, NewAutomation, Trigger } from '#shared/schemas/automations.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { fromFilterText, toFilterText } from '../query/list-params.ts'

/** When an automation runs, as people choose it. */
export const whens = [
  'change',
  'created',
  'enters',
  'feed',
  'daily',
  'weekly',
  'hourly',
  'cron',
  'manual',
] as const
export type When = (typeof whens)[number]

/** The actions that people can choose; others of an automation are kept as they are. */
export const draftedKinds = [
  'set',
  'clear',
  'append',
  'notify',
  'comment',
  'check_quality',
  'run_feed',
] as const
export type DraftedKind = (typeof draftedKinds)[number]

export interface ActionDraft {
  readonly id: number
  readonly kind: DraftedKind | 'other'
  readonly attribute: string
  readonly value: string
  readonly text: string
  /** The people who are told: their ids, or `owner` for everybody. */
  readonly people: readonly string[]
  readonly feed: string
  /** An action that is made elsewhere, such as by a script. */
  readonly other?: Action
}

export interface AutomationDraft {
  readonly name: string
  readonly type: EntityType
  readonly when: When
  readonly attributes: readonly string[]
  /** The feed after which it runs. */
  readonly feed: string
  readonly time: string
  readonly weekday: string
  readonly cron: string
  readonly filter: GridQuery
  readonly actions: readonly ActionDraft[]
}

export function newAction(kind: DraftedKind, id: number): ActionDraft {
  return { id, kind, attribute: '', value: '', text: '', people: ['owner'], feed: '' }
}

export function newAutomation(type: EntityType): AutomationDraft {
  return {
    name: '',
    type,
    when: 'change',
    attributes: [],
    feed: '',
    time: '06:00',
    weekday: '1',
    cron: '0 6 * * *',
    filter: emptyGridQuery,
    actions: [newAction('set', 1)],
  }
}

export function toDraft(automation: Automation): AutomationDraft {
  const { name, entity_type: type, trigger, filter, actions } = automation
  return {
    ...newAutomation(type),
    name,
    ...readTrigger(trigger),
    filter: fromFilterText(filter),
    actions: actions.map((action, index) => readAction(action, index + 1)),
  }
}

function readTrigger({
  on,
  attributes = [],
  created,
  cron = '',
  feed = '',
}: Trigger): Partial<AutomationDraft> {
  if (on === 'schedule') return readCron(cron)
  if (on === 'feed') return { when: 'feed', feed }
  if (on !== 'change') return { when: on === 'enters' ? 'enters' : 'manual' }
  return created === true && attributes.length === 0 ? { when: 'created' } : { attributes }
}

/** Reads the schedules that people choose in words; another one stays as its five fields. */
function readCron(cron: string): Partial<AutomationDraft> {
  if (cron === '0 * * * *') return { when: 'hourly', cron }
  const [, minute, hour, weekday] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6])$/.exec(cron) ?? []
  if (minute === undefined || hour === undefined || weekday === undefined) return { when: 'cron', cron }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return weekday === '*' ? { when: 'daily', time, cron } : { when: 'weekly', time, weekday, cron }
}

function readAction(action: Action, id: number): ActionDraft {
  const [first] = Object.entries(action)
  const [kind, value] = first ?? ['', undefined]
  const read = isDrafted(kind) ? actionReaders[kind](value) : undefined
  return isDrafted(kind) && read
    ? { ...newAction(kind, id), ...read }
    : { ...newAction('set', id), kind: 'other', other: action }
}

function isDrafted(kind: string): kind is DraftedKind {
  return draftedKinds.some((known) => known === kind)
}

type ReadAction = (value: unknown) => Partial<ActionDraft> | undefined

/** The fields of an action in the editor; undefined where it has more than these. */
const actionReaders: Readonly<Record<DraftedKind, ReadAction>> = {
  set: readOneValue,
  append: readOneValue,
  clear: (value) =>
    Array.isArray(value) && value.length === 1 ? { attribute: String(value[0]) } : undefined,
  notify(value) {
    const { people, text } = value as { readonly people: readonly string[]; readonly text: string }
    return { text, people }
  },
  comment: (value) => ({ text: String(value) }),
  check_quality: () => ({}),
  run_feed: (value) => ({ feed: String(value) }),
}

function readOneValue(value: unknown): Partial<ActionDraft> | undefined {
  const [first, ...others] = Object.entries(value as Readonly<Record<string, unknown>>)
  if (first === undefined || others.length > 0) return undefined
  const [attribute, to] = first
  return ['string', 'number', 'boolean'].includes(typeof to) ? { attribute, value: String(to) } : undefined
}

type Definitions = ReadonlyMap<string, Pick<AttributeDefinition, 'data_type'>>

/** The automation as the server takes it; `timeZone` is that of the person who writes it. */
export function toAutomation(
  draft: AutomationDraft,
  { name, timeZone, definitions }: { name: string; timeZone: string; definitions: Definitions },
): NewAutomation {
  const { type, filter, actions } = draft
  return {
    name,
    entity_type: type,
    trigger: toTrigger(draft, timeZone),
    filter: toFilterText(filter),
    actions: actions.map((action) => toAction(action, definitions)),
  }
}

export function toTrigger(draft: AutomationDraft, timeZone: string): Trigger {
  const { when, attributes, feed } = draft
  if (when === 'change')
    return { on: 'change', ...(attributes.length > 0 && { attributes: [...attributes] }) }
  if (when === 'created') return { on: 'change', created: true }
  if (when === 'feed') return { on: 'feed', feed }
  if (when === 'enters' || when === 'manual') return { on: when }
  return { on: 'schedule', cron: toCron(draft), time_zone: timeZone }
}

function toCron({ when, time, weekday, cron }: AutomationDraft): string {
  const [hour, minute] = time.split(':').map(Number)
  if (when === 'daily') return `${minute} ${hour} * * *`
  if (when === 'weekly') return `${minute} ${hour} * * ${weekday}`
  return when === 'hourly' ? '0 * * * *' : cron.trim()
}

function toAction(draft: ActionDraft, definitions: Definitions): Action {
  return draft.kind === 'other' ? (draft.other ?? {}) : actionWriters[draft.kind](draft, definitions)
}

type WriteAction = (draft: ActionDraft, definitions: Definitions) => Action

const actionWriters: Readonly<Record<DraftedKind, WriteAction>> = {
  set: ({ attribute, value }, definitions) => ({ set: toValues(attribute, value, definitions) }),
  append: ({ attribute, value }, definitions) => ({ append: toValues(attribute, value, definitions) }),
  clear: ({ attribute }) => ({ clear: [attribute] }),
  notify: ({ people, text }) => ({ notify: { people: [...people], text: text.trim() } }),
  comment: ({ text }) => ({ comment: text.trim() }),
  check_quality: () => ({ check_quality: true }),
  run_feed: ({ feed }) => ({ run_feed: feed }),
}

function toValues(attribute: string, value: string, definitions: Definitions) {
  return { [attribute]: toValue(value, definitions.get(attribute)?.data_type) }
}

function toValue(value: string, dataType: string | undefined): string | number | boolean {
  if (dataType === 'boolean') return value === 'true'
  const number = Number(value)
  const isNumber = dataType === 'number' && value.trim() !== '' && Number.isFinite(number)
  return isNumber ? number : value
}

/** The fields of the editor that faults of the server are about. */
export const faultPlaces: readonly (readonly [string, string])[] = [
  ['name', 'name'],
  ['trigger', 'trigger'],
  ['filter', 'filter'],
  ...Array.from({ length: 20 }, (_, index) => [`actions[${index}]`, `action-${index}`] as const),
]
