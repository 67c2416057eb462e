/**
 * What makes an attribute definition valid; each check notes its faults under the name of the body field, and says nothing of
 * a field that was malformed already.
 */
import {
  aspectRatios,
  type AttributeCreate,
  type Constraints,
  dataTypes,
  dataTypeTraits,
  generationTools,
  imageModels,
  inheritanceModes,
  rollupModes,
  videoModels,
} from '#shared/attributes.ts'
import { isAttributeKey } from '#shared/attribute-key.ts'
import { channelKeys } from '#shared/channels.ts'
import { entityTypes } from '#shared/entities.ts'
import { isOneOf, splitList } from '#shared/text.ts'
import type { Faults } from '../errors.ts'
import { checkDefault } from './check-default.ts'
import { compilePattern } from './data-types/pattern.ts'
import { isDataType, isEntityType } from './known-types.ts'
import { requireOneOf } from './list-attributes.ts'

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
] as const

const checks: Check[] = [
  checkRequired,
  checkEnumerated,
  checkKey,
  checkOptions,
  checkPrimary,
  checkInheritance,
  checkFormula,
  checkBounds,
  checkPattern,
  checkColors,
  checkUse,
  checkDefault,
]

/** Notes every fault of a whole definition that can be seen without the database; `stored` are the constraints until now. */
export function checkDefinition(body: AttributeCreate, faults: Faults, stored?: Constraints): void {
  for (const check of checks) check(body, faults, stored)
}

/** What every definition has that was checked. */
export function requiredOf({ name = '', entity_type: entityType, data_type: dataType }: AttributeCreate) {
  if (!isEntityType(entityType) || !isDataType(dataType))
    throw new TypeError('The definition is not checked.')
  return { name: name.trim(), entityType, dataType }
}

function checkRequired(body: AttributeCreate, faults: Faults): void {
  for (const field of ['name', 'entity_type', 'data_type'] as const) {
    if (!faults.isNoted(field) && (body[field] ?? '').trim() === '') faults.add(field, 'required')
  }
}

/** Notes the members that are none of the values their field allows. */
export function checkEnumerated(body: Omit<AttributeCreate, 'acceptable_values'>, faults: Faults): void {
  for (const [field, allowed] of enumerated) {
    if (!faults.isNoted(field)) requireOneOf(allowed, field, body[field], faults)
  }
  const isUnknown = (tool: string) => !isOneOf(generationTools, tool)
  requireOneOf(generationTools, 'selected_tools', body.selected_tools?.find(isUnknown), faults)
}

function checkKey({ key }: AttributeCreate, faults: Faults): void {
  if (key !== undefined && !isAttributeKey(key)) faults.add('key', 'invalid_value')
}

function checkOptions({ data_type: type, acceptable_values: values }: AttributeCreate, faults: Faults) {
  if (faults.isNoted('acceptable_values') || !isDataType(type) || dataTypeTraits[type].options !== 'required')
    return
  if (splitList(values ?? '').length === 0) faults.add('acceptable_values', 'required')
}

/** The primary attribute supplies labels, so it must be a writable text attribute. */
function checkPrimary({ is_primary: isPrimary, data_type: type }: AttributeCreate, faults: Faults): void {
  if (faults.isNoted('data_type')) return
  if (isPrimary && isDataType(type) && !dataTypeTraits[type].isFreeText)
    faults.add('is_primary', 'invalid_value')
}

function checkInheritance(body: AttributeCreate, faults: Faults): void {
  const { inheritance_mode: mode = 'off', entity_type: type, rollup_mode: rollup } = body
  const isKnown = isOneOf(inheritanceModes, mode)
  if (isKnown && mode !== 'off' && isEntityType(type) && type !== 'product') {
    faults.add('inheritance_mode', 'invalid_value', ['off'])
  }
  const isKnownRollup = isOneOf(rollupModes, rollup)
  if (isKnownRollup && isKnown && mode !== 'rollup_from_children') faults.add('rollup_mode', 'invalid_value')
}

function checkFormula({ formula, data_type: type }: AttributeCreate, faults: Faults): void {
  if (formula && isDataType(type) && type !== 'formula') faults.add('formula', 'invalid_value')
}

function checkBounds({ constraints = {} }: AttributeCreate, faults: Faults): void {
  const { min, max, min_length: minLength, max_length: maxLength } = constraints
  if (min !== undefined && max !== undefined && min > max) faults.add('constraints.min', 'out_of_range')
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    faults.add('constraints.min_length', 'out_of_range')
  }
}

/** What is stored already is not asked again: a definition that was read may be sent back. */
function checkPattern({ constraints = {} }: AttributeCreate, faults: Faults, stored?: Constraints): void {
  const { pattern } = constraints
  if (pattern === undefined || pattern === stored?.pattern) return
  const compiled = compilePattern(pattern)
  if (!compiled) faults.add('constraints.pattern', 'invalid_value')
  else if ('fault' in compiled) faults.addSentence('constraints.pattern', compiled.fault)
}

/** Colours belong to options. */
function checkColors({ constraints = {}, acceptable_values: values }: AttributeCreate, faults: Faults): void {
  if (faults.isNoted('acceptable_values')) return
  const options = splitList(values ?? '')
  for (const option of Object.keys(constraints.colors ?? {})) {
    if (!options.includes(option)) faults.add(`constraints.colors.${option}`, 'invalid_value', options)
  }
}

/** Nothing can be asked of a value that nobody writes; and only scalars are compared with those of other entities. */
function checkUse({ constraints = {}, data_type: type }: AttributeCreate, faults: Faults): void {
  if (!isDataType(type)) return
  const { shape, writable } = dataTypeTraits[type]
  if (constraints.required && !writable) faults.add('constraints.required', 'invalid_value')
  if (constraints.unique && shape !== 'scalar') faults.add('constraints.unique', 'invalid_value')
}
