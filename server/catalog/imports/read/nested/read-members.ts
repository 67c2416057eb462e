import {
  type JsonObject,
  pick,
  isObject,
  toList,
  textOf,
  isScalar,
  type NestedCell,
  type NestedPicture,
  isNothing,
  type NestedItem,
  objectsOf,
  cellOf,
  type Measure,
  type NestedProduct,
} from './json-tree.ts'
import { decodeNamedEntities } from '../html-entities.ts'
import { type Features, lettersOf, splitPictures } from '../shapes/shape.ts'
import { foldText } from '#shared/text.ts'
import { type SemanticType, semanticTypeOf } from '#shared/semantic-types.ts'
import type { LeftOutReason } from '#shared/imports.ts'

export const idHeader = 'Shop ID'
const deepest = 4

const nameMembers =
  `optiondisplayname optiontitle optionname paramname parametername attributename name key code attributecode title
   attribute property label наименование nazwa nazev`.split(/\s+/)
const valueMembers =
  'value values val option options paramvalue label content значение wartosc hodnota'.split(' ')

function readPair(object: JsonObject): [name: string, values: string[]] | undefined {
  const about = pick(object, 'option')
  const option = isObject(about) ? about : undefined
  const named = option ?? object
  const name = pick(named, ...nameMembers)
  const [value] = valueMembers.flatMap((member) => {
    const found = pick(object, member)
    return found === undefined || found === option || found === name ? [] : [found]
  })
  const values = (toList(value) ?? [value]).map(textOf).filter((text) => text !== '')
  return isScalar(name) && values.length > 0 ? [String(name).trim(), values] : undefined
}

/**
 * Features by name; undefined where a list holds anything else. Names that begin with an underscore are
 * internal to a shop.
 */
export function readFeatures(list: readonly JsonObject[]): Features | undefined {
  const pairs = list.map(readPair)
  if (pairs.length === 0 || pairs.some((pair) => pair === undefined)) return undefined
  const found = new Map<string, readonly string[]>()
  for (const [name, values] of pairs.flatMap((pair) => (pair ? [pair] : [])))
    if (name !== '' && !name.startsWith('_'))
      found.set(name, [...new Set([...(found.get(name) ?? []), ...values])])
  return found
}

export class Members {
  readonly cells = new Map<string, NestedCell>()
  readonly features = new Map<string, readonly string[]>()
  readonly pictures: NestedPicture[] = []
  readonly categories: string[][] = []

  constructor(record: JsonObject, taken: ReadonlySet<string>) {
    for (const [name, value] of Object.entries(record))
      if (!taken.has(name) && !isNothing(value)) this.#add(name, value, record)
    this.#joinUnits()
    this.#nameFeatures()
  }

  get item(): NestedItem {
    const { cells, features, pictures, categories } = this
    return { cells, features, pictures: distinct(pictures), categories, options: new Map() }
  }

  #add(name: string, value: unknown, within: JsonObject): void {
    if (isNothing(value) || this.#takeCategories(name, value)) return
    const letters = lettersOf(name)
    if (letters === 'customattributes') this.#addCoded(value, within)
    else if (letters === 'attributes' && isObject(value) && !toList(value))
      for (const [key, member] of Object.entries(value)) this.#add(key, member, value)
    else this.#addAt(isId(letters, within) ? [idHeader] : [name], value)
  }

  #addAt(path: readonly string[], value: unknown): void {
    if (isNothing(value) || this.#takePictures(path.at(-1) ?? '', value)) return
    if (isObject(value) && !toList(value)) this.#addObject(path, value)
    else this.#addValue(path.join('.'), value)
  }

