/** Values that fit a schema, whether the catalog accepts them or not. */
import type { Random } from '../../random.ts'
import { oddTexts, oddValue } from './odd-values.ts'

type Schema = Readonly<Record<string, unknown>>

export type TextOf = (name: string) => string | undefined

const maxDepth = 6

/** Returns a value that fits a schema. Texts come from `textOf` where it has one, and are odd otherwise. */
export function fitSchema(random: Random, schema: unknown, textOf: TextOf, name = '', depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > maxDepth) return null
  const { anyOf, oneOf, allOf, enum: options, const: only, type, items, properties } = schema as Schema
  const fit = (part: unknown, as = name) => fitSchema(random, part, textOf, as, depth + 1)
  if (only !== undefined) return only
  if (Array.isArray(options)) return random.pick(options as unknown[])
  const parts = [anyOf, oneOf].find((one) => Array.isArray(one)) as unknown[] | undefined
  if (parts) return fit(random.pick(parts))
  if (Array.isArray(allOf))
    return Object.assign({}, ...(allOf as unknown[]).map((part) => fit(part))) as unknown
  if (type === 'object' || properties !== undefined) return fitObject(random, schema as Schema, fit)
  if (type === 'array') return fitArray(random, schema as Schema, () => fit(items))
  if (type === 'string') return fitText(random, schema as Schema, textOf(name))
  if (type === 'integer' || type === 'number') return fitNumber(random, schema as Schema, type)
  if (type === 'boolean') return random.chance(0.5)
  return type === 'null' ? null : oddValue(random)
}

function fitObject(
  random: Random,
  { properties = {}, required = [], patternProperties }: Schema,
  fit: (part: unknown, name: string) => unknown,
): Record<string, unknown> {
  const needed = required as readonly string[]
  const chosen = Object.entries(properties as Schema).filter(
    ([name]) => needed.includes(name) || random.chance(0.4),
  )
  const entries = chosen.map(([name, part]): [string, unknown] => [name, fit(part, name)])
  const [free] = Object.values((patternProperties ?? {}) as Schema)
  const more = free === undefined ? [] : Array.from({ length: random.below(3) }, () => random.pick(keys))
  return Object.fromEntries([...entries, ...more.map((key): [string, unknown] => [key, fit(free, key)])])
}

const keys = ['price', 'sku', 'product_name', 'material', '__proto__', 'constructor', '', 'ä', '$.price']

function fitArray(random: Random, { minItems = 0, maxItems = 4 }: Schema, fit: () => unknown): unknown[] {
  const length = random.between(Number(minItems), Math.max(Number(minItems), Math.min(4, Number(maxItems))))
  return Array.from({ length }, fit)
}

function fitText(
  random: Random,
  { minLength = 0, maxLength = 5000, format }: Schema,
  known: string | undefined,
): string {
  if (known !== undefined && random.chance(0.8)) return known
  if (format === 'uuid') return '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1eff'
  if (format === 'date-time') return '2026-01-05T10:00:00.000Z'
  if (format === 'date') return '2026-01-05'
  const odd = random.pick(oddTexts).slice(0, Number(maxLength))
  return odd.padEnd(Number(minLength), 'x')
}

function fitNumber(
  random: Random,
  { minimum = -10, maximum = 1000, exclusiveMinimum }: Schema,
  type: string,
): number {
  const first = exclusiveMinimum === undefined ? Number(minimum) : Number(exclusiveMinimum) + 1
  const last = Math.max(first, Number(maximum))
  const number = random.chance(0.2) ? random.pick([first, last]) : first + random.next() * (last - first)
  return type === 'integer' ? Math.round(number) : number
}
