/** Checks of attribute definitions. Each notes its faults under the name of the body field. */
import {
  aspectRatios,
  autoGenerateModes,
  type AttributeCreate,
  type Constraints,
  type DataType,
  dataTypes,
  dataTypeTraits,
  generationTools,
  imageModels,
  inheritanceModes,
  rollupModes,
  videoModels,
  isAttributeKey,
} from '#shared/attributes.ts'
import { channelKeys } from '#shared/channels.ts'
import { entityTypes, isEntityType } from '#shared/entities.ts'
import { hasCurrency, kinds } from '#shared/kinds.ts'
import { semanticTypeNames } from '#shared/semantic-types.ts'
import { roles } from '#shared/team.ts'
import { foldText, isOneOf, splitOptions } from '#shared/text.ts'
import { message, type Message } from '#shared/messages/message.ts'
import type { Faults } from '../errors.ts'
import { keyForm } from '../answer.ts'
import { compilePattern } from './data-types/pattern.ts'
import { isDataType } from './attribute-config.ts'
import { requireOneOf } from './list-attributes.ts'
import { optionsOf } from '../../store/tables/attributes.ts'
import { brokenConstraints } from './data-types/constraints.ts'
import { parseValue, type Scalar } from './data-types/data-types.ts'

type Check = (body: AttributeCreate, faults: Faults, stored?: Constraints) => void

const enumerated = [
  ['entity_type', entityTypes],
  ['data_type', dataTypes],
  ['channel', channelKeys],
  ['inheritance_mode', inheritanceModes],
  ['rollup_mode', rollupModes],
  ['image_model', imageModels],
  ['aspect_ratio', aspectRatios],
  ['video_model', videoModels],
  ['auto_generate', autoGenerateModes],
  ['semantic_type', semanticTypeNames],
] as const

const checks: Check[] = [
  checkRequired,
  checkEnumerated,
  checkKey,
  checkOptions,
  checkPrimary,
  checkReaders,
  checkInheritance,
  checkFormula,
  checkBounds,
  checkPattern,
  checkKind,
  checkDocument,
  checkColors,
  checkUse,
  checkDefault,
]

/**
 * Notes every fault of a whole definition that shows without the database; `stored` are the constraints so
 * far.
 */
export function checkDefinition(body: AttributeCreate, faults: Faults, stored?: Constraints): void {
  for (const check of checks) check(body, faults, stored)
}

export function requiredOf({ name = '', entity_type: entityType, data_type: dataType }: AttributeCreate) {
  if (!isEntityType(entityType) || !isDataType(dataType))
    throw new TypeError('The definition is not checked.')
  return { name: name.trim(), entityType, dataType }
}

function checkRequired(body: AttributeCreate, faults: Faults): void {
  for (const field of ['name', 'entity_type', 'data_type'] as const) {
    if (!faults.hasErrorFor(field) && (body[field] ?? '').trim() === '') faults.add(field, 'required')
  }
}

export function checkEnumerated(body: Omit<AttributeCreate, 'acceptable_values'>, faults: Faults): void {
  for (const [field, allowed] of enumerated) {
    if (!faults.hasErrorFor(field)) requireOneOf(allowed, field, body[field], faults)
  }
  const isUnknown = (tool: string) => !isOneOf(generationTools, tool)
  const isNoRole = (role: string) => !isOneOf(roles, role)
  requireOneOf(roles, 'editable_by', body.editable_by?.find(isNoRole), faults)
  requireOneOf(roles, 'readable_by', body.readable_by?.find(isNoRole), faults)
  requireOneOf(generationTools, 'selected_tools', body.selected_tools?.find(isUnknown), faults)
}

function checkKey({ key }: AttributeCreate, faults: Faults): void {
  if (key !== undefined && !isAttributeKey(key)) faults.explain('key', 'invalid_value', keyForm)
}

function checkOptions({ data_type: type, acceptable_values: values }: AttributeCreate, faults: Faults) {
  if (
    faults.hasErrorFor('acceptable_values') ||
    !isDataType(type) ||
    dataTypeTraits[type].options !== 'required'
  )
    return
  if (splitOptions(values ?? '').length === 0) faults.explain('acceptable_values', 'required', noChoices)
}

