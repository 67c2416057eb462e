import { isObject } from '#shared/exact-json.ts'
import type { Action, ActionKind, Automation } from '#shared/schemas/automations.ts'
import { describeGroup } from '../filters/filter-chip.tsx'
import { fromFilterText } from '../query/list-params.ts'
import { typeTexts } from '../state/entity-types.ts'
import { cachedByLanguage, inSentence, t } from '../ui/text.ts'
import { type AutomationDraft, toDraft, type When } from './automation-draft.ts'
import type { AutomationNames } from './automation-names.ts'

export const weekdays = cachedByLanguage((): Readonly<Record<string, string>> => ({
  1: t('Monday'),
  2: t('Tuesday'),
  3: t('Wednesday'),
  4: t('Thursday'),
  5: t('Friday'),
  6: t('Saturday'),
  0: t('Sunday'),
}))

type AutomationText = Pick<Automation, 'entity_type' | 'trigger' | 'filter' | 'actions'>

/** An automation as a sentence: `When Price changes on products where Status is Live: set Status to Review.` */
export function describeAutomation(automation: AutomationText, names: AutomationNames): string {
  const what = automation.actions.map((action) => describeAction(action, names)).join(', ')
  return t('{when}: {what}.', { when: describeWhen(automation, names), what })
}

export function describeWhen(automation: AutomationText, names: AutomationNames): string {
  const { entity_type: type, filter } = automation
  const condition = describeGroup(fromFilterText(filter), names.fields, names.labelOf)
  const when = describeTrigger(automation, names, inSentence(typeTexts()[type].plural))
  if (automation.trigger.on === 'enters')
    return condition === '' ? when : t('{when} “{condition}”', { when, condition })
  return condition === '' ? when : t('{when} where {condition}', { when, condition })
}

function describeTrigger(automation: AutomationText, names: AutomationNames, plural: string): string {
  const draft = toDraft({ ...blank, ...automation })
  const changed = nameAll(draft.attributes, names)
  const feed = nameOfFeed(draft.feed, names)
  return whenTexts[draft.when](draft, { plural, changed, feed })
}

interface WhenWords {
  readonly plural: string
  readonly changed: string
  readonly feed: string
}

type DescribeWhen = (draft: AutomationDraft, words: WhenWords) => string

const whenTexts: Readonly<Record<When, DescribeWhen>> = {
  change: (_draft, { plural, changed: attributes }) =>
    attributes === ''
      ? t('When {plural} change', { plural })
      : t('When {attributes} changes on {plural}', { attributes, plural }),
  created: (_draft, { plural }) => t('When {plural} are added', { plural }),
  enters: (_draft, { plural }) => t('When {plural} come to match', { plural }),
  feed: (_draft, { plural, feed }) => t('When “{feed}” has brought {plural}', { plural, feed }),
  daily: ({ time }, { plural }) => t('Every day at {time}, for {plural}', { time, plural }),
  weekly: ({ weekday, time }, { plural }) =>
    t('Every {weekday} at {time}, for {plural}', { weekday: weekdays()[weekday] ?? weekday, time, plural }),
  hourly: (_draft, { plural }) => t('Every hour, for {plural}', { plural }),
  cron: ({ cron }, { plural }) => t('By the schedule {cron}, for {plural}', { cron, plural }),
  manual: (_draft, { plural }) => t('On demand, for {plural}', { plural }),
}

const blank = {
  id: '',
  name: '',
  is_on: false,
  off_reason: null,
  run_as: null,
  budget: null,
  unbounded: false,
  last_run: null,
  next_run: null,
  runs: { ok: 0, failed: 0, waiting: 0 },
}

function nameAll(keys: readonly string[], names: AutomationNames): string {
  return keys.map((key) => nameOf(key, names)).join(', ')
}

function nameOf(key: string, names: AutomationNames): string {
  return names.fields.find((field) => field.key === key)?.name ?? key
}

function nameOfFeed(id: string, { feeds }: AutomationNames): string {
  return feeds.find((feed) => feed.id === id)?.name ?? t('a feed')
}

export function describeAction(action: Action, names: AutomationNames): string {
  const kind = Object.keys(action)[0] as ActionKind | undefined
  return kind === undefined ? '' : actionTexts[kind](action[kind], names)
}

type DescribeAction = (value: unknown, names: AutomationNames) => string

const actionTexts: Readonly<Record<ActionKind, DescribeAction>> = {
  set: (value, names) =>
    eachOf(value, names, (attribute, to) => t('set {attribute} to {to}', { attribute, to })),
  append: (value, names) =>
    eachOf(value, names, (attribute, to) => t('add {to} to {attribute}', { attribute, to })),
  clear: (value, names) => t('clear {attributes}', { attributes: nameAll(textsOf(value), names) }),
  saved_action: (name) => t('do “{name}”', { name: String(name) }),
  add_to_category: () => t('add to a category'),
  generate: (value, names) =>
    t('generate {attributes}', {
      attributes: nameAll(isObject(value) ? textsOf(value['attributes']) : [], names),
    }),
  check_quality: () => t('check the quality'),
  run_feed: (feed, names) => t('run “{feed}”', { feed: nameOfFeed(String(feed), names) }),
  sync: () => t('bring a shop up to date'),
  notify: (value, names) => (isObject(value) ? describeNotice(value, names) : ''),
  webhook: () => t('send a webhook'),
  comment: (text) => t('comment “{text}”', { text: String(text) }),
  worklist: () => t('make a worklist'),
}

function describeNotice(
  { people, text }: Readonly<Record<string, unknown>>,
  { people: known }: AutomationNames,
): string {
  const all = known.length > 0 ? [...known, { id: 'owner', name: t('everybody¦told') }] : []
  const named = textsOf(people).flatMap((id) => all.find((person) => person.id === id)?.name ?? [])
  return named.length === 0
    ? t('tell “{text}”', { text: String(text) })
    : t('tell {people} “{text}”', { people: named.join(', '), text: String(text) })
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function eachOf(
  value: unknown,
  names: AutomationNames,
  describe: (attribute: string, to: string) => string,
): string {
  return Object.entries(isObject(value) ? value : {})
    .map(([key, to]) =>
      describe(nameOf(key, names), typeof to === 'string' ? t('“{text}”', { text: to }) : JSON.stringify(to)),
    )
    .join(', ')
}