  #takePictures(name: string, value: unknown): boolean {
    const found = picturesOf(name, value)
    this.pictures.push(...(found ?? []))
    return found !== undefined
  }

  #takeCategories(name: string, value: unknown): boolean {
    const found = categoriesOf(name, value)
    this.categories.push(...(found ?? []))
    return found !== undefined
  }

  #addCoded(value: unknown, within: JsonObject): void {
    for (const object of objectsOf(value)) {
      const code = textOf(pick(object, 'attributecode', 'code', 'key', 'name'))
      if (code !== '' && !(code in within)) this.#add(code, pick(object, 'value'), within)
    }
  }

  #addObject(path: readonly string[], value: JsonObject): void {
    const header = path.join('.')
    const measure = measureOf(value)
    if (measure) this.cells.set(header, measure)
    else if (namedOnly(value)) this.cells.set(header, textOf(value))
    else if (path.length >= deepest) this.cells.set(header, cellOf(value))
    else for (const [name, member] of Object.entries(value)) this.#addAt([...path, name], member)
  }

  #addValue(header: string, value: unknown): void {
    const list = toList(value)
    if (!list) this.cells.set(header, typeof value === 'string' ? decodeNamedEntities(value) : cellOf(value))
    else if (list.every(isScalar)) this.cells.set(header, list.map(String))
    else if (!list.every(isObject)) this.cells.set(header, JSON.stringify(list))
    else this.#addObjects(header, list)
  }

  #addObjects(header: string, list: readonly JsonObject[]): void {
    const features = readFeatures(list)
    const measures = list.map(measureOf)
    if (features) for (const [name, values] of features) this.features.set(name, values)
    else if (measures.every((one) => one !== undefined))
      for (const one of measures) this.cells.set(`${header}.${one.unit.toUpperCase()}`, one)
    else this.cells.set(header, list.every(namedOnly) ? list.map(textOf) : JSON.stringify(list))
  }

  /** A feature that is the brand or a number of the product is a cell of it. */
  #nameFeatures(): void {
    const known = new Set([...this.cells.keys()].map((header) => semanticTypeOf(header)))
    for (const [name, [value = '', ...others]] of this.features) {
      const type = semanticTypeOf(name)
      if (others.length > 0 || type === undefined || !ofProduct.has(type) || known.has(type)) continue
      this.cells.set(name, value)
      this.features.delete(name)
      known.add(type)
    }
  }

  /** Joins `weight` with `weight_unit`, and prices with the currency of the record. */
  #joinUnits(): void {
    for (const [header, unit] of this.cells) {
      const [, measured = ''] = /^(.+?)(?:_u|U|\.u)nit(?:_of_measure|OfMeasure)?$/.exec(header) ?? []
      const number = this.cells.get(measured)
      if (typeof unit !== 'string' || !isAmount(number)) continue
      this.cells.set(measured, { number, unit })
      this.cells.delete(header)
    }
    this.#joinCurrency()
  }

  #joinCurrency(): void {
    const [header = '', code] = [...this.cells].find(([name]) => currencyMembers.has(lettersOf(name))) ?? []
    if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code)) return
    const unit = code === 'RUR' ? 'RUB' : code
    let isJoined = false
    for (const [name, number] of this.cells) {
      if (!/price|^cena|^цена/i.test(name) || !isAmount(number)) continue
      this.cells.set(name, { number, unit })
      isJoined = true
    }
    if (isJoined) this.cells.delete(header)
  }
}

const ofProduct: ReadonlySet<string> = new Set<SemanticType>(['vendor', 'gtin', 'mpn'])
const currencyMembers = new Set(
  'currency currencycode currencyid pricecurrency валюта waluta mena'.split(' '),
)

function isId(letters: string, within: JsonObject): boolean {
  return letters === 'id' || letters === 'ид' || (letters === 'itemid' && pick(within, 'id') === undefined)
}

const amount = /^-?(?:\d+|\d{1,3}(?:[ \u00A0.,]\d{3})+)(?:[.,]\d+)?$/

function isAmount(cell: NestedCell | undefined): cell is number | string {
  return typeof cell === 'number' || (typeof cell === 'string' && amount.test(cell))
}

/** `{value: 12, unit: "kg"}`, `{amount: "9.00", currency_code: "EUR"}` */
function measureOf(value: JsonObject): Measure | undefined {
  const number = pick(value, 'value', 'amount')
  const unit = pick(value, 'unit', 'unitofmeasure', 'currencycode', 'currency')
  const isOne = (typeof number === 'number' || typeof number === 'string') && isAmount(number)
  return isOne && typeof unit === 'string' ? { number, unit: unit.trim() } : undefined
}

const beside =
  /^(id|name|title|label|value|slug|handle|code|url|href|link|createdat|updatedat|key|type|metadata)$/

function namedOnly(value: JsonObject): boolean {
  const names = Object.keys(value).map(lettersOf)
  return textOf(value) !== '' && names.includes('id')
    ? names.every((name) => beside.test(name))
    : isName(names)
}

function isName(names: readonly string[]): boolean {
  return names.length === 1 && /^(name|title|label)$/.test(names[0] ?? '')
}

function distinct(pictures: readonly NestedPicture[]): NestedPicture[] {
  const byUrl = new Map<string, NestedPicture>()
  for (const picture of pictures) {
    const known = byUrl.get(picture.url)
    byUrl.set(picture.url, known ? { ...picture, ...known, alt: known.alt || picture.alt } : picture)
  }
  return [...byUrl.values()]
}

export function isDefault(text: string): boolean {
  return /^default\b/.test(foldText(text))
}

const categoryMembers = new Set(
  'category categories cat collections productcategories taxons categorypath categorypaths categorytext breadcrumbs'.split(
    ' ',
  ),
)
const deepestCategory = 20

