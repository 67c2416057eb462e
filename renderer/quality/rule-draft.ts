import type { EntityType } from '#shared/entities.ts'
import {
  checkKinds,
  weightBounds,
  type CheckKindName,
  type CheckMember,
  type NewQualityRule,
  type QualityRule,
  type Severity,
} from '#shared/quality.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { fromFilterText, toFilterText } from '../query/list-params.ts'
import { t, cachedByLanguage } from '../ui/text.ts'
import { keysOf } from '#shared/text.ts'

export interface RuleDraft {
  readonly name: string
  readonly type: EntityType
  readonly severity: Severity
  readonly weight: string
  readonly appliesTo: GridQuery
  readonly kind: CheckKindName
  readonly attributes: readonly string[]
  readonly mustMatch: GridQuery
  readonly members: Readonly<Partial<Record<CheckMember, string>>>
  readonly message: string
}

export type RuleFaults = Partial<Record<RulePart | 'general', string>>
export type RulePart = 'name' | 'weight' | 'appliesTo' | 'attributes' | 'message' | CheckMember

/** The parts of the editor for faults of the server; the longest prefix comes first. */
export const ruleParts: readonly (readonly [string, RulePart])[] = [
  ['name', 'name'],
  ['key', 'name'],
  ['weight', 'weight'],
  ['applies_to', 'appliesTo'],
  ['message', 'message'],
  ['check.attributes', 'attributes'],
  ['check.kind', 'attributes'],
  ['check.must_match', 'must_match'],
  ['check.min_width', 'min_width'],
  ['check.min_height', 'min_height'],
  ['check.max_bytes', 'max_bytes'],
  ['check.min', 'min'],
  ['check.max', 'max'],
  ['check.pattern', 'pattern'],
  ['check.values', 'values'],
  ['check.words', 'words'],
  ['check.within', 'within'],
  ['check.times', 'times'],
  ['check.formats', 'formats'],
  ['check.aspect', 'aspect'],
  ['check.language', 'language'],
  ['check.word_length', 'word_length'],
  ['check.problem', 'problem'],
]

export function newRule(type: EntityType): RuleDraft {
  return {
    name: '',
    type,
    severity: 'warning',
    weight: '1',
    appliesTo: emptyGridQuery,
    kind: 'required',
    attributes: [],
    mustMatch: emptyGridQuery,
    members: {},
    message: '',
  }
}

export function toRuleDraft(rule: QualityRule): RuleDraft {
  const { name, entity_type: type, severity, weight, message, check } = rule
  const kind = isCheckKind(check.kind) ? check.kind : 'required'
  const members = membersOf(kind).flatMap((member): [CheckMember, string][] => {
    const value = check[member]
    if (value === undefined || value === null) return []
    return [[member, typeof value === 'object' ? value.join('\n') : String(value)]]
  })
  return {
    name,
    type,
    severity,
    weight: String(weight),
    appliesTo: fromFilterText(rule.applies_to),
    kind,
    attributes: check.attributes ?? [],
    mustMatch: fromFilterText(check.must_match ?? ''),
    members: Object.fromEntries(members),
    message,
  }
}

/** Whether people can define such a check; those of channels and constraints come from elsewhere. */
export function isCheckKind(kind: string): kind is CheckKindName {
  return Object.hasOwn(checkKinds, kind)
}

export function membersOf(kind: CheckKindName): CheckMember[] {
  return keysOf(checkKinds[kind].members)
}

export function toRule(draft: RuleDraft): NewQualityRule {
  const { name, type, severity, weight, appliesTo, message } = draft
  return {
    name: name.trim(),
    entity_type: type,
    severity,
    weight: Number(weight),
    applies_to: toFilterText(appliesTo),
    check: toCheck(draft),
    message: message.trim(),
  }
}

export function toCheck(draft: RuleDraft): NewQualityRule['check'] {
  const { kind, attributes } = draft
  const entries = membersOf(kind).flatMap((member) => {
    const value = memberValue(draft, member)
    return value === undefined ? [] : [[member, value] as const]
  })
  const named = attributes.length > 0 ? { attributes: [...attributes] } : {}
  return { kind, ...named, ...Object.fromEntries(entries) }
}

