import type { Constraints } from '#shared/attributes.ts'
import type { IssueCode } from '#shared/errors.ts'
import type { Attribute } from '../../../store/attributes.ts'
import { fitsDecimals } from './number.ts'
import { matchesWhole } from './pattern.ts'
import type { Scalar } from './scalar-rules.ts'

type Check<Value> = (value: Value, constraints: Constraints, attribute: Attribute) => boolean

const numberChecks: [IssueCode, Check<number>][] = [
  ['out_of_range', (value, { min }) => min === undefined || value >= min],
  ['out_of_range', (value, { max }) => max === undefined || value <= max],
  ['out_of_range', (value, _constraints, attribute) => fitsDecimals(value, attribute)],
]

const textChecks: [IssueCode, Check<string>][] = [
  ['too_short', (text, { min_length: min }) => min === undefined || [...text].length >= min],
  [
    'too_long',
    (text, { max_length: max }) => max === undefined || text.length <= max || [...text].length <= max,
  ],
  ['pattern_mismatch', (text, { pattern }) => pattern === undefined || matchesWhole(pattern, text)],
  ['invalid_check_digit', (text, { check }) => check !== 'gtin' || hasGtinCheckDigit(text)],
  ['too_long', (text, { max_items: max }) => max === undefined || text.split(',').length <= max],
]

/** The first constraint of the attribute that a stored value breaks, if any (decisions, Attribute definitions). */
export function brokenConstraint(value: Scalar, attribute: Attribute): IssueCode | undefined {
  const { constraints } = attribute.extras
  if (typeof value === 'number') return firstBroken(numberChecks, value, attribute, constraints)
  if (typeof value === 'string') return firstBroken(textChecks, value, attribute, constraints)
  return undefined
}

function firstBroken<Value>(
  checks: [IssueCode, Check<Value>][],
  value: Value,
  attribute: Attribute,
  constraints: Constraints,
): IssueCode | undefined {
  return checks.find(([, holds]) => !holds(value, constraints, attribute))?.[0]
}

const gtinLengths = [8, 12, 13, 14]

/** Tells whether the text is a GTIN-8, -12, -13 or -14 with a right check digit. */
export function hasGtinCheckDigit(text: string): boolean {
  const digits = text.trim()
  if (!/^\d+$/.test(digits) || !gtinLengths.includes(digits.length)) return false
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}
