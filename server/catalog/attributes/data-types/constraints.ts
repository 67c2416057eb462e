import type { Constraints, DataTypeTraits } from '#shared/attributes.ts'
import type { IssueCode } from '#shared/errors.ts'
import { splitList } from '#shared/text.ts'
import { maxValueBytes, tellTooLarge } from '#shared/value-limits.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import { fitsDecimals } from './number.ts'
import { enforcedPattern } from './pattern.ts'
import type { Scalar } from './scalar-rules.ts'

type Constrained = Pick<Attribute, 'traits' | 'entityType'> & {
  readonly extras: Pick<Attribute['extras'], 'constraints'>
}

/** An issue that a value has, with a sentence where the code alone does not say what would pass. */
export interface BrokenConstraint {
  readonly issue: IssueCode
  readonly message?: string
}
type Check<Value> = (value: Value, constraints: Constraints, traits: DataTypeTraits) => boolean

const numberChecks: [IssueCode, Check<number>][] = [
  ['out_of_range', (value, { min = -Infinity, max = Infinity }) => value >= min && value <= max],
  ['out_of_range', (value, { decimals }) => decimals === undefined || fitsDecimals(value, decimals)],
]

const textChecks: [IssueCode, Check<string>][] = [
  ['too_short', (text, { min_length: min }) => min === undefined || [...text].length >= min],
  [
    'too_long',
    (text, { max_length: max }) => max === undefined || text.length <= max || [...text].length <= max,
  ],
  ['pattern_mismatch', (text, { pattern }) => enforcedPattern(pattern)?.matches(text) ?? true],
  ['invalid_check_digit', (text, { check }) => check !== 'gtin' || hasGtinCheckDigit(text)],
  [
    'too_long',
    (text, { max_items: max }, { hasTokens }) =>
      max === undefined || !hasTokens || splitList(text).length <= max,
  ],
]

const none: readonly BrokenConstraint[] = []

/**
 * Every constraint of the attribute that a value breaks, each issue once (decisions, Attribute definitions). A text that is larger
 * than any value of its type may be is that and nothing else: nobody looks through it for more.
 */
export function brokenConstraints(value: Scalar, attribute: Constrained): readonly BrokenConstraint[] {
  const { traits, extras, entityType } = attribute
  const { constraints } = extras
  if (typeof value === 'number') return broken(numberChecks, value, constraints, traits)
  if (typeof value !== 'string') return none
  const { maxBytes: patternBytes = Infinity } = enforcedPattern(constraints.pattern) ?? {}
  const message = tellTooLarge(value, Math.min(maxValueBytes(traits, entityType), patternBytes))
  return message === undefined
    ? broken(textChecks, value, constraints, traits)
    : [{ issue: 'too_long', message }]
}

function broken<Value>(
  checks: [IssueCode, Check<Value>][],
  value: Value,
  constraints: Constraints,
  traits: DataTypeTraits,
): readonly BrokenConstraint[] {
  let found = none
  for (const [issue, holds] of checks) {
    if (!holds(value, constraints, traits) && !found.some((known) => known.issue === issue))
      found = [...found, { issue }]
  }
  return found
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
