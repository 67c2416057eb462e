/** What a channel says of a value, as rules over its comparable form, so that one product and all of them are judged alike. */
import { foldText } from '#shared/text.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import type { AcceptableComparables } from '../../store/computed/completeness.ts'
import type { Comparable } from '../../store/tables/values.ts'
import { parseNumber } from '../attributes/data-types/number.ts'
import type { TemplateField } from './templates/template.ts'

/** Tells whether values of the attribute are texts, which have a length and can hold several tokens. */
export function isText({ traits }: Attribute): boolean {
  return traits.shape === 'scalar' && traits.family === 'text'
}

/** The comparable forms that a field accepts from an attribute; undefined where it accepts any. */
export function acceptableComparables(
  field: TemplateField,
  attribute: Attribute,
): AcceptableComparables | undefined {
  const { acceptableValues: values, multiple = false } = field
  if (values === undefined || attribute.traits.shape !== 'scalar') return undefined
  const words = [...values, ...Object.keys(field.synonyms ?? {})]
  if (isText(attribute)) {
    const isList = multiple || attribute.traits.hasTokens
    return { norms: words.map(foldText), isList }
  }
  const norms: Comparable[] = attribute.traits.family === 'boolean' ? booleansIn(words) : numbersIn(values)
  return { norms, isList: false }
}

const truths = ['true', 'yes', '1']
const untruths = ['false', 'no', '0']

/** A checkbox is written in the channel's own words: it fits where the channel has a word for its state. */
function booleansIn(values: readonly string[]): Comparable[] {
  const words = values.map(foldText)
  return [truths, untruths].flatMap((synonyms, index) =>
    words.some((word) => synonyms.includes(word)) ? [1 - index] : [],
  )
}

function numbersIn(values: readonly string[]): Comparable[] {
  return values.flatMap((value) => parseNumber(value) ?? [])
}

/** Tells whether a field may take the attribute unasked: of its options the channel must accept at least half. */
export function fits(field: TemplateField, attribute: Attribute): boolean {
  // No channel reads the JSON of somebody else.
  if (attribute.dataType === 'json') return false
  const acceptable = acceptableComparables(field, attribute)
  if (!acceptable) return true
  const { norms } = acceptable
  if (attribute.options.length === 0) return norms.length > 0
  const accepted = attribute.options.filter((option) => norms.includes(foldText(option)))
  return accepted.length * 2 >= attribute.options.length
}

/** Tells whether the channel accepts a comparable form; of a list every token. */
export function isAcceptable(norm: Comparable, { norms, isList }: AcceptableComparables): boolean {
  if (!isList) return norms.includes(norm)
  return String(norm)
    .split(',')
    .map((token) => token.trim())
    .every((token) => token === '' || norms.includes(token))
}

/** Characters of a text, white space around it not counted: it never reaches the channel. SQL counts to a NUL, so this does. */
export function countCharacters(text: string): number {
  const [counted = ''] = text.trim().split('\0', 1)
  return [...counted].length
}
