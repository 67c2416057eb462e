import type { TSchema } from 'typebox'

/** Plain JSON of a document. */
export type Json = Readonly<Record<string, unknown>>

const mapsOfSchemas = new Set(['properties', 'patternProperties'])
const listsOfSchemas = new Set(['anyOf', 'allOf', 'oneOf'])
const schemas = new Set(['items', 'additionalProperties'])

/** A schema with the usual spellings in place of TypeBox's own; every schema inside goes through `turn` first. */
export function formatSchema(schema: Json, turn: (schema: Json) => Json): Json {
  const { patternProperties, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, formatMember(key, value, turn)]),
  )
  const values = rest['enum']
  return {
    ...(Array.isArray(values) && values.every((value) => typeof value === 'string') && { type: 'string' }),
    ...rest,
    // TypeBox writes a map as a pattern that every key fits.
    ...(isJson(patternProperties) && { additionalProperties: Object.values(patternProperties)[0] }),
  }
}

function formatMember(key: string, value: unknown, turn: (schema: Json) => Json): unknown {
  const spell = (inner: Json): Json => formatSchema(turn(inner), turn)
  if (listsOfSchemas.has(key) && Array.isArray(value)) return value.map(spell)
  if (!isJson(value)) return value
  if (schemas.has(key)) return spell(value)
  if (!mapsOfSchemas.has(key)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isJson(one) ? spell(one) : one]),
  )
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

/** The names of the members that a schema requires. */
export function requiredOf({ required }: Json): readonly string[] {
  return Array.isArray(required) ? required : []
}

/** A schema of TypeBox, which is plain JSON but does not say so. */
export function toJson(schema: TSchema | Json): Json {
  return schema as Json
}
