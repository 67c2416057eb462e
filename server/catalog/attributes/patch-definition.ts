import {
  type AttributeConfig,
  type AttributeCreate,
  type AttributeCreateBody,
  type AttributePatch,
  dataTypeTraits,
  isScalarType,
} from '#shared/attributes.ts'
import { kinds } from '#shared/kinds.ts'
import { foldText, joinOptions, splitOptions } from '#shared/text.ts'
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
  const options = splitOptions(values ?? '')
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
  const type = body.data_type ?? attribute.dataType
  const chosen = chooseOptions(attribute, { given: body.acceptable_values, type }, faults)
  if (body.add_acceptable_values === undefined) return chosen
  const added = toOptions(body.add_acceptable_values, type)
  if (!added || !isDataType(type) || dataTypeTraits[type].options === 'none') {
    faults.explain('add_acceptable_values', 'invalid_value', noOptions)
    return chosen
  }
  const options = splitOptions(chosen ?? '')
  const fresh = [...unknownOf(added, options)]
  return fresh.length === 0 ? chosen : joinOptions([...options, ...fresh])
}

/** The added options that are new; among spellings that differ in capitals only the first counts. */
function unknownOf(added: readonly string[], options: readonly string[]): Iterable<string> {
  const known = new Set(options.map(foldText))
  const fresh = added.toReversed().filter((token) => !known.has(foldText(token)))
  return [...new Map(fresh.map((token) => [foldText(token), token])).values()].toReversed()
}

function chooseOptions(
  { options, extras }: Attribute,
  { given, type }: { readonly given: AttributePatch['acceptable_values']; readonly type: string },
  faults: Faults,
): string | null {
  if (given === null) return given
  const tokens = toOptions(given ?? extras.acceptable_values ?? '', type)
  if (!tokens) faults.explain('acceptable_values', 'invalid_value', noOptions)
  if (typeof given === 'string') return given
  const isRead = tokens === undefined || JSON.stringify(tokens) === JSON.stringify(options)
  return given === undefined || isRead ? extras.acceptable_values : joinOptions(tokens) || null
}

/** The options of a new definition as one text, whether they come as that or as a list. */
export function optionsAsText(
  { acceptable_values: given, ...others }: AttributeCreateBody,
  faults: Faults,
): AttributeCreate {
  if (given === undefined) return others
  const options = toOptions(given ?? [], others.data_type)
  if (!options) faults.explain('acceptable_values', 'invalid_value', noOptions)
  return { ...others, acceptable_values: Array.isArray(given) ? joinOptions(options ?? []) : given }
}

/** Values of a list of options stand in one text with commas between them, so these have no comma themselves. */
function toOptions(
  given: string | readonly string[],
  type: string | undefined,
): readonly string[] | undefined {
  const options = typeof given === 'string' ? splitOptions(given) : given.map((option) => option.trim())
  const hasTokens = !isDataType(type) || dataTypeTraits[type].hasTokens
  const isSound = (option: string) =>
    option !== '' && !(option.includes(',') && (hasTokens || option.includes('"')))
  return options.every(isSound) ? options : undefined
}
