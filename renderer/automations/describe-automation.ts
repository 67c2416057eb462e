import { isObject } from '#shared/exact-json.ts'
import type { Action, ActionKind, Automation } from '#shared/schemas/automations.ts'
import { describeGroup } from '../filters/filter-chip.tsx'
import type { FilterField } from '../filters/filter-fields.ts'
import { fromFilterText } from '../query/list-params.ts'
import { typeTexts } from '../state/entity-types.ts'
import { cachedByLanguage, inSentence, t } from '../ui/text.ts'
import { type AutomationDraft, toDraft, type When } from './automation-draft.ts'

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
export function describeAutomation(automation: AutomationText, fields: readonly FilterField[]): string {
  const what = automation.actions.map((action) => describeAction(action, fields)).join(', ')
  return t('{when}: {what}.', { when: describeWhen(automation, fields), what })
}

export function describeWhen(automation: AutomationText, fields: readonly FilterField[]): string {
  const { entity_type: type, filter } = automation
  const condition = describeGroup(fromFilterText(filter), fields)
  const when = describeTrigger(automation, fields, inSentence(typeTexts()[type].plural))
  if (automation.trigger.on === 'enters')
    return condition === '' ? when : t('{when} “{condition}”', { when, condition })
  return condition === '' ? when : t('{when} where {condition}', { when, condition })
}

function describeTrigger(automation: AutomationText, fields: readonly FilterField[], plural: string): string {
  const draft = toDraft({ ...blank, ...automation })
  const changed = nameAll(draft.attributes, fields)
  return whenTexts[draft.when](draft, { plural, changed })
}

type DescribeWhen = (draft: AutomationDraft, words: { plural: string; changed: string }) => string

const whenTexts: Readonly<Record<When, DescribeWhen>> = {
  change: (_draft, { plural, changed: attributes }) =>
    attributes === ''
      ? t('When {plural} change', { plural })
      : t('When {attributes} changes on {plural}', { attributes, plural }),
  created: (_draft, { plural }) => t('When {plural} are added', { plural }),
  enters: (_draft, { plural }) => t('When {plural} come to match', { plural }),
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

function nameAll(keys: readonly string[], fields: readonly FilterField[]): string {
  return keys.map((key) => nameOf(key, fields)).join(', ')
}

function nameOf(key: string, fields: readonly FilterField[]): string {
  return fields.find((field) => field.key === key)?.name ?? key
}

export function describeAction(action: Action, fields: readonly FilterField[]): string {
  const kind = Object.keys(action)[0] as ActionKind | undefined
  return kind === undefined ? '' : actionTexts[kind](action[kind], fields)
}

type DescribeAction = (value: unknown, fields: readonly FilterField[]) => string

const actionTexts: Readonly<Record<ActionKind, DescribeAction>> = {
  set: (value, fields) =>
    eachOf(value, fields, (attribute, to) => t('set {attribute} to {to}', { attribute, to })),
  append: (value, fields) =>
    eachOf(value, fields, (attribute, to) => t('add {to} to {attribute}', { attribute, to })),
  clear: (value, fields) => t('clear {attributes}', { attributes: nameAll(textsOf(value), fields) }),
  saved_action: (name) => t('do “{name}”', { name: String(name) }),
  add_to_category: () => t('add to a category'),
  generate: (value, fields) =>
    t('generate {attributes}', {
      attributes: nameAll(isObject(value) ? textsOf(value['attributes']) : [], fields),
    }),
  check_quality: () => t('check the quality'),
  run_feed: () => t('run a feed'),
  sync: () => t('bring a shop up to date'),
  notify: (value) => t('tell “{text}”', { text: isObject(value) ? String(value['text']) : '' }),
  webhook: () => t('send a webhook'),
  comment: (text) => t('comment “{text}”', { text: String(text) }),
  worklist: () => t('make a worklist'),
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function eachOf(
  value: unknown,
  fields: readonly FilterField[],
  describe: (attribute: string, to: string) => string,
): string {
  return Object.entries(isObject(value) ? value : {})
    .map(([key, to]) =>
      describe(
        nameOf(key, fields),
        typeof to === 'string' ? t('“{text}”', { text: to }) : JSON.stringify(to),
      ),
    )
    .join(', ')
}
