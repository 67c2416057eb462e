import {
  type CheckMember,
  type CheckKindName,
  checkKindNames,
  checkKinds,
  fileProblems,
  maxCheckValues,
  type QualityCheck,
  spellingLanguages,
} from '#shared/quality.ts'
import { isKeyOf, keysOf } from '#shared/text.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { type Attribute, type AttributeSet, isComputed } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { compilePattern } from '../attributes/data-types/pattern.ts'
import type { Faults } from '../errors.ts'
import { checkRuleFilter } from './known-rules.ts'

export function checkCheck(
  db: ReadableDb,
  attributes: AttributeSet,
  check: QualityCheck,
  faults: Faults,
): void {
  const { kind } = check
  if (!isKeyOf(checkKinds, kind)) {
    faults.add('check.kind', 'invalid_value', checkKindNames, kind)
    return
  }
  refuseOthers(kind, check, faults)
  const { members } = checkKinds[kind]
  for (const member of keysOf(members))
    if (members[member] === 'required' && check[member] === undefined)
      faults.add(`check.${member}`, 'required')
  if (kind === 'filter') checkMustMatch(db, attributes, check, faults)
  else {
    checkAttributes(db, attributes, check, kind, faults)
    checkMembers(check, faults)
    if (kind === 'length') refuseBoundless(check, faults)
    if (kind === 'outlier') checkWithin(attributes, check, faults)
  }
}

function checkMustMatch(
  db: ReadableDb,
  attributes: AttributeSet,
  { must_match: filter }: QualityCheck,
  faults: Faults,
): void {
  if (filter === undefined) return
  if (filter.trim() === '') faults.add('check.must_match', 'required')
  else checkRuleFilter(db, attributes, { text: filter, field: 'check.must_match' }, faults)
}

function checkMembers(check: QualityCheck, faults: Faults): void {
  for (const member of keysOf(memberChecks)) {
    const value = check[member]
    if (value !== undefined && value !== null) memberChecks[member]?.(value, check, faults)
  }
}

/** A length without a bound would find nothing, or everything. */
function refuseBoundless({ min, max }: QualityCheck, faults: Faults): void {
  if ((min ?? max ?? undefined) === undefined)
    faults.explain('check.max', 'required', message('quality.length_bounds_missing'))
}

function refuseOthers(kind: CheckKindName, check: QualityCheck, faults: Faults): void {
  const known = ['kind', ...(kind === 'filter' ? [] : ['attributes']), ...keysOf(checkKinds[kind].members)]
  for (const member of keysOf(check))
    if (!known.includes(member) && check[member] !== undefined)
      faults.addSentence(
        `check.${member}`,
        `A check of the kind ${kind} has no such member. It takes ${known.join(', ')}.`,
      )
}

const fitsKind: Partial<Record<CheckKindName, 'text' | 'number' | 'scalar' | 'media'>> = {
  length: 'text',
  pattern: 'scalar',
  one_of: 'scalar',
  gtin: 'scalar',
  banned_words: 'text',
  no_html: 'text',
  valid_html: 'text',
  no_upper_case_text: 'text',
  no_placeholder: 'text',
  same_unit: 'text',
  outlier: 'number',
  picture: 'media',
  link_answers: 'text',
  spelling: 'text',
  same_language: 'text',
}

function checkAttributes(
  db: ReadableDb,
  { byKey }: AttributeSet,
  { attributes = [] }: QualityCheck,
  kind: CheckKindName,
  faults: Faults,
): void {
  if (attributes.length === 0) faults.add('check.attributes', 'required')
  if (attributes.length > maxCheckValues)
    faults.addExpected('check.attributes', 'too_many_values', { max_items: maxCheckValues })
  attributes.slice(0, maxCheckValues).forEach((key, index) => {
    const field = `check.attributes[${index}]`
    const attribute = byKey.get(key)
    if (!attribute) faults.addUnknown(field, 'not_a_defined_attribute', key, byKey)
    else if (!fits(db, attribute, fitsKind[kind]))
      faults.explain(field, 'invalid_value', describeUnfit(key, kind))
  })
}