/**
 * The categories that a member of a record names, each as a path of names; undefined where it names no
 * category.
 */
export function categoriesOf(name: string, value: unknown): string[][] | undefined {
  if (!categoryMembers.has(lettersOf(name))) return undefined
  const list = toList(value) ?? (isObject(value) ? membersOfCategories(value) : undefined) ?? [value]
  const paths = list.map(pathOf).filter((path) => path.length > 0)
  return paths.length === list.length && paths.length > 0 ? paths : undefined
}

/** `{"CATEGORY": "A > B", "DEFAULT_CATEGORY": "A"}` */
function membersOfCategories(value: JsonObject): unknown[] | undefined {
  const named = Object.entries(value).filter(([name]) => !name.includes('.'))
  return named.length > 0 && named.every(([name]) => /categor|kategori/.test(lettersOf(name)))
    ? named.flatMap(([, one]) => one)
    : undefined
}

function pathOf(value: unknown): string[] {
  if (typeof value === 'string') return partsOf(value)
  return isObject(value) ? pathOfObject(value, 0) : []
}

export function partsOf(path: string): string[] {
  return path
    .split(/[>»]|\s\|\s/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function pathOfObject(value: JsonObject, depth: number): string[] {
  const way = objectsOf(pick(value, 'breadcrumbs', 'path', 'ancestors')).map(textOf)
  const own = textOf(value)
  if (own === '') return []
  const above = pick(value, 'parent', 'parentcategory')
  const before = isObject(above) && depth < deepestCategory ? pathOfObject(above, depth + 1) : way
  return before.at(-1) === own ? before : [...before.filter((part) => part !== ''), own]
}

const pictureMembers = new Set(
  `image images imageurl imageurls imagelink mainimage mainimageurl featuredimage featuredmedia thumbnail thumbnailurl
   picture pictures pictureurl photo photos media gallery galleryimages additionalimages additionalimagelinks
   assets img imgs imgurl imgurlalternative imageurlalternative картинка картинки`.split(/\s+/),
)
const addresses =
  'src urlzoom originalsrc contenturl transformedsrc url href urlstandard imageurl uri link file'.split(' ')

export function isPictureMember(name: string): boolean {
  return pictureMembers.has(lettersOf(name))
}

function picturesOf(name: string, value: unknown): NestedPicture[] | undefined {
  if (!isPictureMember(name)) return undefined
  const found = readPictures(value)
  return found.length > 0 ? found : undefined
}

/** The main picture first, the others in the file's order. */
export function readPictures(value: unknown): NestedPicture[] {
  const found = (toList(value) ?? [value]).flatMap(readOne)
  return found.toSorted((a, b) => (a.position === b.position ? 0 : a.position - b.position))
}

interface OrderedPicture extends NestedPicture {
  readonly position: number
}

function readOne(value: unknown): OrderedPicture[] {
  if (typeof value === 'string')
    return splitPictures(value).flatMap((part) => {
      const url = addressOf(part)
      return url === undefined ? [] : [{ url, alt: '', id: '', variants: [], position: Infinity }]
    })
  if (!isObject(value)) return []
  const url = addressOf(pick(value, ...addresses)) ?? nestedAddress(value)
  if (url === undefined) return readParts(value)
  return [
    {
      url,
      alt: textOf(pick(value, 'alt', 'alttext', 'caption', 'description')),
      id: textOf(pick(value, 'id')),
      variants: (toList(pick(value, 'variantids')) ?? []).map(textOf),
      position: positionOf(value),
    },
  ]
}

/** `{"main": {"url": …}, "others": [{"url": …}]}` */
function readParts(value: JsonObject): OrderedPicture[] {
  return Object.values(value).flatMap((part) => (toList(part) ?? [part]).filter(isObject).flatMap(readOne))
}

function nestedAddress(value: JsonObject): string | undefined {
  const within = pick(value, 'image', 'previewimage')
  return isObject(within) ? addressOf(pick(within, ...addresses)) : addressOf(within)
}

function addressOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text.startsWith('//')) return `https:${text}`
  return /^https?:\/\//i.test(text) ? text : undefined
}

function positionOf(value: JsonObject): number {
  if (value['is_thumbnail'] === true) return -1
  const position = pick(value, 'position', 'sortorder', 'rank', 'order')
  return typeof position === 'number' ? position : Infinity
}

export interface Dialect {
  readonly recognise: (records: readonly JsonObject[]) => boolean
  readonly unwrap?: (file: JsonObject) => readonly unknown[] | undefined
  readonly leavesOut?: (record: JsonObject) => LeftOutReason | undefined
  readonly read: (record: JsonObject) => readonly NestedProduct[]
}
