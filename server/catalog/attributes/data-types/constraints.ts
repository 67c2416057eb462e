import type { Constraints, DataTypeTraits } from '#shared/attributes.ts'
import type { IssueCode } from '#shared/errors.ts'
import { isFileList, splitFiles } from '#shared/files.ts'
import { hasGtinCheckDigit } from '#shared/gtin.ts'
import { splitList } from '#shared/text.ts'
import { maxValueBytes, describeTooLarge } from '#shared/value-limits.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import { fitsDecimals, type RefusedScalar, type Scalar } from './data-types.ts'
import { enforcedPattern } from './pattern.ts'

type ConstrainedAttribute = Pick<Attribute, 'traits' | 'entityType'> & {
  readonly extras: Pick<Attribute['extras'], 'constraints'>
}

type Check<Value> = (value: Value, constraints: Constraints, traits: DataTypeTraits) => boolean

interface ConstraintCheck<Value> {
  readonly issue: IssueCode
  readonly holds: Check<Value>
  readonly messages: readonly (
    | 'min'
    | 'max'
    | 'decimals'
    | 'min_length'
    | 'max_length'
    | 'max_items'
    | 'pattern'
  )[]
}

const numberChecks: readonly ConstraintCheck<number>[] = [
  {
    issue: 'out_of_range',
    holds: (value, { min = -Infinity, max = Infinity }) => value >= min && value <= max,
    messages: ['min', 'max', 'decimals'],
  },
  {
    issue: 'out_of_range',
    holds: (value, { decimals }) => decimals === undefined || fitsDecimals(value, decimals),
    messages: ['min', 'max', 'decimals'],
  },
]

const textChecks: readonly ConstraintCheck<string>[] = [
  {
    issue: 'too_short',
    holds: (text, { min_length: min }) => min === undefined || [...text].length >= min,
    messages: ['min_length', 'max_length'],
  },
  {
    issue: 'too_long',
    holds: (text, { max_length: max }) => max === undefined || text.length <= max || [...text].length <= max,
    messages: ['min_length', 'max_length'],
  },
  {
    issue: 'pattern_mismatch',
    holds: (text, { pattern }) => enforcedPattern(pattern)?.matches(text) ?? true,
    messages: ['pattern'],
  },
  {
    issue: 'invalid_check_digit',
    holds: (text, { check }) => check !== 'gtin' || hasGtinCheckDigit(text),
    messages: [],
  },
  {
    issue: 'too_long',
    holds: (text, constraints, { hasTokens }) => {
      const { max_items: max = Infinity } = constraints
      if (isFileList(constraints)) return splitFiles(text).length <= max
      return !hasTokens || splitList(text).length <= max
    },
    messages: ['max_items'],
  },
]

const none: readonly RefusedScalar[] = []

/** Each constraint that a value breaks, once. A text larger than its type allows has no other fault. */
export function brokenConstraints(value: Scalar, attribute: ConstrainedAttribute): readonly RefusedScalar[] {
  const { traits, extras, entityType } = attribute
  const { constraints } = extras
  if (typeof value === 'number') return broken(numberChecks, value, constraints, traits)
  if (typeof value !== 'string') return none
  const { maxBytes: patternBytes = Infinity } = enforcedPattern(constraints.pattern) ?? {}
  const tooLarge = describeTooLarge(value, Math.min(maxValueBytes(traits, entityType), patternBytes))
  return tooLarge === undefined
    ? broken(textChecks, value, constraints, traits)
    : [{ issue: 'too_long', ...tooLarge }]
}

function broken<Value>(
  checks: readonly ConstraintCheck<Value>[],
  value: Value,
  constraints: Constraints,
  traits: DataTypeTraits,
): readonly RefusedScalar[] {
  let found = none
  for (const { issue, holds, messages: named } of checks) {
    if (holds(value, constraints, traits) || found.some((known) => known.issue === issue)) continue
    const known = named.flatMap((name) =>
      constraints[name] === undefined ? [] : [[name, constraints[name]]],
    )
    found = [...found, { issue, ...(known.length > 0 && { expected: Object.fromEntries(known) }) }]
  }
  return found
}
