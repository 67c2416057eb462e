import {
  changeCase,
  endingPattern,
  letterCases,
  maxOperationText,
  type OwnOperation,
} from '#shared/bulk-operations.ts'
import { parseUuid } from '#shared/entities.ts'
import { isOneOf, keysOf, splitList } from '#shared/text.ts'
import { maxValueBytes } from '#shared/value-limits.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { parseNumber } from '../attributes/data-types/data-types.ts'
import { compileReplacement } from '../attributes/data-types/pattern.ts'
import {
  addDecimals,
  addPercent,
  type Decimal,
  roundToEnding,
  roundToStep,
  toDecimal,
  toNumber,
} from '#shared/decimal.ts'
import type { Sentence } from '#shared/messages/message.ts'
import { toUtcDay } from '#shared/iso-times.ts'

export type ChangeValue = (stored: unknown) => { readonly value: unknown } | { readonly fault: string }

export interface OperationFault {
  readonly member: string
  readonly sentence: Sentence
}

export type Operation = Readonly<Record<string, unknown>>
type ParseOperation = (operation: Operation, attribute: Attribute) => ChangeValue | OperationFault

export const operationParsers: Readonly<Record<OwnOperation, ParseOperation>> = {
  add: (operation, attribute) =>
    attribute.traits.family === 'date'
      ? addDays(operation)
      : parseArithmetic(operation, attribute, 'add', addDecimals),
  percent: (operation, attribute) => parseArithmetic(operation, attribute, 'percent', addPercent),
  round: ({ round }) => {
    const rounding = readRounding(round)
    return isFault(rounding) ? rounding : (own) => ({ value: toNumber(rounding(toDecimal(Number(own)))) })
  },
  case: ({ case: letters }) =>
    isOneOf(letterCases, letters)
      ? onText((text) => changeCase(text, letters))
      : fault('case', `Expected one of ${letterCases.join(', ')}.`),
  trim: ({ trim }) => (trim === true ? onText(trimText) : fault('trim', 'Expected true.')),
  prefix: ({ prefix }) => checkText('prefix', prefix) ?? onText((text) => `${String(prefix)}${text}`),
  suffix: ({ suffix }) => checkText('suffix', suffix) ?? onText((text) => `${text}${String(suffix)}`),
  replace: ({ replace }, attribute) => readReplace(replace, attribute),
  add_items: ({ add_items: items }, attribute) => changeItems('add_items', items, attribute, addItems),
  remove_items: ({ remove_items: items }, attribute) =>
    changeItems('remove_items', items, attribute, removeItems),
}

function fault(member: string, sentence: Sentence): OperationFault {
  return { member, sentence }
}

export function isFault(read: unknown): read is OperationFault {
  return typeof read === 'object' && read !== null && 'sentence' in read
}

function onText(change: (text: string) => string): ChangeValue {
  return (own) => ({ value: change(String(own)) })
}

type Rounding = (value: Decimal) => Decimal

function parseArithmetic(
  operation: Operation,
  { traits, extras }: Attribute,
  member: 'add' | 'percent',
  change: (value: Decimal, by: Decimal) => Decimal,
): ChangeValue | OperationFault {
  const by = readNumber(operation[member])
  if (by === undefined) return fault(member, 'Expected a number, such as 4 or -12.5.')
  const { decimals = traits.bounds.isWhole ? 0 : undefined } = extras.constraints
  const given = operation['round'] ?? (decimals === undefined ? undefined : Number(`1e-${decimals}`))
  const rounding = given === undefined ? (value: Decimal) => value : readRounding(given)
  if (isFault(rounding)) return rounding
  const amount = toDecimal(by)
  return (own) => ({ value: toNumber(rounding(change(toDecimal(Number(own)), amount))) })
}

function readNumber(input: unknown): number | undefined {
  return typeof input === 'number' ? parseNumber(input) : undefined
}

function readRounding(round: unknown): Rounding | OperationFault {
  if (typeof round === 'string' && endingPattern.test(round)) return (value) => roundToEnding(value, round)
  const step = readNumber(round)
  if (step === undefined || step <= 0)
    return fault('round', 'Expected a step such as 0.05 or 10, or an ending such as "x.99" or "x9.90".')
  const decimal = toDecimal(step)
  return (value) => roundToStep(value, decimal)
}

const dayMs = 86_400_000
const maxDays = 1_000_000

