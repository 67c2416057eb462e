import { type Dialect, readPictures, partsOf } from './read-members.ts'
import {
  type JsonObject,
  isObject,
  type NestedProduct,
  isNothing,
  objectsOf,
  type NestedItem,
  type NestedCell,
  textOf,
  isScalar,
  cellOf,
  toList,
} from './json-tree.ts'

/** JSON-LD of schema.org, as product pages carry it: Product, and ProductGroup with its variants. */
export const schemaOrg: Dialect = {
  recognise: (records) => records.some((record) => nodesOf(record).some(isProduct)),
  unwrap: (file) => (nodesOf(file).some(isProduct) ? [file] : undefined),
  read: (record) => readNodes(nodesOf(record)),
}

const wrapped = ['@graph', 'itemListElement', 'item', 'mainEntity', 'mainEntityOfPage']
const deepest = 5

function nodesOf(value: unknown, depth = 0): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((one) => nodesOf(one, depth))
  if (!isObject(value) || depth > deepest) return []
  const within = wrapped.flatMap((name) => nodesOf(value[name], depth + 1))
  return isProduct(value) || within.length === 0 ? [value] : within
}

function typesOf(node: JsonObject): string[] {
  return [node['@type']].flat().map((type) => String(type).replace(/^.*[:/#]/, ''))
}

function isProduct(node: JsonObject): boolean {
  return typesOf(node).some((type) =>
    /^(Product|ProductGroup|ProductModel|IndividualProduct|SomeProducts)$/.test(type),
  )
}

function isGroup(node: JsonObject): boolean {
  return typesOf(node).includes('ProductGroup')
}

function readNodes(nodes: readonly JsonObject[]): NestedProduct[] {
  const named = nodes.filter((node) => !isNothing(node['@id']))
  const byId = new Map(named.map((node) => [node['@id'], node] as const))
  const resolve = (node: JsonObject) => (isProduct(node) ? node : (byId.get(node['@id']) ?? node))
  const products = nodes.filter(isProduct)
  const allGroups = products.filter(isGroup)
  const groupOf = (node: JsonObject) => {
    const named = objectsOf([node['isVariantOf']].flat())
    return named.length === 0 ? undefined : allGroups.find((group) => named.some((of) => isSame(of, group)))
  }
  const besides = Map.groupBy(products, groupOf)
  const variantsOf = (group: JsonObject) => {
    const own = objectsOf([group['hasVariant']].flat()).map(resolve)
    return [...new Set([...own, ...(besides.get(group) ?? [])])].filter(hasName)
  }
  const groups = new Map(allGroups.map((group) => [group, variantsOf(group)] as const))
  const inGroups = new Set([...groups.values()].flat())
  return products
    .filter((node) => !inGroups.has(node))
    .map((node) => {
      const names = [node['variesBy']].flat().map((name) => String(name).replace(/^.*[:/#]/, ''))
      const variants = (groups.get(node) ?? []).map((one) => ({
        ...readItem(one, names),
        isNamedWhole: true,
      }))
      return { ...readItem(node, []), variants }
    })
}

function isSame(of: JsonObject, group: JsonObject): boolean {
  return ['@id', 'productGroupID'].some((name) => !isNothing(of[name]) && of[name] === group[name])
}

/** A node without these is only a reference; its own page describes it. */
function hasName(node: JsonObject): boolean {
  return ['name', 'sku', 'gtin', 'gtin13'].some((name) => !isNothing(node[name]))
}

const namedKeys = new Set(
  `@context @type @id name sku image offers brand category hasVariant isVariantOf variesBy productGroupID additionalProperty gtin gtin8 gtin12 gtin13 gtin14 isbn
   aggregateRating review reviews audience size inProductGroupWithID mainEntityOfPage potentialAction isRelatedTo isSimilarTo
   subjectOf hasMerchantReturnPolicy url`.split(/\s+/),
)

function readItem(node: JsonObject, varying: readonly string[]): NestedItem {
  const offer = readOffer(node['offers'])
  const cells = new Map<string, NestedCell>([
    ['sku', firstOf(node, ['sku', 'productGroupID', 'productID']) || (offer.get('sku') ?? '')],
    ['name', textOf(node['name'])],
    ['gtin', firstOf(node, ['gtin', 'gtin14', 'gtin13', 'gtin12', 'gtin8', 'isbn'])],
    ['brand', textOf(node['brand'])],
    ['url', textOf(node['url'])],
    ['gender', isObject(node['audience']) ? textOf(node['audience']['suggestedGender']) : ''],
    ['size', textOf(node['size'])],
    ...[...offer].filter(([name]) => name !== 'sku'),
  ])
  for (const [name, value] of Object.entries(node))
    if (!namedKeys.has(name) && !cells.get(name)) cells.set(name, valueOf(value))
  const options = new Map(
    varying.flatMap((name) => {
      const text = textOf(cells.get(name)) || textOf(node[name])
      cells.delete(name)
      return text === '' ? [] : [[name, [text]] as const]
    }),
  )
  return {
    cells: new Map([...cells].filter(([, cell]) => cell !== '')),
    features: new Map(objectsOf([node['additionalProperty']].flat()).flatMap(readProperty)),
    pictures: readPictures(node['image']),
    categories: [node['category']]
      .flat()
      .map((one) => partsOf(textOf(one)))
      .filter((path) => path.length > 0),
    options,
  }
}

function firstOf(node: JsonObject, members: readonly string[]): string {
  return members.map((name) => textOf(node[name])).find((text) => text !== '') ?? ''
}

/** Numbers with their units, names, and lists of either; anything more complex stays JSON. */
function valueOf(value: unknown): NestedCell {
  if (isScalar(value)) return termOf(cellOf(value))
  const list = toList(value)
  if (list) return list.every((one) => textOf(one) !== '') ? list.map(textOf) : JSON.stringify(list)
  if (!isObject(value)) return ''
  const unit = textOf(value['unitCode']) || textOf(value['unitText'])
  const number = value['value']
  if (unit !== '' && (typeof number === 'number' || typeof number === 'string')) return { number, unit }
  return textOf(value) || JSON.stringify(value)
}

function termOf(cell: string | number): string | number {
  return typeof cell === 'string' ? cell.replace(/^https?:\/\/schema\.org\//, '') : cell
}

function readOffer(value: unknown): Map<string, NestedCell> {
  const [first] = objectsOf([value].flat())
  if (!first) return new Map()
  const [within] = objectsOf([first['offers']].flat())
  const offer = within ?? first
  const prices = objectsOf([offer['priceSpecification']].flat())
  const list = prices.find((one) => /ListPrice|StrikethroughPrice|SRP$/.test(textOf(one['priceType'])))
  const plain = prices.find((one) => one !== list)
  const currency = [offer, plain ?? {}, first]
    .map((one) => textOf(one['priceCurrency']))
    .find((one) => one !== '')
  const price = [offer['price'], offer['lowPrice'], plain?.['price']].find((one) => !isNothing(one))
  return new Map<string, NestedCell>(
    [
      ['sku', textOf(offer['sku'])],
      ['price', moneyOf(price, currency)],
      ['list_price', moneyOf(list?.['price'], textOf(list?.['priceCurrency']) || currency)],
      ['availability', termOf(textOf(offer['availability']))],
      ['condition', termOf(textOf(offer['itemCondition']))],
    ].filter(([, cell]) => cell !== '') as [string, NestedCell][],
  )
}

function moneyOf(price: unknown, currency: string | undefined): NestedCell {
  if (typeof price !== 'string' && typeof price !== 'number') return ''
  return currency ? { number: price, unit: currency } : price
}

function readProperty(property: JsonObject): [string, string[]][] {
  const name = textOf(property['name']) || textOf(property['propertyID'])
  const unit = textOf(property['unitText']) || textOf(property['unitCode'])
  const values = [property['value']]
    .flat()
    .map(textOf)
    .filter((value) => value !== '')
  if (name === '' || values.length === 0) return []
  return [[name, values.map((value) => (unit === '' ? value : `${value} ${unit}`))]]
}