export type MemberInput =
  | 'number'
  | 'text'
  | 'lines'
  | 'conditions'
  | 'reference'
  | 'language'
  | 'formats'
  | 'problem'

interface MemberLook {
  readonly input: MemberInput
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
}

export const memberLooks = cachedByLanguage((): Readonly<Record<CheckMember, MemberLook>> => ({
  must_match: { input: 'conditions', label: t('Must be true') },
  min: { input: 'number', label: t('At least (characters)') },
  max: { input: 'number', label: t('At most (characters)') },
  pattern: {
    input: 'text',
    label: t('Pattern'),
    hint: t('A regular expression for the whole value.'),
    placeholder: '[A-Z]{2}-\\d+',
  },
  values: { input: 'lines', label: t('Allowed values'), hint: t('One a line. Capitals do not matter.') },
  words: {
    input: 'lines',
    label: t('Banned words'),
    hint: t('One a line. Whole words are found, however written.'),
  },
  within: { input: 'reference', label: t('Compared within') },
  times: {
    input: 'number',
    label: t('How far is too far'),
    hint: t('In deviations from the middle; 5 if left empty.'),
    placeholder: '5',
  },
  min_width: { input: 'number', label: t('Width at least (pixels)') },
  min_height: { input: 'number', label: t('Height at least (pixels)') },
  max_bytes: { input: 'number', label: t('Size at most (bytes)') },
  formats: { input: 'formats', label: t('Formats') },
  aspect: {
    input: 'text',
    label: t('Shape'),
    hint: t('Width to height, such as 1:1 or 4:3.'),
    placeholder: '1:1',
  },
  language: { input: 'language', label: t('Language') },
  problem: { input: 'problem', label: t('Problem') },
  word_length: {
    input: 'number',
    label: t('With a word of at least (letters)'),
    hint: t('Names of makers and codes are short: 5 skips LG 32LT380H LED TV.'),
  },
}))

function memberValue({ mustMatch, members }: RuleDraft, member: CheckMember) {
  const text = (members[member] ?? '').trim()
  const { input } = memberLooks()[member]
  if (input === 'conditions') return toFilterText(mustMatch)
  if (text === '') return undefined
  if (input === 'number') return Number(text)
  return input === 'lines' || input === 'formats' ? linesOf(text) : text
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

export function checkRule(draft: RuleDraft): RuleFaults {
  const faults = checkCheck(draft)
  if (draft.name.trim() === '') faults.name = t('Give the rule a name.')
  const weight = Number(draft.weight)
  if (!Number.isInteger(weight) || weight < weightBounds.min || weight > weightBounds.max)
    faults.weight = t('Enter a whole number from {min} to {max}.', weightBounds)
  return faults
}

export function checkCheck(draft: RuleDraft): RuleFaults {
  const { kind, attributes, members } = draft
  const faults: RuleFaults = {}
  if (kind !== 'filter' && attributes.length === 0) faults.attributes = t('Choose at least one attribute.')
  for (const member of membersOf(kind)) {
    const fault = memberFault(draft, member)
    if (fault !== undefined) faults[member] = fault
  }
  const limits = kind === 'length' ? limitsFault(members) : undefined
  if (limits !== undefined) faults.max = limits
  return faults
}

function limitsFault({ min = '', max = '' }: RuleDraft['members']): string | undefined {
  const isOpen = [min, max].map((limit) => limit.trim() === '')
  if (isOpen[0] && isOpen[1]) return t('Enter how short or how long the text may be.')
  return !isOpen.includes(true) && Number(min) > Number(max)
    ? t('The maximum is below the minimum.')
    : undefined
}

function memberFault(draft: RuleDraft, member: CheckMember): string | undefined {
  const value = memberValue(draft, member)
  const isNeeded = checkKinds[draft.kind].members[member] === 'required'
  if (value === undefined || value === '') {
    if (!isNeeded) return undefined
    return memberLooks()[member].input === 'conditions' ? t('Add a condition.') : t('This is required.')
  }
  return typeof value === 'number' && (Number.isNaN(value) || value < 0)
    ? t('Enter a number, or leave it empty.')
    : undefined
}
