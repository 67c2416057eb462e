import type { CheerioAPI } from 'cheerio'
import type { DescribedProduct } from '#shared/sources.ts'
import { microdataThings } from './microdata.ts'

const maxProducts = 100
const maxDepth = 12
const maxProperties = 100
const maxImages = 20

/** A thing of schema.org as JSON-LD writes it; its properties can hold anything. */
export type Thing = Readonly<Record<string, unknown>>

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valuesOf(thing: Thing, property: string): unknown[] {
  const value = Object.hasOwn(thing, property) ? thing[property] : undefined
  return [value].flat().filter((each) => each !== undefined && each !== null)
}

function hasType(thing: Thing, types: ReadonlySet<string>): boolean {
  return valuesOf(thing, '@type').some((type) => types.has(String(type).split(/[/#:]/).at(-1) ?? ''))
}

const maxTextLength = 20_000

/** The first value of a property as text: itself, or the name or value of a thing. */
function textOf(thing: Thing, ...properties: readonly string[]): string | undefined {
  for (const property of properties)
    for (const value of valuesOf(thing, property)) {
      const text = isThing(value) ? textOf(value, '@value', 'name', 'value') : asText(value)
      if (text !== undefined) return text
    }
  return undefined
}

function asText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim().slice(0, maxTextLength).toWellFormed() || undefined
}

const productTypes = new Set([
  'Product',
  'IndividualProduct',
  'ProductModel',
  'SomeProducts',
  'Vehicle',
  'ProductGroup',
  'Book',
])
// Properties that lead to a described product; `isRelatedTo` and `isSimilarTo` lead to others.
const toVariants = ['hasVariant', 'model']
const passages = [
  '@graph',
  'mainEntity',
  'mainEntityOfPage',
  'itemListElement',
  'item',
  'itemOffered',
  'hasPart',
]

/** The products of a page in schema.org terms: JSON-LD, or microdata without it. */
export function describedProducts($: CheerioAPI, url: string | undefined): DescribedProduct[] {
  const fromScripts = collect(jsonLdThings($), url)
  return fromScripts.length > 0 ? fromScripts : collect(microdataThings($), url)
}

interface Collecting {
  readonly known: ReadonlyMap<string, Thing>
  readonly url: string | undefined
  readonly seen: Set<Thing>
  readonly found: DescribedProduct[]
}

function collect(things: readonly Thing[], url: string | undefined): DescribedProduct[] {
  const work: Collecting = { known: indexById(things), url, seen: new Set(), found: [] }
  for (const thing of things) visit(thing, undefined, work, 0)
  return work.found
}

function visit(value: unknown, group: number | undefined, work: Collecting, depth: number): void {
  if (!isThing(value) || depth > maxDepth || work.found.length >= maxProducts) return
  const thing = wholeOf(value, work)
  if (work.seen.has(thing)) return
  work.seen.add(thing)
  const isProduct = hasType(thing, productTypes)
  const position = isProduct ? (add(thing, group, work) ?? group) : group
  for (const passage of isProduct ? toVariants : passages)
    for (const next of valuesOf(thing, passage)) visit(next, position, work, depth + 1)
}

function wholeOf(thing: Thing, { known }: Collecting): Thing {
  const [id] = valuesOf(thing, '@id')
  return (typeof id === 'string' && known.get(id)) || thing
}

function add(thing: Thing, group: number | undefined, { known, url, found }: Collecting): number | undefined {
  const product = describe(thing, known, url)
  if (!product.name && !product.sku && !product.gtin && !product.mpn) return undefined
  found.push(group === undefined ? product : { ...product, group })
  return found.length - 1
}

const texts = {
  name: ['name'],
  sku: ['sku', 'productGroupID'],
  mpn: ['mpn'],
  gtin: ['gtin', 'gtin13', 'gtin12', 'gtin14', 'gtin8', 'isbn'],
  brand: ['brand', 'manufacturer'],
  description: ['description'],
  category: ['category'],
  color: ['color'],
  size: ['size'],
  material: ['material'],
} as const

function describe(
  thing: Thing,
  known: ReadonlyMap<string, Thing>,
  url: string | undefined,
): DescribedProduct {
  const own = Object.entries(texts).map(([key, properties]) => [key, textOf(thing, ...properties)] as const)
  const described = [
    ...own,
    ...offerOf(thing, known),
    ['weight', measureOf(thing)],
    ['url', webAddress(thing['url'], url)],
  ]
  return {
    ...Object.fromEntries(described.filter(([, text]) => text !== undefined)),
    images: imagesOf(thing, url),
    properties: propertiesOf(thing),
  }
}

/** The first price; the lowest of a range. */
function offerOf(thing: Thing, known: ReadonlyMap<string, Thing>): (readonly [string, string | undefined])[] {
  const offers = valuesOf(thing, 'offers').filter(isThing)
  const [named] = offers
  const offer = (named && known.get(String(named['@id']))) ?? named ?? {}
  const [specification] = valuesOf(offer, 'priceSpecification').filter(isThing)
  const from = [offer, specification ?? {}]
  const first = (...properties: string[]) =>
    from.map((place) => textOf(place, ...properties)).find((text) => text !== undefined)
  return [
    ['price', first('price', 'lowPrice')],
    ['currency', first('priceCurrency')],
    ['availability', textOf(offer, 'availability')?.split('/').at(-1)],
  ]
}

function measureOf(thing: Thing): string | undefined {
  const [weight] = valuesOf(thing, 'weight')
  if (!isThing(weight)) return textOf(thing, 'weight')
  const [value, unit] = [textOf(weight, 'value'), textOf(weight, 'unitText', 'unitCode')]
  return value === undefined ? undefined : [value, unit].filter(Boolean).join(' ')
}

function imagesOf(thing: Thing, url: string | undefined): string[] {
  const addresses = valuesOf(thing, 'image').map((image) =>
    webAddress(isThing(image) ? textOf(image, 'contentUrl', 'url', '@id') : image, url),
  )
  return [...new Set(addresses.filter((address) => address !== undefined))].slice(0, maxImages)
}

function webAddress(value: unknown, base: string | undefined): string | undefined {
  if (typeof value !== 'string' || value.trim() === '' || !URL.canParse(value.trim(), base)) return undefined
  const { protocol, href } = new URL(value.trim(), base)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

function propertiesOf(thing: Thing): DescribedProduct['properties'] {
  return valuesOf(thing, 'additionalProperty')
    .filter(isThing)
    .flatMap((property) => {
      const [name, value] = [textOf(property, 'name', 'propertyID'), textOf(property, 'value')]
      const unit = textOf(property, 'unitText')
      return name && value ? [{ name, value: unit === undefined ? value : `${value} ${unit}` }] : []
    })
    .slice(0, maxProperties)
}

function jsonLdThings($: CheerioAPI): Thing[] {
  const things = $('script[type="application/ld+json" i]')
    .toArray()
    .flatMap((element) => parse($(element).text()))
    .flat()
    .filter(isThing)
    .flatMap((thing) =>
      Object.hasOwn(thing, '@graph') ? valuesOf(thing, '@graph').filter(isThing) : [thing],
    )
  return things
}

function parse(text: string): unknown[] {
  // Some wrap it as for the browsers of 1999, and line ends inside texts are common.
  const bare = text.replaceAll(
    /^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|\/\/<!\[CDATA\[)|(?:-->|\/\*\]\]>\*\/|\/\/\]\]>)\s*$/g,
    '',
  )
  for (const attempt of [bare, bare.replaceAll(/\s+/g, ' ')]) {
    try {
      return [JSON.parse(attempt)]
    } catch {
      continue
    }
  }
  return []
}

function indexById(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  const known = new Map<string, Thing>()
  for (const thing of things) {
    const [id] = valuesOf(thing, '@id')
    if (typeof id === 'string' && Object.keys(thing).length > 1) known.set(id, thing)
  }
  return known
}