function addDays({ add }: Operation): ChangeValue | OperationFault {
  const days = readNumber(add)
  if (days === undefined || !Number.isInteger(days) || Math.abs(days) > maxDays)
    return fault('add', 'Expected a whole number of days, such as 14 or -30.')
  return (own) => {
    const date = new Date(Date.parse(`${String(own)}T00:00:00Z`) + days * dayMs)
    const year = date.getUTCFullYear()
    return year >= 0 && year <= 9999
      ? { value: toUtcDay(date) }
      : { fault: 'The date would not lie in the years 0 to 9999. Move it by fewer days.' }
  }
}

function trimText(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replaceAll(/\s+/gu, ' ').trim())
  return lines.join('\n').trim()
}

const maxTextLabel = maxOperationText.toLocaleString('en')

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxOperationText
}

function checkText(member: string, text: unknown): OperationFault | undefined {
  return isText(text) && text !== ''
    ? undefined
    : fault(member, `Expected a text of up to ${maxTextLabel} characters.`)
}

const replaceMembers: Readonly<
  Record<string, readonly [isRight: (value: unknown) => boolean, sentence: string]>
> = {
  find: [(find) => isText(find) && find !== '', `Expected a text of up to ${maxTextLabel} characters.`],
  with: [isText, `Expected a text of up to ${maxTextLabel} characters, "" to leave nothing.`],
  pattern: [isFlag, 'Expected true or false.'],
  match_case: [isFlag, 'Expected true or false.'],
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean'
}

function readReplace(replace: unknown, attribute: Attribute): ChangeValue | OperationFault {
  if (typeof replace !== 'object' || replace === null)
    return fault('replace', 'Expected an object such as {"find": "oak", "with": "ash"}.')
  const sent: Operation = { ...replace }
  const known = keysOf(replaceMembers)
  const unknown = Object.keys(sent).find((member) => !known.includes(member))
  if (unknown !== undefined) return fault(`replace.${unknown}`, `Only ${known.join(', ')} are known here.`)
  for (const [member, [isRight, sentence]] of Object.entries(replaceMembers))
    if (!isRight(sent[member])) return fault(`replace.${member}`, sentence)
  const [find, replacement, isPattern] = [
    String(sent['find']),
    String(sent['with']),
    sent['pattern'] === true,
  ]
  const pattern = isPattern ? find : escapePattern(find)
  const matchesCase = sent['match_case'] !== false
  return compileReplace(
    matchesCase ? pattern : `(?i:${pattern})`,
    isPattern ? replacement : replacement.replaceAll('$', '$$$$'),
    attribute,
  )
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

function compileReplace(
  pattern: string,
  replacement: string,
  { traits, entityType }: Attribute,
): ChangeValue | OperationFault {
  // A character takes at least one byte, so a longer result would exceed the size limit anyway.
  const replace = compileReplacement(pattern, replacement, maxValueBytes(traits, entityType))
  if (replace === undefined)
    return fault('replace.find', 'The pattern is no regular expression. Correct it, or leave pattern out.')
  if ('fault' in replace) return fault('replace.find', replace.fault)
  return (own) => {
    const value = replace(String(own))
    return value === undefined ? { fault: replacedTextTooLong } : { value }
  }
}

const replacedTextTooLong =
  'The text is too long for this replacing, or would become so. Replace less at a time, or write the new text in set.'

type Items = readonly string[]

function changeItems(
  member: 'add_items' | 'remove_items',
  items: unknown,
  { traits }: Attribute,
  change: (old: Items, items: Items) => Items,
): ChangeValue | OperationFault {
  const { hasTokens } = traits
  const read = Array.isArray(items) ? items.map(hasTokens ? readToken : readId) : []
  const given = read.filter((item) => item !== undefined)
  if (given.length === 0 || given.length < read.length)
    return fault(member, hasTokens ? 'Expected a list of options.' : 'Expected a list of ids.')
  return (own) => {
    const old = hasTokens ? tokensOf(own) : idsOf(own)
    const next = change(old, given)
    return { value: hasTokens ? next.join(', ') : [...next] }
  }
}

function readToken(item: unknown): string | undefined {
  return typeof item === 'string' && splitList(item).length === 1 ? item.trim() : undefined
}

function readId(item: unknown): string | undefined {
  return parseUuid(typeof item === 'object' && item !== null && 'id' in item ? item.id : item)
}

function tokensOf(own: unknown): string[] {
  return typeof own === 'string' ? splitList(own) : []
}

function idsOf(own: unknown): string[] {
  return Array.isArray(own) ? own.map(readId).filter((id) => id !== undefined) : []
}

function addItems(old: Items, items: Items): Items {
  return [...old, ...items.filter((item) => !old.includes(item))]
}

function removeItems(old: Items, items: Items): Items {
  return old.filter((item) => !items.includes(item))
}
