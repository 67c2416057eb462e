import type { Dialect } from './read-members.ts'
import {
  textOf,
  objectsOf,
  type JsonObject,
  isObject,
  type NestedCell,
  cellOf,
  type NestedProduct,
  pick,
  isNothing,
  type NestedPicture,
} from './json-tree.ts'

/** Amazon's listings as JSON: the messages of a feed (JSON_LISTINGS_FEED), or items of the Listings Items API. */
export const amazonListings: Dialect = {
  recognise: (records) => records.some((record) => textOf(record['sku']) !== '' && hasAttributes(record)),
  unwrap: ({ messages, items }) =>
    [messages, items].map(objectsOf).find((list) => list.some((one) => hasAttributes(one))),
  leavesOut: ({ operationType }) => (operationType === 'DELETE' ? 'deleted' : undefined),
  read: (record) => [readListing(record)],
}

function hasAttributes({ attributes }: JsonObject): boolean {
  return (
    isObject(attributes) &&
    Object.values(attributes).some((values) =>
      objectsOf(values).some((one) => 'marketplace_id' in one || 'language_tag' in one),
    )
  )
}

type CellReader = (values: readonly JsonObject[]) => Iterable<readonly [header: string, cell: NestedCell]>

const readers: Readonly<Record<string, CellReader>> = {
  bullet_point: (values) => values.map((one, index) => [`bullet_point${index + 1}`, textOf(one['value'])]),
  generic_keyword: (values) => [['generic_keywords', values.map((one) => textOf(one['value'])).join(', ')]],
  model_number: ([one]) => [['model', textOf(one?.['value'])]],
  externally_assigned_product_identifier: ([one]) => [['gtin', textOf(one?.['value'])]],
  list_price: ([one]) => [['list_price', moneyOf(one?.['value'], one)]],
  purchasable_offer: readOffer,
  fulfillment_availability: ([one]) => [['quantity', cellOf(one?.['quantity'])]],
  item_weight: ([one]) => [['weight', measureOf(one)]],
  item_package_weight: ([one]) => [['package_weight', measureOf(one)]],
  item_length_width_height: ([one]) => sizesOf(one, ''),
  item_package_dimensions: ([one]) => sizesOf(one, 'package_'),
  // A condition other than used means new.
  condition_type: ([one]) => {
    const value = textOf(one?.['value'])
    return value === 'new_new' ? [] : [['condition', conditionOf(value)]]
  },
  parentage_level: () => [],
  variation_theme: () => [],
  child_parent_sku_relationship: () => [],
}

function readOffer([offer]: readonly JsonObject[]): [string, NestedCell][] {
  const prices = { price: 'our_price', sale_price: 'discounted_price' }
  return Object.entries(prices).map(([header, name]) => {
    const [price] = objectsOf(offer?.[name])
    const [schedule] = objectsOf(price?.['schedule'])
    return [header, moneyOf(schedule?.['value_with_tax'], offer)]
  })
}

function moneyOf(value: unknown, within: JsonObject | undefined): NestedCell {
  const currency = textOf(within?.['currency'])
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  return currency === '' ? value : { number: value, unit: currency }
}

function measureOf(one: unknown): NestedCell {
  if (!isObject(one)) return ''
  const { value } = one
  const unit = textOf(one['unit'])
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  return unit === '' ? value : { number: value, unit }
}

function sizesOf(one: JsonObject | undefined, prefix: string): [string, NestedCell][] {
  return ['length', 'width', 'height'].map((size) => [`${prefix}${size}`, measureOf(one?.[size])])
}

/** `used_like_new` is UsedLikeNew in a flat file. */
function conditionOf(value: string): string {
  const words = value === 'refurbished_refurbished' ? ['refurbished'] : value.split('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function readListing(record: JsonObject): NestedProduct {
  const attributes = isObject(record['attributes']) ? record['attributes'] : {}
  const language = languageOf(attributes)
  const cells = new Map<string, NestedCell>([
    ['sku', textOf(record['sku'])],
    ['amazon_product_type', textOf(pick(record, 'producttype'))],
  ])
  for (const [name, values] of Object.entries(attributes))
    if (!isPicture(name))
      for (const [header, cell] of readAttribute(name, objectsOf(values), language)) cells.set(header, cell)
  // Amazon requires a manufacturer for every product, even if it only repeats the brand.
  if (cells.get('manufacturer') === cells.get('brand')) cells.delete('manufacturer')
  const [family] = objectsOf(attributes['child_parent_sku_relationship'])
  const parent = textOf(family?.['parent_sku'])
  return {
    options: parent === '' ? new Map() : takeOptions(cells, attributes),
    cells: new Map([...cells].filter(([, cell]) => cell !== '' && !isEmptyList(cell))),
    features: new Map(),
    pictures: picturesOf(attributes),
    categories: [],
    variants: [],
    ...(parent !== '' && { parent: { key: parent } }),
  }
}

function isEmptyList(cell: NestedCell): boolean {
  return Array.isArray(cell) && cell.length === 0
}

/** Texts are read in the language of the name; texts in others get their own columns. */
function languageOf(attributes: JsonObject): string {
  const [named] = objectsOf(attributes['item_name'])
  return textOf(named?.['language_tag'])
}

function* readAttribute(
  name: string,
  values: readonly JsonObject[],
  language: string,
): Generator<readonly [string, NestedCell]> {
  const tags = [...new Set(values.map((one) => textOf(one['language_tag'])))]
  const own = tags.find((tag) => tag === language || tag === '') ?? tags[0] ?? ''
  for (const tag of tags) {
    const inLanguage = values.filter((one) => textOf(one['language_tag']) === tag)
    for (const [header, cell] of (readers[name] ?? readValues(name))(inLanguage))
      yield [tag === own ? header : `${header} (${tag})`, cell]
  }
}

/** The values of an attribute; equal values for several marketplaces count once, since the product is one. */
function readValues(name: string): CellReader {
  return (values) => {
    const plain = values.flatMap((one) => (isNothing(one['value']) ? [] : [one['value']]))
    const [first] = values
    if (plain.length > 1) return [[name, [...new Set(plain.map((one) => String(cellOf(one))))]]]
    if (plain.length === 1)
      return [[name, isObject(first) && 'unit' in first ? measureOf(first) : cellOf(plain[0])]]
    const { marketplace_id: _, language_tag: __, ...others } = first ?? {}
    return Object.entries(others).map(([member, value]) => [
      `${name}.${member}`,
      measureOf(objectsOf(value)[0]) || cellOf(value),
    ])
  }
}

function isPicture(name: string): boolean {
  return /^(main|other)_product_image_locator(_\d+)?$/.test(name)
}

function picturesOf(attributes: JsonObject): NestedPicture[] {
  return Object.keys(attributes)
    .filter(isPicture)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const [one] = objectsOf(attributes[name])
      const url = textOf(one?.['media_location'])
      return url === '' ? [] : [{ url, alt: '', id: '', variants: [] }]
    })
}

function takeOptions(cells: Map<string, NestedCell>, attributes: JsonObject): Map<string, readonly string[]> {
  const [theme] = objectsOf(attributes['variation_theme'])
  const words = textOf(theme?.['name']).toLowerCase().split(/[/_-]/)
  const found = words.flatMap((word) => {
    const text = textOf(cells.get(word) ?? cells.get(`${word}_name`))
    cells.delete(word)
    return text === '' ? [] : [[word, [text]] as const]
  })
  return new Map(found)
}