/**
 * Refuses options that differ in capitals only, as nobody could tell them apart; pairs that are stored
 * already stay.
 */
export function checkSpellings(
  { data_type: type, acceptable_values: values }: AttributeCreate,
  faults: Faults,
  stored: readonly string[] = [],
): void {
  if (faults.hasErrorFor('acceptable_values') || !isDataType(type) || dataTypeTraits[type].options === 'none')
    return
  const pair = findAlike(splitOptions(values ?? ''), new Set(stored))
  if (pair === undefined) return
  const [one, other] = pair
  faults.explain('acceptable_values', 'invalid_value', message('attribute.options_alike', { one, other }))
}

function findAlike(
  options: readonly string[],
  stored: ReadonlySet<string>,
): readonly [one: string, other: string] | undefined {
  const first = new Map(options.toReversed().map((option) => [foldText(option), option]))
  const pairs = options.map((option) => [first.get(foldText(option)) ?? option, option] as const)
  return pairs.find(([one, other]) => one !== other && !(stored.has(one) && stored.has(other)))
}

/** Labels come from the primary attribute, and stand everywhere. */
function checkReaders(
  { is_primary: isPrimary, readable_by: readers }: AttributeCreate,
  faults: Faults,
): void {
  if (isPrimary && readers && !faults.hasErrorFor('readable_by'))
    faults.explain('readable_by', 'invalid_value', message('attribute.primary_is_read_by_all'))
}

/** The primary attribute supplies labels, so it must be a writable text attribute. */
function checkPrimary({ is_primary: isPrimary, data_type: type }: AttributeCreate, faults: Faults): void {
  if (faults.hasErrorFor('data_type')) return
  if (isPrimary && isDataType(type) && !dataTypeTraits[type].isFreeText)
    faults.explain('is_primary', 'invalid_value', noPrimary)
}

function checkInheritance(body: AttributeCreate, faults: Faults): void {
  const { inheritance_mode: mode = 'off', entity_type: type, rollup_mode: rollup } = body
  const isKnown = isOneOf(inheritanceModes, mode)
  if (isKnown && mode !== 'off' && isEntityType(type) && type !== 'product') {
    faults.explain('inheritance_mode', 'invalid_value', noInheritance, ['off'])
  }
  const isKnownRollup = isOneOf(rollupModes, rollup)
  if (isKnownRollup && isKnown && mode !== 'rollup_from_children')
    faults.explain('rollup_mode', 'invalid_value', noRollup)
}

function checkFormula({ formula, data_type: type }: AttributeCreate, faults: Faults): void {
  if (formula && isDataType(type) && type !== 'formula') faults.explain('formula', 'invalid_value', noFormula)
}

function checkBounds({ constraints = {} }: AttributeCreate, faults: Faults): void {
  const { min, max, min_length: minLength, max_length: maxLength } = constraints
  if (min !== undefined && max !== undefined && min > max)
    faults.explain('constraints.min', 'out_of_range', crossed('min', 'max'))
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    faults.explain('constraints.min_length', 'out_of_range', crossed('min_length', 'max_length'))
  }
}

/** A stored pattern is not checked again: a definition that was read may be sent back. */
function checkPattern({ constraints = {} }: AttributeCreate, faults: Faults, stored?: Constraints): void {
  const { pattern } = constraints
  if (pattern === undefined || pattern === stored?.pattern) return
  const compiled = compilePattern(pattern)
  if (!compiled) faults.explain('constraints.pattern', 'invalid_value', noPattern())
  else if ('fault' in compiled) faults.addSentence('constraints.pattern', compiled.fault)
}

function checkKind({ constraints = {}, data_type: type }: AttributeCreate, faults: Faults): void {
  const { kind, currency } = constraints
  if (currency !== undefined && !hasCurrency(kind))
    faults.explain('constraints.currency', 'invalid_value', noMoney)
  if (kind === undefined || !isDataType(type)) return
  const { name, base, checkDefinition } = kinds[kind]
  if (type !== base) return faults.explain('constraints.kind', 'invalid_value', describeBase(name, base))
  const fault = checkDefinition(constraints)
  if (fault) faults.explain(`constraints.${fault.constraint}`, 'invalid_value', fault.sentence)
}

