/**
 * Which data type may become which without losing a stored value. Nothing stored is ever lost: a change is refused while
 * there is a value that would not read the same afterwards.
 */
import type { Constraints, DataTypeTraits } from '#shared/attributes.ts'
import { kindOf } from '#shared/kinds.ts'
import { splitList } from '#shared/text.ts'
import { maxValueBytes, describeTooLarge } from '#shared/value-limits.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { readDefault } from './check-default.ts'
import { getScalarRules, parseValue } from './data-types/data-types.ts'
import type { Scalar } from './data-types/scalar-rules.ts'

type Valued = Pick<Attribute, 'dataType' | 'traits' | 'options'> & {
  readonly extras: { readonly constraints: Constraints }
}
type Holder = Valued & Pick<Attribute, 'entityType'>

/** Tells whether stored values must be looked at one by one before the first attribute may become the second. */
export function mayLoseValues(before: Valued, after: Valued): boolean {
  const isKept =
    before.dataType === after.dataType || getScalarRules(before.dataType).fits.includes(after.dataType)
  return !isKept || narrowsOptions(before, after) || asksForText(before, after)
}

/** Of the kinds those of texts take few of all that their data type does. */
function asksForText({ extras: { constraints: before } }: Valued, { extras }: Valued): boolean {
  return (
    extras.constraints.kind !== before.kind && kindOf(extras.constraints)?.base === 'single_line_text_field'
  )
}

function narrowsOptions(before: Valued, after: Valued): boolean {
  if (after.options.length === 0) return false
  const isFree = before.options.length === 0
  return isFree || !before.options.every((option) => after.options.includes(option))
}

/** The value in its new data type, or undefined where it would not read the same. */
export function convertValue(value: Scalar, after: Holder): Scalar | undefined {
  const text = String(value)
  const { dataType, entityType, traits } = after
  if (describeTooLarge(text, maxValueBytes(traits, entityType)) !== undefined) return undefined
  if (traits.layout === 'line' && /[\r\n]/.test(text.trim())) return undefined
  const parsed = parseValue(readDefault(dataType, text), after)
  if ('issue' in parsed || parsed.value === null) return undefined
  // What a kind writes in another way means the same.
  if (traits.family === 'text' && kindOf(after.extras.constraints)) return parsed.value
  return readsTheSame(text, parsed.value, traits) ? parsed.value : undefined
}

function readsTheSame(text: string, value: Scalar, { hasTokens }: DataTypeTraits): boolean {
  if (typeof value === 'number') return withoutEmptyDecimals(text.trim()) === String(value)
  if (hasTokens) return splitList(text).join(', ') === value
  return text.trim() === String(value).trim()
}

/** "1.50" is the number 1.5; "00123" is a code that must keep its zeros. */
function withoutEmptyDecimals(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
