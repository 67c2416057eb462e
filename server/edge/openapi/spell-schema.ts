/** Plain JSON of a document. */
export type Json = Readonly<Record<string, unknown>>

const mapsOfSchemas = new Set(['properties', 'patternProperties'])
const listsOfSchemas = new Set(['anyOf', 'allOf', 'oneOf'])
const schemas = new Set(['items', 'additionalProperties'])

/** A schema with the usual spellings in place of TypeBox's own; every schema inside goes through `turn` first. */
export function spellSchema(schema: Json, turn: (schema: Json) => Json): Json {
  const { patternProperties, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, spellMember(key, value, turn)]),
  )
  const values = rest['enum'] as readonly unknown[] | undefined
  return {
    ...(values?.every((value) => typeof value === 'string') === true && { type: 'string' }),
    ...rest,
    // TypeBox writes a map as a pattern that every key fits.
    ...(patternProperties !== undefined && {
      additionalProperties: Object.values(patternProperties as Json)[0],
    }),
  }
}

function spellMember(key: string, value: unknown, turn: (schema: Json) => Json): unknown {
  const spell = (inner: Json): Json => spellSchema(turn(inner), turn)
  if (typeof value !== 'object' || value === null) return value
  if (listsOfSchemas.has(key)) return (value as Json[]).map(spell)
  if (schemas.has(key)) return spell(value as Json)
  if (!mapsOfSchemas.has(key)) return value
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([name, one]) => [name, spell(one)]),
  )
}
