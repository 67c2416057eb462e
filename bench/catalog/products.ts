import { type Random, seededRandom } from '../random.ts'
import type { ProductKey } from './attributes.ts'
import { brands, colours, materials, qualities, sentences, stages, tags, things } from './words.ts'

export type ScalarValue = string | number | boolean
export type ProductValues = Partial<Record<ProductKey, ScalarValue>>

/** References of a product as positions in the generated vendors, categories, images and products. */
export interface ProductReferences {
  readonly vendor: number | undefined
  readonly category: number
  readonly gallery: readonly number[]
  readonly parent: number | undefined
}

/** The code of product number `index`; its order is not the order of creation. */
export function skuOf(index: number): string {
  // 61,813 shares no factor with 1,000,000, so the codes are scattered and still all different.
  return `VT-${String((index * 61_813) % 1_000_000).padStart(6, '0')}`
}

/** The scalar values of product number `index`: the same on every run. About 17 of 20 attributes hold a value. */
export function productValues(index: number): ProductValues {
  const random = seededRandom(index + 1)
  const thing = random.pick(things)
  const price = random.between(500, 200_000) / 100
  const values: ProductValues = {
    sku: skuOf(index),
    product_name: `${random.pick(qualities)} ${thing} ${random.pick(brands)} ${index % 977}`,
    brand: random.pick(brands),
    price,
    stage: random.pick(stages),
    active: random.chance(0.85),
  }
  const optional: readonly [ProductKey, number, () => ScalarValue][] = [
    ['description', 0.9, () => description(random)],
    ['ean', 0.8, () => `4${String(random.below(10 ** 9)).padStart(11, '0')}0`],
    ['cost', 0.85, () => Math.round(price * random.between(35, 80)) / 100],
    ['weight', 0.8, () => random.between(1, 60_000) / 1000],
    ['stock', 0.95, () => random.below(500)],
    ['material', 0.9, () => random.pick(materials)],
    ['colour', 0.85, () => random.pick(colours)],
    ['tags', 0.5, () => pickSome(random, tags).join(', ')],
    ['featured', 0.6, () => random.chance(0.1)],
    ['released_on', 0.75, () => dayOf(random.below(3650))],
    ['product_page', 0.7, () => `https://shop.example/${thing.toLowerCase().replace(' ', '-')}/${index}`],
  ]
  for (const [key, fillRate, make] of optional) if (random.chance(fillRate)) values[key] = make()
  return values
}

/** The references of product number `index`; one in five is a variant of the last product that is none. */
export function productReferences(
  index: number,
  counts: { vendors: number; categories: number; images: number },
): ProductReferences {
  const random = seededRandom(-index - 1)
  return {
    vendor: random.chance(0.95) ? random.below(counts.vendors) : undefined,
    category: random.below(counts.categories),
    gallery: Array.from({ length: random.below(5) }, () => random.below(counts.images)),
    parent: index % 10 < 8 ? undefined : index - (index % 10),
  }
}

function description(random: Random): string {
  const paragraphs = Array.from({ length: random.between(1, 3) }, () =>
    Array.from({ length: random.between(1, 3) }, () => random.pick(sentences)).join(' '),
  )
  return paragraphs.join('\n')
}

function pickSome(random: Random, list: readonly string[]): string[] {
  return list
    .filter(() => random.chance(0.3))
    .concat(random.pick(list))
    .filter(isFirst)
}

function isFirst(value: string, position: number, list: readonly string[]): boolean {
  return list.indexOf(value) === position
}

function dayOf(day: number): string {
  return new Date(Date.UTC(2016, 0, 1 + day)).toISOString().slice(0, 10)
}
