import { type Sentence, message } from '#shared/messages/message.ts'
import { type ShapeChoice, fileShapes, type LeftOutReason, type FileShapeName } from '#shared/imports.ts'
import {
  JsonFacts,
  type JsonObject,
  isObject,
  type NestedProduct,
  cellOf,
  objectsOf,
  textOf,
  pick,
  type NestedPicture,
  type NestedItem,
  isNothing,
  isScalar,
  toList,
  groupOf,
} from './json-tree.ts'
import { type RecordReader, requireColumns, type FileRecord } from '../file-rows.ts'
import { NestedRows, type Family } from './nested-rows.ts'
import { ShapedTable } from '../shapes/shaped-table.ts'
import { LeftOutCounts } from '../shapes/source-rows.ts'
import type { FileShape } from '../../recognise/file-scan.ts'
import { Roles } from '../shapes/roles.ts'
import { createdByShops, lettersOf, type Features } from '../shapes/shape.ts'
import { type Dialect, Members, readFeatures, isDefault, readPictures, categoriesOf } from './read-members.ts'
import { findOutsized } from '../json-text.ts'
import { schemaOrg } from './schema-org.ts'
import { amazonListings } from './amazon-listings.ts'
import { etimXchange } from './etim-xchange.ts'

export type JsonElements = () => AsyncIterable<unknown>

export class BrokenElement {
  readonly text: string
  readonly issue: Sentence

  constructor(text: string, issue: Sentence) {
    this.text = text
    this.issue = issue
  }
}

const looked = 100

export async function chooseDialect(
  elements: JsonElements,
  asked: ShapeChoice | undefined,
): Promise<DialectName | undefined> {
  if (asked === 'none') return undefined
  const first: JsonObject[] = []
  for await (const element of elements()) {
    if (isObject(element)) first.push(element)
    if (first.length >= looked) break
  }
  return fileShapes.filter(isDialect).find((name) => {
    return (asked ?? name) === name && dialects[name].recognise(first)
  })
}

/** Whether records of products can be told apart, so that they are read as such. */
export function areIdentified(records: readonly JsonObject[]): boolean {
  return records.some((record) => {
    const names = Object.keys(record)
    const roles = new Roles(names)
    return (
      names.some((name) => lettersOf(name) === 'id') ||
      keyRoles.some((key) => roles.header(key) !== undefined)
    )
  })
}

const keyRoles = ['sku', 'gtin', 'title'] as const

function isDialect(name: string): name is DialectName {
  return name in dialects
}

type ReaderFacts = Pick<RecordReader, 'format' | 'encoding'>

export async function openNested(
  elements: JsonElements,
  name: DialectName,
  described: ReaderFacts,
): Promise<RecordReader> {
  const dialect = dialects[name]
  const facts = new JsonFacts()
  for await (const { product } of productsOf(elements, dialect)) {
    if (product) facts.add(product)
    requireColumns([...facts.headers])
  }
  const rows = new NestedRows(facts, await findFamilies(elements, dialect, facts))
  const table = new ShapedTable([], rows.headers, (header) => rows.column(header))
  let last = 0
  const leftOut = new LeftOutCounts()
  async function* records(): AsyncGenerator<FileRecord> {
    for await (const { product, line, issue, text, leftOut: reason } of productsOf(elements, dialect)) {
      last = line
      if (reason) leftOut.add(reason, line)
      else if (product && issue === undefined)
        for (const row of rows.read(product, line)) yield table.add(row)
      else yield { cells: [text], line, issue: issue ?? '' }
    }
  }
  const shape = (): FileShape => ({
    name,
    mergeKey: rows.keyHeader,
    columns: table.columns(),
    creations: createdByShops,
  })
  return {
    ...described,
    headers: table.headers,
    sheet: null,
    sheets: [],
    records,
    shaped: () => ({ shape: shape(), fileRows: last, leftOut: leftOut.list }),
  }
}

/** The records of an object that is more than a wrapped list. */
export function unwrap(file: JsonObject): readonly unknown[] | undefined {
  const all: readonly Dialect[] = Object.values(dialects)
  for (const { unwrap: of } of all) {
    const found = of?.(file)
    if (found) return found
  }
  return undefined
}

interface NestedRecord {
  readonly line: number
  readonly product?: NestedProduct
  readonly issue?: Sentence
  readonly leftOut?: LeftOutReason
  readonly text: string
}

async function* productsOf(elements: JsonElements, dialect: Dialect): AsyncGenerator<NestedRecord> {
  let line = 0
  for await (const element of elements()) {
    line += 1
    if (element === undefined) continue
    if (element instanceof BrokenElement) yield { line, issue: element.issue, text: element.text }
    else if (!isObject(element))
      yield { line, issue: message('row.not_an_object'), text: JSON.stringify(element) }
    else {
      const outsized = findOutsized(element)
      const leftOut = dialect.leavesOut?.(element)
      const issue = outsized && `The number ${outsized.digits} is too large.`
      if (leftOut) yield { line, leftOut, text: '' }
      else if (issue !== undefined) yield { line, issue, text: String(cellOf(element)) }
      else for (const product of dialect.read(element)) yield { line, product, text: '' }
    }
  }
}

async function findFamilies(
  elements: JsonElements,
  dialect: Dialect,
  facts: JsonFacts,
): Promise<ReadonlyMap<string, Family>> {
  const found = new Map<string, Family>()
  if (facts.parents.size === 0) return found
  const rows = new NestedRows(facts)
  for await (const { product } of productsOf(elements, dialect)) {
    if (!product || product.parent) continue
    for (const [called, family] of rows.calledFamily(product)) found.set(called, family)
  }
  return found
}

const variantMembers = new Set(
  'variants variations productvariants children childproducts skus combinations hasvariant'.split(' '),
)
const optionMembers = new Set(
  'options selectedoptions optionvalues attributes attributevalues optionselections variationattributes parameters params'.split(
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

/** The choices that a product offers; in lists mixed with features, only those marked as choices. */
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

/** Shops give a product without variants one named Title and Default Title, or the like. */
function withoutDefaults(options: Map<string, readonly string[]>): Features {
  return new Map([...options].filter(([, values]) => !values.every(isDefault)))
}

/**
 * Records with nested variants, pictures, categories or other objects, as in the APIs of shops:
 * products.json of Shopify, the REST API of WooCommerce, those of Medusa and BigCommerce, and exports of
 * self-made programs.
 */
const plainJson: Dialect = {
  recognise: (records) => !records.some(isOwn) && records.some(holdsObjects),
  read: (record) => [...(record[groupOf] ? [readProduct(record[groupOf])] : []), readProduct(record)],
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

const dialects = {
  schema_org: schemaOrg,
  amazon_listings: amazonListings,
  etim_xchange: etimXchange,
  json: plainJson,
} as const satisfies Partial<Record<FileShapeName, Dialect>>

type DialectName = keyof typeof dialects
