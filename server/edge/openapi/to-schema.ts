import type { TSchema } from 'typebox'
import { components, type Refinement } from './components.ts'
import { isJson, requiredOf, formatSchema, toJson, type Json } from './format-schema.ts'

const nameOf = new Map(
  Object.entries(components).map(([name, { schema }]) => [JSON.stringify(schema), name] as const),
)

/** A schema as the document shows it: named ones are referred to, TypeBox's own spellings become the usual ones. */
export function toSchema(schema: TSchema | Json): Json {
  return formatSchema(refer(toJson(schema)), refer)
}

/** The named schemas themselves, with what the catalog asks beyond their form. */
export function namedSchemas(): Json {
  return Object.fromEntries(
    Object.entries(components).map(([name, { schema, ...beyond }]) => [name, refine(schema, beyond)]),
  )
}

/** An object schema with further required members and more exact ones. */
export function refine(schema: TSchema | Json, { description, required, properties }: Refinement): Json {
  const shown = formatSchema(toJson(schema), refer)
  const all = new Set([...requiredOf(shown), ...(required ?? [])])
  const exact = Object.fromEntries(
    Object.entries(properties ?? {}).map(([key, property]) => [key, toSchema(property)]),
  )
  return {
    ...(description !== undefined && { description }),
    ...shown,
    ...(all.size > 0 && { required: [...all] }),
    ...(properties && { properties: { ...(isJson(shown['properties']) && shown['properties']), ...exact } }),
  }
}

function refer(schema: Json): Json {
  const name = nameOf.get(JSON.stringify(schema))
  return name === undefined ? schema : { $ref: `#/components/schemas/${name}` }
}
