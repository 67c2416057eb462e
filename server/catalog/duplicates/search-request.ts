import {
  duplicateRoles,
  type DuplicateWay,
  duplicateWays,
  type FindDuplicates,
  type DuplicateRole,
} from '#shared/duplicates.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { attributesOf, type Attribute, isReference } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { parseType } from '../edits/edit-outcome.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkFilter } from '../query/check-filter.ts'
import { checkIds, type ListRequest } from '../query/list-request.ts'
import { checkSearch } from '../query/check-sort.ts'

type SearchedList = Pick<ListRequest, 'clauses' | 'join' | 'tree' | 'q'>

export interface SentSearch {
  readonly body: Partial<FindDuplicates>
  readonly list?: SearchedList | undefined
  readonly faults: readonly FieldError[]
}

interface ComparedAttributes {
  readonly gtin?: Attribute | undefined
  readonly brand?: Attribute | undefined
  readonly mpn?: Attribute | undefined
  readonly title?: Attribute | undefined
  readonly sku_like?: Attribute | undefined
  readonly pictures: readonly Attribute[]
}

type NamedAttributes = Partial<Readonly<Record<DuplicateRole, string | undefined>>>

const usual: Readonly<Record<'gtin' | 'brand' | 'mpn' | 'title', readonly string[]>> = {
  gtin: ['gtin', 'ean', 'ean13', 'upc', 'barcode', 'isbn'],
  brand: ['brand', 'vendor', 'manufacturer'],
  mpn: ['mpn', 'manufacturer_part_number', 'part_number'],
  title: ['product_name', 'title', 'name'],
}

export function comparedAttributes(
  db: ReadableDb,
  type: EntityType,
  named: NamedAttributes = {},
): ComparedAttributes {
  const { byKey, list, primary } = attributesOf(db, type)
  const find = (role: keyof typeof usual) => {
    const keys = named[role] === undefined ? usual[role] : [named[role]]
    return keys.map((key) => byKey.get(key)).find((found) => found && isComparable(found, role))
  }
  const brand = find('brand') ?? list.find((one) => refersTo(one, 'vendor'))
  const sku = named.sku_like === undefined ? primary : byKey.get(named.sku_like)
  const title = find('title') ?? (named.title === undefined && type !== 'product' ? primary : undefined)
  return {
    gtin: find('gtin'),
    brand,
    mpn: find('mpn'),
    title,
    sku_like: sku?.traits.shape === 'scalar' ? sku : undefined,
    pictures: list.filter(
      (one) => one.traits.media === 'image' && (named.picture === undefined || named.picture === one.key),
    ),
  }
}

function isComparable(attribute: Attribute, role: DuplicateRole): boolean {
  if (role === 'picture') return attribute.traits.media === 'image'
  if (role === 'brand' && isReference(attribute)) return true
  return attribute.traits.shape === 'scalar'
}

function refersTo({ traits, extras }: Attribute, type: EntityType): boolean {
  const { reference } = extras
  return traits.shape === 'reference' && reference !== null && 'type' in reference && reference.type === type
}

function missingWays(attributes: ComparedAttributes): DuplicateWay[] {
  const { gtin, brand, mpn, title, sku_like: sku, pictures } = attributes
  const has: Readonly<Record<DuplicateWay, boolean>> = {
    gtin: gtin !== undefined,
    brand_mpn: brand !== undefined && mpn !== undefined,
    sku_like: sku !== undefined,
    title: title !== undefined,
    picture: pictures.length > 0,
  }
  return duplicateWays.filter((way) => !has[way])
}

function areOneAttribute({ title, sku_like: sku }: ComparedAttributes): boolean {
  return title !== undefined && title.id === sku?.id
}

export interface SearchInput {
  readonly type: EntityType
  readonly ways: readonly DuplicateWay[]
  readonly attributes: NamedAttributes
  readonly ids?: readonly string[]
  readonly list?: SearchedList | undefined
  readonly context: Omit<WriteContext, 'job_id'>
}

export function checkDuplicateSearch(
  db: ReadableDb,
  { body, list, faults: structural }: SentSearch,
): Omit<SearchInput, 'context'> {
  const faults = new Faults(structural)
  const type = parseType(body.type, faults)
  checkWays(body.by, faults)
  if (body.ids && list) faults.addSentence('ids', 'Send either ids or filter.')
  if (type) checkOfType(db, type, { body, list }, faults)
  const ways = duplicateWays.filter((way) => body.by === undefined || body.by.includes(way))
  return {
    type: faults.settled(type),
    ways,
    attributes: body.attributes ?? {},
    ...(body.ids && { ids: body.ids }),
    ...(list && { list }),
  }
}

function checkWays(by: readonly string[] | undefined, faults: Faults): void {
  if (by?.length === 0) faults.add('by', 'expected_values')
  by?.forEach((way, index) => {
    if (!duplicateWays.some((known) => known === way))
      faults.add(`by[${index}]`, 'invalid_value', duplicateWays, way)
  })
}

function checkOfType(
  db: ReadableDb,
  type: EntityType,
  { body, list }: Omit<SentSearch, 'faults'>,
  faults: Faults,
): void {
  checkAttributes(db, type, body.attributes ?? {}, faults)
  checkIds(db, type, body.ids, faults)
  if (list) checkFilter(db, attributesOf(db, type), list, faults)
}

function checkAttributes(db: ReadableDb, type: EntityType, named: NamedAttributes, faults: Faults): void {
  const { byKey } = attributesOf(db, type)
  for (const role of duplicateRoles) {
    const key = named[role]
    if (key === undefined) continue
    const attribute = byKey.get(key)
    if (!attribute) faults.addUnknown(`attributes.${role}`, 'not_a_defined_attribute', key, byKey)
    else if (!isComparable(attribute, role))
      faults.explain(`attributes.${role}`, 'invalid_value', notComparable)
  }
}

const notComparable =
  'The values of this attribute cannot be compared so. Name one that holds texts, or pictures for picture.'

export function usableWays(
  db: ReadableDb,
  { type, ways, attributes }: SearchInput,
): { usable: DuplicateWay[]; skipped: DuplicateWay[] } {
  const compared = comparedAttributes(db, type, attributes)
  const missing = missingWays(compared)
  const usable = ways.filter((way) => !missing.includes(way))
  const isTwice = areOneAttribute(compared) && usable.includes('title')
  return {
    usable: isTwice ? usable.filter((way) => way !== 'sku_like') : usable,
    skipped: ways.filter((way) => missing.includes(way)),
  }
}

export function listSearched(db: ReadableDb, { type, ids: named, list }: SearchInput): number[] | undefined {
  if (named) {
    const uuids = named.flatMap((id) => parseUuid(id) ?? [])
    return [...new Set(listIdsByUuid(db, type, uuids))].toSorted((one, other) => one - other)
  }
  if (!list || (list.clauses.length === 0 && !list.tree && list.q === undefined)) return undefined
  const faults = new Faults()
  const attributes = attributesOf(db, type)
  const wanted = checkFilter(db, attributes, list, faults)
  // The definitions may have changed since the job was queued.
  faults.throwIfAny()
  const search = checkSearch(db, attributes, list.q)
  const { ids } = listIds(db, {
    type,
    ...wanted,
    search,
    terms: [],
    limit: allRows,
    offset: 0,
    after: undefined,
  })
  return ids.toSorted((one, other) => one - other)
}
