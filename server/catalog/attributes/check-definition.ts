/** What makes an attribute definition valid; each check notes its faults under the name of the body field. */
import {
  aspectRatios,
  type AttributeCreate,
  type Constraints,
  dataTypes,
  dataTypeTraits,
  type DataType,
  generationTools,
  imageModels,
  inheritanceModes,
  rollupModes,
  videoModels,
} from '#shared/attributes.ts'
import { isAttributeKey } from '#shared/attribute-key.ts'
import { channelKeys } from '#shared/channels.ts'
import { entityTypes } from '#shared/entities.ts'
import { splitList } from '#shared/text.ts'
import type { Faults } from '../errors.ts'
import { wholePattern } from './data-types/pattern.ts'
import { requireOneOf } from './list-attributes.ts'

type Check = (body: AttributeCreate, faults: Faults) => void

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
  (body, faults) => {
    for (const [field, allowed] of enumerated) requireOneOf(allowed, field, body[field], faults)
  },
  checkKey,
  checkTools,
  checkOptions,
  checkPrimary,
  checkInheritance,
  checkFormula,
  (body, faults) => checkConstraints(body.constraints ?? {}, faults),
]

/** Notes every fault of a new definition that can be seen without the database. */
export function checkDefinition(body: AttributeCreate, faults: Faults): void {
  for (const check of checks) check(body, faults)
}

function checkRequired(body: AttributeCreate, faults: Faults): void {
  for (const field of ['name', 'entity_type', 'data_type'] as const) {
    const isFaulty = faults.list.some((fault) => fault.field === field)
    if (!isFaulty && (body[field] ?? '').trim() === '') faults.add(field, 'required')
  }
}

function checkKey({ key }: AttributeCreate, faults: Faults): void {
  if (key !== undefined && !isAttributeKey(key)) faults.add('key', 'invalid_value')
}

function checkTools({ selected_tools: tools = [] }: AttributeCreate, faults: Faults): void {
  for (const tool of tools) requireOneOf(generationTools, 'selected_tools', tool, faults)
}

const needsOptions: readonly string[] = ['single_select_list', 'multi_select_list'] satisfies DataType[]

function checkOptions(
  { data_type: type = '', acceptable_values: values }: AttributeCreate,
  faults: Faults,
): void {
  if (needsOptions.includes(type) && splitList(values ?? '').length === 0)
    faults.add('acceptable_values', 'required')
}

/** The primary attribute supplies labels, so it must be a writable text attribute. */
function checkPrimary({ is_primary: isPrimary, data_type: type }: AttributeCreate, faults: Faults): void {
  if (isPrimary && isDataType(type) && dataTypeTraits[type].family !== 'text')
    faults.add('is_primary', 'invalid_value')
}

function checkInheritance(body: AttributeCreate, faults: Faults): void {
  const { inheritance_mode: mode = 'off', entity_type: type, rollup_mode: rollup } = body
  const isKnown = (inheritanceModes as readonly string[]).includes(mode)
  if (isKnown && mode !== 'off' && type !== undefined && type !== 'product') {
    faults.add('inheritance_mode', 'invalid_value', ['off'])
  }
  if (rollup && mode !== 'rollup_from_children') faults.add('rollup_mode', 'invalid_value')
}

function checkFormula({ formula, data_type: type }: AttributeCreate, faults: Faults): void {
  if (formula && isDataType(type) && type !== 'formula') faults.add('formula', 'invalid_value')
}

function checkConstraints(constraints: Constraints, faults: Faults): void {
  const { min, max, min_length: minLength, max_length: maxLength, pattern } = constraints
  if (min !== undefined && max !== undefined && min > max) faults.add('constraints.min', 'out_of_range')
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    faults.add('constraints.min_length', 'out_of_range')
  }
  if (pattern !== undefined && !isPattern(pattern)) faults.add('constraints.pattern', 'invalid_value')
}

function isPattern(pattern: string): boolean {
  try {
    return wholePattern(pattern) instanceof RegExp
  } catch {
    return false
  }
}

/** Tells whether the text names a data type. */
export function isDataType(text: string | undefined): text is DataType {
  return text !== undefined && Object.hasOwn(dataTypeTraits, text)
}
