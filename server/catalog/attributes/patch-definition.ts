import {
  type AttributeConfig,
  type AttributeCreate,
  type AttributePatch,
  dataTypeTraits,
  isScalarType,
} from '#shared/attributes.ts'
import { kinds } from '#shared/kinds.ts'
import { foldText, splitList } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import type { Faults } from '../errors.ts'
import { describeFixed } from '../answer.ts'
import { isDataType } from './attribute-config.ts'

/** Lays the body over the stored definition; notes a fault for what may not change or be added. */
export function patchDefinition(
  attribute: Attribute,
  config: AttributeConfig,
  body: AttributePatch,
  faults: Faults,
): AttributeCreate {
  refuseFixed(config, body, faults)
  refuseAsPrimary(config, body, faults)
  const { id: _id, tool: _tool, writable: _writable, ...stored } = config
  const draft = {
    ...stored,
    ...withoutWhatTheTypeLacks(body),
    ...chosenIn(body),
    key: attribute.key,
    entity_type: attribute.entityType,
    acceptable_values: patchOptions(attribute, body, faults),
  }
  return body.constraints === undefined ? withoutLostKind(withoutLostColors(draft)) : draft
}

const fixed = ['id', 'key', 'entity_type', 'tool', 'writable'] as const

/** A definition that was read may be sent back, so these members may repeat what is stored. */
function refuseFixed(config: AttributeConfig, body: AttributePatch, faults: Faults): void {
  for (const field of fixed) {
    const value = field === 'id' ? body.id?.toLowerCase() : body[field]
    if (value !== undefined && value !== config[field])
      faults.explain(field, 'invalid_value', describeFixed(field, config[field]))
  }
}

function refuseAsPrimary(config: AttributeConfig, body: AttributePatch, faults: Faults): void {
  const { data_type: type, is_primary: isPrimary } = body
  if (!config.is_primary || isPrimary !== undefined || !isDataType(type)) return
  if (!dataTypeTraits[type].isFreeText)
    faults.explain('data_type', 'invalid_value', message('attribute.is_primary'))
}

function chosenIn(body: AttributePatch): Omit<AttributeCreate, 'acceptable_values'> {
  const {
    id: _id,
    tool: _tool,
    writable: _writable,
    acceptable_values: _values,
    add_acceptable_values: _added,
    ...chosen
  } = body
  return chosen
}

function withoutWhatTheTypeLacks({
  data_type: type,
  inheritance_mode: mode,
}: AttributePatch): AttributeCreate {
  const isKnown = isDataType(type)
  return {
    ...(isKnown && type !== 'formula' && { formula: null }),
    ...(isKnown && !dataTypeTraits[type].writable && { ai_generated: false }),
    ...(isKnown && (isScalarType(type) || type === 'formula') && { reference: null }),
    ...(mode !== undefined && mode !== 'rollup_from_children' && { rollup_mode: null }),
  }
}

function withoutLostColors(draft: AttributeCreate): AttributeCreate {
  const { constraints = {}, acceptable_values: values } = draft
  const { colors, ...others } = constraints
  if (colors === undefined) return draft
  const options = splitList(values ?? '')
  const remaining = Object.entries(colors).filter(([option]) => options.includes(option))
  return {
    ...draft,
    constraints: remaining.length === 0 ? others : { ...others, colors: Object.fromEntries(remaining) },
  }
}

function withoutLostKind(draft: AttributeCreate): AttributeCreate {
  const { kind, currency: _currency, ...others } = draft.constraints ?? {}
  return kind === undefined || kinds[kind].base === draft.data_type
    ? draft
    : { ...draft, constraints: others }
}

const noOptions = message('attribute.options_not_valid')

function patchOptions(attribute: Attribute, body: AttributePatch, faults: Faults): string | null {
  const chosen = chooseOptions(attribute, body.acceptable_values, faults)
  if (body.add_acceptable_values === undefined) return chosen
  const type = body.data_type ?? attribute.dataType
  const added = toTokens(body.add_acceptable_values)
  if (!added || !isDataType(type) || dataTypeTraits[type].options === 'none') {
    faults.explain('add_acceptable_values', 'invalid_value', noOptions)
    return chosen
  }
  const options = splitList(chosen ?? '')
  const fresh = [...unknownOf(added, options)]
  return fresh.length === 0 ? chosen : [...options, ...fresh].join(', ')
}

/** The added options that are new; among spellings that differ in capitals only the first counts. */
function unknownOf(added: readonly string[], options: readonly string[]): Iterable<string> {
  const known = new Set(options.map(foldText))
  const fresh = added.toReversed().filter((token) => !known.has(foldText(token)))
  return [...new Map(fresh.map((token) => [foldText(token), token])).values()].toReversed()
}

function chooseOptions(
  { options, extras }: Attribute,
  given: AttributePatch['acceptable_values'],
  faults: Faults,
): string | null {
  if (given === undefined) return extras.acceptable_values
  if (!Array.isArray(given)) return given
  const tokens = toTokens(given)
  if (!tokens) faults.explain('acceptable_values', 'invalid_value', noOptions)
  const isRead = tokens?.length === options.length && tokens.every((token, index) => token === options[index])
  return !tokens || isRead ? extras.acceptable_values : tokens.join(', ') || null
}

function toTokens(given: string | readonly string[]): readonly string[] | undefined {
  if (typeof given === 'string') return splitList(given)
  const tokens = given.map((token) => token.trim())
  return tokens.some((token) => token === '' || token.includes(',')) ? undefined : tokens
}
