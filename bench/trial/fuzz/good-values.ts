import { type AttributeDefinition, dataTypeTraits } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { listOperators } from '#shared/filters.ts'
import type { Random } from '../../random.ts'
import { oddTexts } from './odd-values.ts'
import type { World } from './world.ts'

const references: Readonly<Record<string, EntityType>> = {
  vendor: 'vendor',
  category: 'category',
  gallery_images: 'image',
  about: 'product',
}
const words = ['oak', 'Chair', 'Straße', 'm²', '100 %', 'a_b', "O'Brien", '🪑', 'Red', 'tisch, rund']

type Make = (random: Random, definition: AttributeDefinition, world: World) => unknown

const text: Make = (random) => {
  const odd = random.chance(0.2) ? random.pick(oddTexts).slice(0, 40).toWellFormed() : ''
  return `${random.pick(words)} ${random.below(1000)}${odd}`
}
const number: Make = (random) => random.below(500)
const option: Make = (random, { acceptable_values: options }) =>
  options.length > 0 ? random.pick(options) : 'free text'

const makers: Partial<Record<AttributeDefinition['data_type'], Make>> = {
  single_line_text_field: text,
  multi_line_text_field: text,
  rich_text_field: text,
  number,
  boolean: (random) => random.chance(0.5),
  date: (random) => `20${random.between(10, 30)}-0${random.between(1, 9)}-1${random.below(10)}`,
  url: (random) => `https://example.com/${random.below(1000)}`,
  json: (random) => JSON.stringify({ n: random.below(10) }),
  single_select_list: option,
  multi_select_list: option,
  status: option,
  image: (random) => `https://example.com/${random.below(1000)}.png`,
  video: (random) => `https://example.com/${random.below(1000)}.mp4`,
  progress: (random) => random.between(0, 100),
  rank: (random) => random.between(1, 500),
  entity_reference: (random, { key }, world) => world.pick(random, references[key] ?? 'vendor'),
  entity_list_reference: (random, { key }, world) =>
    Array.from({ length: random.below(4) }, () => world.pick(random, references[key] ?? 'image')),
}

/** A value that the attribute takes; undefined where it takes none. */
export function goodValue(random: Random, definition: AttributeDefinition, world: World): unknown {
  if (definition.key === 'gtin') return '4006381333931'
  if (definition.key === 'sku') return `F-${random.below(5000)}`
  return makers[definition.data_type]?.(random, definition, world)
}

export function goodAttributes(
  random: Random,
  world: World,
  type: EntityType,
  isNew: boolean,
): Record<string, unknown> {
  const writable = world.definitions(type).filter(({ writable }) => writable)
  const chosen = writable.filter(({ is_primary: isPrimary }) => (isNew && isPrimary) || random.chance(0.25))
  const entries = chosen.map((definition) => [definition.key, goodValue(random, definition, world)] as const)
  const cleared = entries.map(([key, value]): [string, unknown] => {
    const isPrimary = chosen.some((one) => one.key === key && one.is_primary)
    const mayClear = !isPrimary && !Array.isArray(value) && random.chance(0.1)
    return [key, mayClear ? null : value]
  })
  return Object.fromEntries(cleared)
}

export function goodClause(random: Random, world: World, type: EntityType): [string, string] {
  const definition = random.pick(world.definitions(type))
  const { family } = dataTypeTraits[definition.data_type]
  const operator = random.pick(listOperators(family))
  const value = operator === 'exists' ? random.pick(['true', 'false']) : operand(random, definition, world)
  const name = operator === 'eq' && random.chance(0.5) ? '' : `[${operator}]`
  return [`filter[${definition.key}]${name}`, value]
}

function operand(random: Random, definition: AttributeDefinition, world: World): string {
  const { family } = dataTypeTraits[definition.data_type]
  if (family === 'id') return world.pick(random, references[definition.key] ?? 'product')
  if (family === 'text') {
    const odd = random.pick(oddTexts)
    return odd.trim() === '' || odd.includes(',') ? random.pick(words) : odd
  }
  const value = goodValue(random, definition, world)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
    ? String(value)
    : '1'
}

export function goodSort(random: Random, world: World, type: EntityType): string {
  const keys = world
    .definitions(type)
    .filter(({ data_type: one }) => dataTypeTraits[one].sortable)
    .map(({ key }) => key)
  const all = [...keys, 'id', 'parent_id', 'created_at', 'updated_at']
  return Array.from(
    { length: random.between(1, 3) },
    () => (random.chance(0.5) ? '-' : '') + random.pick(all),
  ).join(',')
}
