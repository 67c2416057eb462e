import { Type, type TObject, type TProperties } from 'typebox'
import { isJson, requiredOf, formatSchema, toJson, type Json } from '../edge/openapi/to-schema.ts'
import { keysOf } from '#shared/text.ts'
import type { Tool } from './tool.ts'

const checkedMark = 'x-checked-by'
const briefMark = 'x-brief'
const untoldMark = 'x-untold'
const unlistedMark = 'x-unlisted'

/**
 * The schema of a tool's arguments in the list of tools: every agent pays for that list, so large members
 * are described in a sentence.
 */
export function listedInput(input: TProperties): Json {
  const listed = toJson(toObject(without(toListed(input), unlistedMark)))
  return formatSchema(inShort(listed), inShort)
}

function inShort(schema: Json): Json {
  const brief = schema[briefMark]
  return isJson(brief) ? brief : toShort(dropBounds(dropMarks(schema)))
}

const notListed = new Set([
  'additionalProperties',
  'patternProperties',
  'default',
  'minimum',
  'minLength',
  'maxLength',
  'maxItems',
])

/**
 * Drops bounds that calls hardly ever exceed, since the refusal explains them, and the ban on further
 * members, since some are not listed.
 */
function dropBounds(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !notListed.has(key)))
}

function wholeInput(input: TProperties): Json {
  return formatSchema(toJson(toObject(toListed(input))), dropMarks)
}

/**
 * The schema that checks arguments, without the parts that the catalog checks itself: those faults have
 * issue codes. A missing member is still described.
 */
export function inputForm(input: TProperties): Json {
  return formatSchema(toJson(toObject(input)), (schema) => {
    if (!(checkedMark in schema)) return dropMarks(schema)
    return schema['enum'] === undefined ? {} : { examples: schema['enum'] }
  })
}

const membersOfAll: readonly string[] = ['data', 'pagination', 'edit_id']

/**
 * The schema of a result in the list of tools: its members by name, except those that the server's
 * instructions describe for all results. Nothing is required, because a client may apply it even to a
 * failed call.
 */
export function listedOutput({ properties }: TObject): Json {
  const own = keysOf(properties).filter((name) => !membersOfAll.includes(name))
  if (own.length === 0) return { type: 'object' }
  return { type: 'object', properties: Object.fromEntries(own.map((name) => [name, {}])) }
}

export function toWholeSchemas({ name, description, input, output }: Tool): Json {
  return { name, description, inputSchema: wholeInput(input), outputSchema: wholeOutput(output) }
}

/** Allows the error envelope: the members of a success are required only where there is no `error`. */
function wholeOutput(output: TObject): Json {
  const shown = formatSchema(toJson(output), dropMarks)
  const { required: _, properties, ...rest } = shown
  return {
    ...rest,
    properties: { ...(isJson(properties) && properties), error: shownError, notice: shownNotice },
    anyOf: [{ required: requiredOf(shown) }, { required: ['error'] }],
  }
}

const shownNotice = { type: 'string' }

const shownError = {
  type: 'object',
  description: 'Why the call failed; only then.',
  required: ['code', 'message', 'is_retriable', 'field_errors'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    is_retriable: { type: 'boolean' },
    field_errors: { type: 'array', items: { type: 'object' } },
  },
}

function toObject(properties: TProperties): TObject {
  return Type.Object(properties, { additionalProperties: false })
}

function toListed(input: TProperties): TProperties {
  return without(input, untoldMark)
}

function without(input: TProperties, mark: string): TProperties {
  return Object.fromEntries(Object.entries(input).filter(([, schema]) => !(mark in schema)))
}

const marks = new Set([checkedMark, briefMark, untoldMark, unlistedMark])

function dropMarks(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !marks.has(key)))
}

function toShort({ anyOf, ...rest }: Json): Json {
  if (!Array.isArray(anyOf)) return rest
  const types = anyOf.flatMap((one: Json) => (isJson(one) && isBareType(one) ? [one['type']] : []))
  return types.length === anyOf.length ? { type: types, ...rest } : { anyOf, ...rest }
}

function isBareType(schema: Json): boolean {
  const keys = Object.keys(schema).filter((key) => !key.startsWith('~'))
  return keys.length === 1 && typeof schema['type'] === 'string'
}
