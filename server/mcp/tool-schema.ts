import { Type, type TObject, type TProperties } from 'typebox'
import { isJson, requiredOf, spellSchema, toJson, type Json } from '../edge/openapi/spell-schema.ts'

const mark = 'x-checked-by'

/** The schema of a tool's arguments, as agents see it. */
export function shownInput(properties: TProperties): Json {
  return spellSchema(toJson(Type.Object(properties, { additionalProperties: false })), dropMark)
}

/** The same, but for what the catalog itself checks: faults there have issue codes. */
export function inputForm(properties: TProperties): Json {
  return spellSchema(toJson(Type.Object(properties, { additionalProperties: false })), (schema) =>
    mark in schema ? {} : schema,
  )
}

/**
 * The schema of a tool's result. It has room for the error envelope, because a client may hold even a failed call to it: what the
 * body of a success requires is required only where there is no `error`.
 */
export function shownOutput(output: TObject): Json {
  const shown = spellSchema(toJson(output), dropMark)
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

function dropMark({ [mark]: _mark, ...schema }: Json): Json {
  return schema
}
