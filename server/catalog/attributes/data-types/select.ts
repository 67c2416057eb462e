import { guess } from '#shared/nearest.ts'
import { foldText, splitList } from '#shared/text.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import type { ParsedScalar, Scalar, OwnRules } from './scalar-rules.ts'

// A file may have many wrong cells, and each is looked at.
const maxGuessed = 200

function refused({ options }: Pick<Attribute, 'options'>, sent: string): ParsedScalar {
  return {
    issue: 'not_an_acceptable_value',
    acceptable_values: [...options],
    ...(options.length <= maxGuessed && guess(sent, options)),
  }
}

const toComparable = (value: Scalar) => foldText(String(value))

export const singleSelectRules: OwnRules = {
  parse(input, attribute) {
    const value = String(input).trim()
    return attribute.options.includes(value) ? { value } : refused(attribute, value)
  },
  toComparable,
}

/** A status without options takes any text (decisions, Attribute definitions). */
export const statusRules: OwnRules = {
  parse: (input, attribute) =>
    attribute.options.length === 0 ? { value: String(input) } : singleSelectRules.parse(input, attribute),
  toComparable,
}

/** One comma-separated text; duplicates are dropped (decisions, reading 6). */
export const multiSelectRules: OwnRules = {
  parse(input, attribute) {
    const tokens = [...new Set(splitList(String(input)))]
    const unknown = tokens.find((token) => !attribute.options.includes(token))
    if (unknown !== undefined) return refused(attribute, unknown)
    return { value: tokens.length > 0 ? tokens.join(', ') : null }
  },
  toComparable: (value) => splitList(String(value)).map(foldText).join(', '),
}
