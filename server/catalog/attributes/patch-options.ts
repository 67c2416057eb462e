import { type AttributePatch, dataTypeTraits } from '#shared/attributes.ts'
import { splitList } from '#shared/text.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import type { Faults } from '../errors.ts'
import { isDataType } from './known-types.ts'

/** The options after a patch, as the full definition has them; notes where they cannot be what was asked for. */
export function patchOptions(attribute: Attribute, body: AttributePatch, faults: Faults): string | null {
  const chosen = chooseOptions(attribute, body.acceptable_values, faults)
  if (body.add_acceptable_values === undefined) return chosen
  const type = body.data_type ?? attribute.dataType
  const added = toTokens(body.add_acceptable_values)
  if (!added || !isDataType(type) || dataTypeTraits[type].options === 'none') {
    faults.add('add_acceptable_values', 'invalid_value')
    return chosen
  }
  const options = splitList(chosen ?? '')
  const fresh = [...new Set(added)].filter((token) => !options.includes(token))
  return fresh.length === 0 ? chosen : [...options, ...fresh].join(', ')
}

/** A list is how discovery tells them: the one that was read leaves them as they are. */
function chooseOptions(
  { options, extras }: Attribute,
  given: AttributePatch['acceptable_values'],
  faults: Faults,
): string | null {
  if (given === undefined) return extras.acceptable_values
  if (!Array.isArray(given)) return given
  const tokens = toTokens(given)
  if (!tokens) faults.add('acceptable_values', 'invalid_value')
  const isRead = tokens?.length === options.length && tokens.every((token, index) => token === options[index])
  return !tokens || isRead ? extras.acceptable_values : tokens.join(', ') || null
}

/** Undefined where one is blank or has a comma, which would make two of it in the stored list. */
function toTokens(given: string | readonly string[]): readonly string[] | undefined {
  if (typeof given === 'string') return splitList(given)
  const tokens = given.map((token) => token.trim())
  return tokens.some((token) => token === '' || token.includes(',')) ? undefined : tokens
}
