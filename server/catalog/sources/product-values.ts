import { ensureValueIndex } from '../../store/tables/indexes.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import type { DescribedProduct } from '#shared/sources.ts'
import { foldText } from '#shared/text.ts'
import { textOf } from '#shared/messages/message.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { getEntityRow } from '../../store/tables/entities.ts'
import { findByComparable } from '../../store/tables/values.ts'
import { names } from '../channels/templates/attribute-names.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { resolveWrites } from '../entities/resolve-writes.ts'
import { Faults, describeFault } from '../errors.ts'

const keysByPart: Readonly<Record<string, readonly string[]>> = {
  sku: names.sku,
  gtin: names.gtin,
  mpn: names.mpn,
  name: names.title,
  brand: names.brand,
  description: names.description,
  category: names.category,
  color: names.color,
  size: names.size,
  material: names.material,
  weight: names.weight,
  price: names.price,
  currency: ['currency', 'price_currency', 'currency_code'],
  availability: ['availability', 'stock_status', 'availability_status'],
  image: names.image,
  url: names.link,
}

export interface DescribedValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly notTaken: readonly { readonly name: string; readonly reason: string }[]
}

export function describedValues(
  tx: WritableDb,
  set: AttributeSet,
  described: DescribedProduct,
): DescribedValues {
  const values: Record<string, unknown> = {}
  const notTaken: { name: string; reason: string }[] = []
  for (const { name, text, keys } of facts(described)) {
    const attribute = pick(set, keys, values)
    const taken = attribute ? toValue(tx, set, attribute, text) : { reason: 'No attribute takes it.' }
    if ('reason' in taken) notTaken.push({ name, reason: taken.reason })
    else if (attribute) values[attribute.key] = taken.value
  }
  return { values, notTaken }
}

interface Fact {
  readonly name: string
  readonly text: string
  readonly keys: readonly string[]
}

function facts(described: DescribedProduct): Fact[] {
  const { images, properties, group: _group, ...texts } = described
  const [image] = images
  const values = Object.entries({ ...texts, ...(image !== undefined && { image }) })
  return [
    ...values.map(([name, text]) => ({ name, text, keys: keysByPart[name] ?? [name] })),
    ...properties.map(({ name, value }) => ({ name, text: value, keys: [toAttributeKey(name)] })),
  ]
}

function pick(
  { byKey, list }: AttributeSet,
  keys: readonly string[],
  taken: Readonly<Record<string, unknown>>,
): Attribute | undefined {
  const primary = list.find(({ isPrimary }) => isPrimary)
  const inOrder = primary && keys.includes(primary.key) ? [primary.key, ...keys] : keys
  return inOrder
    .filter((key) => !Object.hasOwn(taken, key))
    .map((key) => byKey.get(key))
    .find((attribute) => attribute && writableShapes.has(attribute.traits.shape))
}

const writableShapes: ReadonlySet<string> = new Set(['scalar', 'reference', 'reference_list'])

type ValueOrReason = { readonly value: unknown } | { readonly reason: string }

function toValue(tx: WritableDb, set: AttributeSet, attribute: Attribute, text: string): ValueOrReason {
  const value =
    attribute.traits.shape === 'scalar' ? toScalar(attribute, text) : referenceTo(tx, attribute, text)
  if (value === undefined) return { reason: `There is no ${attribute.extras.reference?.type} of that name.` }
  const faults = new Faults()
  const write = { [attribute.key]: value }
  resolveWrites(tx, parseWrites(set, write, faults), faults)
  const [fault] = faults.list
  return fault ? { reason: textOf(describeFault(fault)) } : { value }
}

function toScalar({ traits, extras }: Attribute, text: string): unknown {
  if (traits.layout === 'line') return text.replaceAll(/\s+/g, ' ')
  return traits.family === 'number' ? toNumber(text, unitOfConstraints(extras.constraints)) : text
}

function toNumber(text: string, unit: string | undefined): string {
  const [, digits, values = ''] = /^([-\d.,\s]+?)\s*([^\d.,\s]*)$/.exec(text.trim()) ?? []
  if (digits === undefined || (values !== '' && foldText(values) !== foldText(unit ?? ''))) return text
  const bare = digits.replaceAll(/\s/g, '')
  const isComma = /,\d{1,2}$/.test(bare)
  return isComma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(/,(?=\d{3}(\D|$))/g, '')
}

function referenceTo(tx: WritableDb, { traits, extras }: Attribute, text: string): unknown {
  const type = extras.reference?.type
  const primary = type && attributesOf(tx, type).primary
  if (!primary) return undefined
  ensureValueIndex(tx, primary.id)
  const [id, ...others] = findByComparable(tx, primary.id, foldText(text), 2)
  if (id === undefined || others.length > 0) return undefined
  const { uuid } = getEntityRow(tx, id)
  return traits.shape === 'reference_list' ? [uuid] : uuid
}
