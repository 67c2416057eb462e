import type { TSchema } from 'typebox'
import { components } from './components.ts'
import type { Refinement } from './operation-docs.ts'

/** Plain JSON of the document. */
export type Json = Readonly<Record<string, unknown>>

const nameOf = new Map(
  Object.entries(components).map(([name, { schema }]) => [JSON.stringify(schema), name] as const),
)

/** A schema as the document shows it: named ones are referred to, TypeBox's own spellings become the usual ones. */
export function toSchema(schema: TSchema | Json): Json {
  const name = nameOf.get(JSON.stringify(schema))
  return name === undefined ? spell(schema as Json) : { $ref: `#/components/schemas/${name}` }
}

/** The named schemas themselves, with what the catalog asks beyond their form. */
export function namedSchemas(): Json {
  return Object.fromEntries(
    Object.entries(components).map(([name, { schema, ...beyond }]) => [name, refine(schema, beyond)]),
  )
}

/** An object schema with further required members and more exact ones. */
export function refine(schema: TSchema | Json, { description, required, properties }: Refinement): Json {
  const shown = spell(schema as Json)
  const all = new Set([...((shown['required'] as string[] | undefined) ?? []), ...(required ?? [])])
  const exact = Object.fromEntries(
    Object.entries(properties ?? {}).map(([key, property]) => [key, toSchema(property)]),
  )
  return {
    ...(description !== undefined && { description }),
    ...shown,
    ...(all.size > 0 && { required: [...all] }),
    ...(properties && { properties: { ...(shown['properties'] as Json), ...exact } }),
  }
}

function spell(schema: Json): Json {
  const { patternProperties, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, spellMember(key, value)]),
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

const mapsOfSchemas = new Set(['properties', 'patternProperties'])
const listsOfSchemas = new Set(['anyOf', 'allOf', 'oneOf'])
const schemas = new Set(['items', 'additionalProperties'])

function spellMember(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (listsOfSchemas.has(key)) return (value as Json[]).map(toSchema)
  if (schemas.has(key)) return toSchema(value)
  if (!mapsOfSchemas.has(key)) return value
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([name, one]) => [name, toSchema(one)]),
  )
}