function fits(
  db: ReadableDb,
  attribute: Attribute,
  wanted: 'text' | 'number' | 'scalar' | 'media' | undefined,
): boolean {
  const { traits } = attribute
  if (wanted === undefined) return true
  const plan = getValuePlan(db, attribute)
  if (wanted === 'media') return traits.media !== undefined || (plan.isReference && isOfImages(attribute))
  if (plan.isReference || traits.shape === 'inverse') return false
  return wanted === 'scalar' || wanted === (isComputed(attribute) ? plan.family : traits.family)
}

function isOfImages({ extras }: Attribute): boolean {
  return extras.reference?.type === 'image'
}

function describeUnfit(key: string, kind: CheckKindName): Message {
  return message('quality.attribute_of_wrong_type', { key, check: checkKinds[kind].name.toLowerCase() })
}

type MemberCheck = (value: unknown, check: QualityCheck, faults: Faults) => void

const memberChecks: Partial<Record<CheckMember, MemberCheck>> = {
  min: (min, { max }, faults) => {
    if (!isCount(min)) faults.addExpected('check.min', 'out_of_range', { min: 0 })
    else if (max !== undefined && Number(min) > max)
      faults.addExpected('check.min', 'out_of_range', { min: 0, max })
  },
  max: (max, _, faults) => {
    if (!isCount(max)) faults.addExpected('check.max', 'out_of_range', { min: 0 })
  },
  pattern: (pattern, _, faults) => {
    const compiled = compilePattern(String(pattern))
    if (compiled === undefined)
      faults.explain('check.pattern', 'invalid_value', message('quality.pattern_not_valid'))
    else if ('fault' in compiled) faults.explain('check.pattern', 'invalid_value', compiled.fault)
  },
  values: (values, _, faults) => checkTexts('check.values', values, faults),
  words: (words, _, faults) => checkTexts('check.words', words, faults),
  formats: (formats, _, faults) => checkTexts('check.formats', formats, faults),
  times: (times, _, faults) => {
    if (!(Number(times) > 0)) faults.addExpected('check.times', 'out_of_range', { min: 0 })
  },
  aspect: (aspect, _, faults) => {
    if (
      !/^\d{1,5}(\.\d{1,3})?:\d{1,5}(\.\d{1,3})?$/.test(String(aspect)) ||
      /(^|:)0+(\.0*)?(:|$)/.test(String(aspect))
    )
      faults.explain('check.aspect', 'invalid_value', message('quality.aspect_not_valid'))
  },
  language: (language, _, faults) => {
    if (!spellingLanguages.some((known) => known === language))
      faults.add('check.language', 'invalid_value', spellingLanguages, language)
  },
  problem: (problem, _, faults) => {
    if (!fileProblems.some((known) => known === problem))
      faults.add('check.problem', 'invalid_value', fileProblems, problem)
  },
  min_width: countCheck('min_width'),
  min_height: countCheck('min_height'),
  max_bytes: countCheck('max_bytes'),
  word_length: countCheck('word_length'),
}

function countCheck(member: CheckMember): MemberCheck {
  return (value, _, faults) => {
    if (!isCount(value)) faults.addExpected(`check.${member}`, 'out_of_range', { min: 0 })
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

const longestText = 1000

function checkTexts(field: string, texts: unknown, faults: Faults): void {
  const list = Array.isArray(texts) ? texts.map(String) : []
  if (list.length === 0) faults.add(field, 'expected_values')
  if (list.length > maxCheckValues)
    faults.addExpected(field, 'too_many_values', { max_items: maxCheckValues })
  if (list.some((text) => text.trim() === '')) faults.add(field, 'required')
  if (list.some((text) => text.length > longestText))
    faults.addExpected(field, 'too_long', { max_length: longestText })
}

function checkWithin({ byKey }: AttributeSet, { within }: QualityCheck, faults: Faults): void {
  if (within === undefined || within === null) return
  const attribute = byKey.get(within)
  if (!attribute) faults.addUnknown('check.within', 'not_a_defined_attribute', within, byKey)
  else if (attribute.traits.family !== 'id')
    faults.explain(
      'check.within',
      'invalid_value',
      `${within} is no reference. Name one, such as that to the category.`,
    )
}
