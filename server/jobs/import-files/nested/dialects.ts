import type { FileShapeName, LeftOutReason } from '#shared/imports.ts'
import { amazonListings } from './amazon-listings.ts'
import { etimXchange } from './etim-xchange.ts'
import {
  type JsonObject,
  isObject,
  objectsOf,
  toList,
  cellOf,
  isNothing,
  isScalar,
  pick,
  textOf,
  type NestedProduct,
  type NestedItem,
  type NestedPicture,
} from './json-tree.ts'
import { schemaOrg } from './schema-org.ts'
import { categoriesOf } from './read-categories.ts'
import { readPictures } from './read-pictures.ts'
import type { Features } from '../shapes/shape.ts'
import { lettersOf } from '../shapes/column-roles.ts'
import { readFeatures, isDefault, Members } from './read-members.ts'

export interface Dialect {
  /** By the first records of a file. */
  readonly recognise: (records: readonly JsonObject[]) => boolean
  /** The records of a file that is one object, where they are not simply its list. */
  readonly unwrap?: (file: JsonObject) => readonly unknown[] | undefined
  /** Why nothing is made of a record. */
  readonly leavesOut?: (record: JsonObject) => LeftOutReason | undefined
  readonly read: (record: JsonObject) => readonly NestedProduct[]
}

const variantMembers = new Set(
  'variants variations productvariants children childproducts skus combinations hasvariant'.split(' '),
)
const optionMembers = new Set(
  'options selectedoptions optionvalues attributes attributevalues optionselections variationattributes'.split(
    ' ',
  ),
)
const optionWords = new Set('color colour size material style farbe größe groesse couleur taille'.split(' '))
const parentMembers = ['parentid', 'parentproductid']
const most = 10_000

function variantsMember(record: JsonObject): string | undefined {
  return Object.keys(record).find(
    (name) => variantMembers.has(lettersOf(name)) && objectsOf(record[name]).length > 0,
  )
}

function readProduct(record: JsonObject): NestedProduct {
  const member = variantsMember(record)
  const variants = objectsOf(member && record[member])
  const parent = textOf(pick(record, ...parentMembers))
  const isVariant = parent !== '' && parent !== '0'
  const { taken, options } = isVariant ? readChoice(record, new Map()) : readOptions(record)
  const others = Object.keys(record).filter(
    (name) => name === member || parentMembers.includes(lettersOf(name)),
  )
  const { item } = new Members(record, new Set([...taken, ...others]))
  const names = namesOfOptions(record)
  return {
    ...item,
    options,
    variants: variants.slice(0, most).map((one) => readVariant(one, { names, pictures: item.pictures })),
    ...(isVariant && { parent: { id: parent } }),
    ...(variants.length > most && { issue: 'The product has more than 10,000 variants.' }),
  }
}

interface OptionChoices {
  readonly taken: readonly string[]
  readonly options: Features
}

/** The choices that a product offers: of lists with features besides, those that are said to be choices. */
function readOptions(record: JsonObject): OptionChoices {
  const taken: string[] = []
  const options = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(record)) {
    const letters = lettersOf(name)
    if (!optionMembers.has(letters)) continue
    const said = objectsOf(value).filter((one) => one['variation'] === true)
    const found = readFeatures(letters === 'options' ? objectsOf(value) : said)
    for (const [option, values] of found ?? []) options.set(option, values)
    if (found && said.length === 0) taken.push(name)
  }
  return { taken, options: withoutDefaults(options) }
}

function namesOfOptions(record: JsonObject): ReadonlyMap<string, string> {
  const objects = objectsOf(pick(record, 'options'))
  return new Map(
    objects.flatMap((one, index) => {
      const name = textOf(pick(one, 'name', 'title', 'displayname'))
      return [
        [`${index + 1}`, name],
        [`#${textOf(pick(one, 'id'))}`, name],
      ] as const
    }),
  )
}

interface OfProduct {
  readonly names: ReadonlyMap<string, string>
  readonly pictures: readonly NestedPicture[]
}

function readVariant(record: JsonObject, { names, pictures }: OfProduct): NestedItem {
  const { taken, options } = readChoice(record, names)
  const { item } = new Members(record, new Set(taken))
  const id = textOf(pick(record, 'id'))
  const shown = textOf(pick(record, 'imageid'))
  const own = pictures.filter(
    (one) => (id !== '' && one.variants.includes(id)) || (shown !== '' && one.id === shown),
  )
  return { ...item, options, pictures: item.pictures.length > 0 ? item.pictures : own }
}

function readChoice(record: JsonObject, names: ReadonlyMap<string, string>): OptionChoices {
  const taken: string[] = []
  const options = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(record)) {
    const found = isNothing(value) ? undefined : choiceOf(name, value, names)
    if (!found) continue
    taken.push(name)
    for (const [option, values] of found) options.set(option, values)
  }
  return { taken, options: withoutDefaults(options) }
}

function choiceOf(name: string, value: unknown, names: ReadonlyMap<string, string>): Features | undefined {
  const letters = lettersOf(name)
  const [, place = ''] = /^option([1-9])$/.exec(letters) ?? []
  if (place !== '') return new Map([[names.get(place) || `Option ${place}`, [textOf(value)]]])
  if (isScalar(value) && optionWords.has(letters)) return new Map([[name, [textOf(value)]]])
  if (!optionMembers.has(letters)) return undefined
  if (isObject(value)) return choicesOfObject(value)
  const named = objectsOf(value).map((one) => ({
    ...one,
    ...(names.get(`#${textOf(one['option_id'])}`) && {
      option_name: names.get(`#${textOf(one['option_id'])}`),
    }),
  }))
  return named.length > 0 ? readFeatures(named) : undefined
}

/** `{"Color": "Red"}` */
function choicesOfObject(value: JsonObject): Features | undefined {
  const entries = Object.entries(value).filter(([, one]) => !isNothing(one))
  if (entries.length === 0 || !entries.every(([, one]) => isScalar(one))) return undefined
  return new Map(entries.map(([name, one]) => [name, [String(cellOf(one))]]))
}

/** A product without variants has one that is called Title and Default Title, or the like. */
function withoutDefaults(options: Map<string, readonly string[]>): Features {
  return new Map([...options].filter(([, values]) => !values.every(isDefault)))
}

/**
 * Records with variants, pictures, categories or other objects in them, as the APIs of shops answer them: products.json of Shopify,
 * the REST API of WooCommerce, those of Medusa and BigCommerce, and exports of people's own programs.
 */
const plainJson: Dialect = {
  recognise: (records) => !records.some(isOwn) && records.some(holdsObjects),
  read: (record) => [readProduct(record)],
}

const ownId = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

function isOwn({ id }: JsonObject): boolean {
  return typeof id === 'string' && ownId.test(id)
}

function holdsObjects(record: JsonObject): boolean {
  if (variantsMember(record) !== undefined) return true
  return Object.entries(record).some(
    ([name, value]) =>
      (isObject(value) && Object.keys(value).length > 0) ||
      objectsOf(value).length > 0 ||
      (toList(value) && (readPictures(value).length > 0 || categoriesOf(name, value))),
  )
}

export const dialects = {
  schema_org: schemaOrg,
  amazon_listings: amazonListings,
  etim_xchange: etimXchange,
  json: plainJson,
} as const satisfies Partial<Record<FileShapeName, Dialect>>

export type DialectName = keyof typeof dialects