function checkDocument({ constraints = {}, data_type: type }: AttributeCreate, faults: Faults): void {
  const { document, kind } = constraints
  if (document !== undefined && kind !== 'file' && type !== 'video')
    faults.explain('constraints.document', 'invalid_value', message('value.no_document'))
}

function checkColors({ constraints = {}, acceptable_values: values }: AttributeCreate, faults: Faults): void {
  if (faults.hasErrorFor('acceptable_values')) return
  const options = splitOptions(values ?? '')
  for (const option of Object.keys(constraints.colors ?? {})) {
    if (!options.includes(option))
      faults.add(`constraints.colors.${option}`, 'invalid_value', options, option)
  }
}

function checkUse({ constraints = {}, data_type: type }: AttributeCreate, faults: Faults): void {
  if (!isDataType(type)) return
  const { shape, writable } = dataTypeTraits[type]
  if (constraints.required && !writable) faults.explain('constraints.required', 'invalid_value', noRequired)
  if (constraints.unique && shape !== 'scalar')
    faults.explain('constraints.unique', 'invalid_value', noUnique)
}

const noChoices =
  'A select offers values to choose from. Send them in one text with commas between them, such as Oak, Beech.'
const noPrimary =
  'The primary attribute gives entities their labels, so it is a text or a URL. Leave is_primary out, or change data_type.'
const noInheritance = 'Only products have variants and parents to show values of. Leave inheritance_mode out.'
const noRollup =
  'A rollup mode goes with the inheritance mode rollup_from_children. Send that too, or leave rollup_mode out.'
const noFormula = 'A formula goes with the data type formula. Leave formula out, or change data_type.'
const noPattern = () => message('pattern.not_a_regular_expression')
const noMoney =
  'A currency goes with the kinds money and price_tiers. Send one of them too, or leave currency out.'
const noRequired = message('attribute.cannot_be_required')
const noUnique = message('attribute.cannot_be_unique')

function describeBase(name: string, base: DataType): string {
  return `${name} has the data type ${base}. Send that, or leave kind out.`
}

function crossed(lower: keyof Constraints, upper: keyof Constraints): Message {
  return message('attribute.bounds_reversed', { lower, upper, lower2: lower, upper2: upper })
}

function checkDefault(body: AttributeCreate, faults: Faults): void {
  const { data_type: type, default_value: value } = body
  if (value === undefined || value === null || value === '' || !isDataType(type)) return
  if (faults.hasErrorFor('default_value') || faults.hasErrorFor('acceptable_values')) return
  const { shape, writable } = dataTypeTraits[type]
  if (shape === 'scalar') checkScalar(type, value, body, faults)
  else if (writable)
    faults.explain('default_value', 'invalid_value', 'A reference has no default. Leave it out.')
  else faults.add('default_value', 'read_only_attribute')
}

function checkScalar(type: DataType, value: Scalar, body: AttributeCreate, faults: Faults): void {
  const { acceptable_values: values, constraints = {}, entity_type: entityType } = body
  const attribute = { dataType: type, options: optionsOf(type, values), extras: { constraints } }
  const parsed = parseValue(readDefault(type, value), attribute)
  if ('issue' in parsed) return faults.addAll('default_value', [parsed])
  if (parsed.value === null || faults.hasErrorFor('constraints') || !isEntityType(entityType)) return
  const traits = dataTypeTraits[type]
  faults.addAll(
    'default_value',
    brokenConstraints(parsed.value, { traits, entityType, extras: { constraints } }),
  )
}

/** A definition keeps its default as text, so that "true" stands for a checked box. */
export function readDefault(type: DataType, value: Scalar): Scalar {
  const isBoolean = dataTypeTraits[type].family === 'boolean' && (value === 'true' || value === 'false')
  return isBoolean ? value === 'true' : value
}
