import { foldText, splitList } from '#shared/text.ts'
import type { Attribute } from '../../../store/tables/attributes.ts'
import type { ParsedScalar, Scalar, OwnRules } from './scalar-rules.ts'

function refused({ options }: Pick<Attribute, 'options'>): ParsedScalar {
  return { issue: 'not_an_acceptable_value', acceptableValues: options }
}

const toNorm = (value: Scalar) => foldText(String(value))

export const singleSelectRules: OwnRules = {
  parse(input, attribute) {
    const value = String(input).trim()
    return attribute.options.includes(value) ? { value } : refused(attribute)
  },
  toNorm,
}

/** A status without options takes any text (decisions, Attribute definitions). */
export const statusRules: OwnRules = {
  parse: (input, attribute) =>
    attribute.options.length === 0 ? { value: String(input) } : singleSelectRules.parse(input, attribute),
  toNorm,
}

/** One comma-separated text; duplicates are dropped (decisions, reading 6). */
export const multiSelectRules: OwnRules = {
  parse(input, attribute) {
    const tokens = [...new Set(splitList(String(input)))]
    if (!tokens.every((token) => attribute.options.includes(token))) return refused(attribute)
    return { value: tokens.length > 0 ? tokens.join(', ') : null }
  },
  toNorm: (value) => splitList(String(value)).map(foldText).join(', '),
}
