import { Type, type TObject, type TProperties } from 'typebox'
import { isJson, requiredOf, formatSchema, toJson, type Json } from '../edge/openapi/format-schema.ts'
import { keysOf } from '#shared/text.ts'
import type { Tool } from './tool.ts'

const checkedMark = 'x-checked-by'
const briefMark = 'x-brief'
const untoldMark = 'x-untold'
const unlistedMark = 'x-unlisted'

/** The schema of a tool's arguments as the list of tools has it: every agent pays for that list, so large members are told in a sentence. */
export function listedInput(input: TProperties): Json {
  const told = toJson(toObject(without(toTold(input), unlistedMark)))
  return formatSchema(inShort(told), inShort)
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

/** What hardly a call meets is told by its refusal; and there are other members where some are not listed. */
function dropBounds(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !notListed.has(key)))
}

/** The same with every member of every member. */
function wholeInput(input: TProperties): Json {
  return formatSchema(toJson(toObject(toTold(input))), dropMarks)
}

/** The same, but for what the catalog itself checks: faults there have issue codes. What it takes is still told where it is missing. */
export function inputForm(input: TProperties): Json {
  return formatSchema(toJson(toObject(input)), (schema) => {
    if (!(checkedMark in schema)) return dropMarks(schema)
    return schema['enum'] === undefined ? {} : { examples: schema['enum'] }
  })
}

const membersOfAll: readonly string[] = ['data', 'pagination']

/**
 * What the list of tools says of a result: its members by name, but for those that the server's instructions tell of every result. Required
 * is none, because a client may hold even a failed call to it.
 */
export function listedOutput({ properties }: TObject): Json {
  const own = keysOf(properties).filter((name) => !membersOfAll.includes(name))
  if (own.length === 0) return { type: 'object' }
  return { type: 'object', properties: Object.fromEntries(own.map((name) => [name, {}])) }
}

/** Both schemas of a tool, whole: the resource of the tool. */
export function toWholeSchemas({ name, description, input, output }: Tool): Json {
  return { name, description, inputSchema: wholeInput(input), outputSchema: wholeOutput(output) }
}

/** It has room for the error envelope: what the body of a success requires is required only where there is no `error`. */
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

function toTold(input: TProperties): TProperties {
  return without(input, untoldMark)
}

function without(input: TProperties, mark: string): TProperties {
  return Object.fromEntries(Object.entries(input).filter(([, schema]) => !(mark in schema)))
}

const marks = new Set([checkedMark, briefMark, untoldMark, unlistedMark])

function dropMarks(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !marks.has(key)))
}

/** Alternatives that are nothing but types, as one list of types. */
function toShort({ anyOf, ...rest }: Json): Json {
  if (!Array.isArray(anyOf)) return rest
  const types = anyOf.flatMap((one: Json) => (isJson(one) && isBareType(one) ? [one['type']] : []))
  return types.length === anyOf.length ? { type: types, ...rest } : { anyOf, ...rest }
}

function isBareType(schema: Json): boolean {
  const kept = Object.keys(schema).filter((key) => !key.startsWith('~'))
  return kept.length === 1 && typeof schema['type'] === 'string'
}
