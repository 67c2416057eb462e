import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityResource, ReferenceStub } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { refusal, ScratchCatalog } from '../../testing/scratch-catalog.ts'
import type { FilterClause, ListRequest, SortKey } from './list-request.ts'

/** The oracle: the same list over plain objects, written the naive way. */
type Matches = (entity: EntityResource, clause: FilterClause) => boolean

const textKeys = ['name', 'sku', 'color']
const numberKeys = ['price']
const vendors: EntityResource[] = []
let catalog: ScratchCatalog
let products: EntityResource[]

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'SKU')
  catalog.define('product', 'Color', { data_type: 'single_select_list', acceptable_values: 'Red,Blue,Green' })
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Day', { data_type: 'date' })
  catalog.define('product', 'Sold', { data_type: 'boolean' })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  vendors.push(...['Nord', 'Süd'].map((name) => catalog.create('vendor', { name })))
  products = Array.from({ length: 500 }, (_, index) => createProduct(index))
})

afterAll(() => catalog[Symbol.dispose]())

const names = [
  'Chair',
  'chair ',
  'Straße',
  'STRASSE',
  'Lamp 100%',
  "O'Brien",
  'a_b',
  '🪑 stool',
  'ch',
  'Éclair',
]

function createProduct(index: number): EntityResource {
  const pick = <T>(values: readonly T[], step: number): T => values[(index * step) % values.length] as T
  const parent = index > 5 && index % 7 === 0 ? products5[index % 5] : undefined
  const product = catalog.create(
    'product',
    {
      name: pick(names, 3),
      ...(index % 3 !== 0 && { sku: `S${index % 40}` }),
      ...(index % 4 !== 0 && { color: pick(['Red', 'Blue', 'Green'], 5) }),
      ...(index % 5 !== 0 && { price: ((index * 37) % 23) - 5 }),
      ...(index % 6 !== 0 && { day: `2024-0${1 + (index % 9)}-1${index % 10}` }),
      ...(index % 2 !== 0 && { sold: index % 4 === 1 }),
      ...(index % 3 !== 1 && { vendor: vendors[index % 2]?.id }),
    },
    parent,
  )
  if (index < 5) products5.push(product.id)
  return product
}

const products5: string[] = []

const valueOf = (
  { attributes, ...system }: EntityResource,
  key: string,
): string | number | boolean | null => {
  const value = attributes[key] ?? (system as Record<string, unknown>)[key] ?? null
  return typeof value === 'object' ? ((value as ReferenceStub | null)?.id ?? null) : (value as string)
}

const comparable = (key: string, value: string | number | boolean | null): string | number | null => {
  if (typeof value === 'boolean') return Number(value)
  if (key === 'created_at' || key === 'updated_at') return Date.parse(String(value))
  return textKeys.includes(key) && value !== null ? foldText(String(value)) : value
}

const asNumber = (key: string, text: string): string | number => {
  if (numberKeys.includes(key)) return Number(text)
  if (key === 'sold') return text === 'true' ? 1 : 0
  return textKeys.includes(key) ? foldText(text) : text.toLowerCase()
}

const naive: Record<string, (value: string | number, wanted: string | number) => boolean> = {
  eq: (value, wanted) => value === wanted,
  contains: (value, wanted) => String(value).includes(String(wanted)),
  starts_with: (value, wanted) => String(value).startsWith(String(wanted)),
  ends_with: (value, wanted) => String(value).endsWith(String(wanted)),
  gt: (value, wanted) => value > wanted,
  gte: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  lte: (value, wanted) => value <= wanted,
}

const matches: Matches = (entity, { key, operator, value: text }) => {
  const value = comparable(key, valueOf(entity, key))
  if (operator === 'exists') return (value !== null) === (text === 'true')
  if (operator === 'ne') return value !== asNumber(key, text)
  if (operator === 'not_contains') return !String(value ?? '').includes(String(asNumber(key, text)))
  if (value === null) return false
  if (operator === 'in') return text.split(',').some((token) => asNumber(key, token.trim()) === value)
  return naive[operator]?.(value, asNumber(key, text)) ?? false
}

const byPosition = (a: EntityResource, b: EntityResource) => products.indexOf(a) - products.indexOf(b)

/** Text is ordered by code point, as its UTF-8 bytes are; JavaScript's own `<` orders by UTF-16 unit. */
const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))

function oracle({ clauses = [], join = 'and', sort = [], q }: Partial<ListRequest>): EntityResource[] {
  const holds = (entity: EntityResource) => (clause: FilterClause) => matches(entity, clause)
  const isFound = (entity: EntityResource) =>
    q === undefined ||
    textKeys.some((key) => String(comparable(key, valueOf(entity, key)) ?? '').includes(foldText(q)))
  return products
    .filter((entity) =>
      join === 'and' || clauses.length === 0 ? clauses.every(holds(entity)) : clauses.some(holds(entity)),
    )
    .filter(isFound)
    .toSorted((a, b) => {
      for (const { key, descending } of sort) {
        const [left, right] = [comparable(key, valueOf(a, key)), comparable(key, valueOf(b, key))]
        if (left === right) continue
        if (left === null || right === null) return left === null ? 1 : -1
        return compare(left, right) * (descending ? -1 : 1)
      }
      return byPosition(a, b)
    })
}

const clause = (key: string, operator: string, value: string): FilterClause => ({
  field: `filter[${key}][${operator}]`,
  key,
  operator,
  value,
})

const anyText = fc.constantFrom(
  'chair',
  'STRASSE',
  '%',
  '_',
  "'",
  '🪑',
  'c',
  'e',
  's1',
  'S12',
  'Red',
  'blue',
  'É',
  'zzz',
)
const textClause = fc
  .tuple(
    fc.constantFrom(...textKeys),
    fc.constantFrom('eq', 'ne', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in'),
    anyText,
    anyText,
  )
  .map(([key, operator, text, other]) => clause(key, operator, operator === 'in' ? `${text},${other}` : text))
const numberClause = fc
  .tuple(fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), fc.integer({ min: -6, max: 20 }))
  .map(([operator, number]) => clause('price', operator, String(number)))
const dateClause = fc
  .tuple(
    fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
    fc.constantFrom('2024-03-12', '2024-05-01', '2024-09-19'),
  )
  .map(([operator, day]) => clause('day', operator, day))
const booleanClause = fc
  .tuple(fc.constantFrom('eq', 'ne'), fc.constantFrom('true', 'false'))
  .map(([operator, value]) => clause('sold', operator, value))
const existsClause = fc
  .tuple(fc.constantFrom('name', 'sku', 'price', 'vendor', 'parent_id', 'sold', 'id'), fc.boolean())
  .map(([key, value]) => clause(key, 'exists', String(value)))
const idClause = fc
  .tuple(fc.constantFrom('vendor', 'parent_id', 'id'), fc.constantFrom('eq', 'ne', 'in'), fc.nat({ max: 11 }))
  .map(([key, operator, index]) => {
    const id = (key === 'vendor' ? vendors[index % 2] : products[index % 5])?.id ?? ''
    return clause(key, operator, operator === 'in' ? `${id},${id.toUpperCase()}` : id)
  })
const anyClause = fc.oneof(textClause, numberClause, dateClause, booleanClause, existsClause, idClause)
const anySort: fc.Arbitrary<SortKey> = fc.record({
  key: fc.constantFrom(
    'name',
    'sku',
    'color',
    'price',
    'day',
    'sold',
    'created_at',
    'updated_at',
    'id',
    'parent_id',
  ),
  descending: fc.boolean(),
})
const anyList = fc.record({
  clauses: fc.array(anyClause, { maxLength: 3 }),
  join: fc.constantFrom('and' as const, 'or' as const),
  sort: fc.uniqueArray(anySort, { maxLength: 3, selector: ({ key }) => key }),
  q: fc.option(anyText, { nil: undefined, freq: 4 }),
})
const seed = 20261121

test('filter, sort, offset paging and totals equal a naive filter over plain objects', () => {
  fc.assert(
    fc.property(anyList, fc.integer({ min: 1, max: 60 }), fc.nat({ max: 510 }), (request, limit, offset) => {
      const expected = oracle(request)
      const { data, pagination } = catalog.list('product', { ...request, limit, offset })
      expect(data.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id))
      expect(pagination).toMatchObject({
        total: expected.length,
        limit,
        offset,
        has_more: offset + limit < expected.length,
      })
    }),
    { seed, numRuns: 400 },
  )
})

test('following next_cursor yields every row once, in the order of the list', () => {
  fc.assert(
    fc.property(anyList, fc.integer({ min: 7, max: 60 }), (request, limit) => {
      const seen: string[] = []
      let cursor: string | undefined
      for (let page = 0; page < 80; page += 1) {
        const { data, pagination } = catalog.list('product', { ...request, limit, cursor })
        seen.push(...data.map(({ id }) => id))
        cursor = pagination.next_cursor
        if (!pagination.has_more) break
      }
      expect(seen).toEqual(oracle(request).map(({ id }) => id))
    }),
    { seed, numRuns: 200 },
  )
})

test('fields narrows the attributes only; system fields and label stay', () => {
  const [whole] = catalog.list('product', { limit: 1, offset: 1 }).data
  const [narrow] = catalog.list('product', { limit: 1, offset: 1, fields: ['sku', 'vendor', 'sold'] }).data
  const { sku, vendor, sold } = whole!.attributes
  expect(narrow).toEqual({
    ...whole,
    attributes: JSON.parse(JSON.stringify({ sku, vendor, sold })) as object,
  })
})

test.each<[string, Partial<ListRequest>, string, string]>([
  ['an unknown key', { clauses: [clause('nope', 'eq', '1')] }, 'filter[nope][eq]', 'not_a_defined_attribute'],
  [
    'an unknown operator',
    { clauses: [clause('price', 'between', '1')] },
    'filter[price][between]',
    'unknown_operator',
  ],
  [
    'contains on a number',
    { clauses: [clause('price', 'contains', '1')] },
    'filter[price][contains]',
    'operator_not_supported_for_type',
  ],
  [
    'in on a number',
    { clauses: [clause('price', 'in', '1')] },
    'filter[price][in]',
    'operator_not_supported_for_type',
  ],
  [
    'in on a date',
    { clauses: [clause('day', 'in', '2024-01-01')] },
    'filter[day][in]',
    'operator_not_supported_for_type',
  ],
  [
    'gt on text',
    { clauses: [clause('name', 'gt', 'a')] },
    'filter[name][gt]',
    'operator_not_supported_for_type',
  ],
  [
    'an empty value',
    { clauses: [clause('name', 'eq', '')] },
    'filter[name][eq]',
    'expected_value_or_use_exists',
  ],
  [
    'exists=maybe',
    { clauses: [clause('name', 'exists', 'maybe')] },
    'filter[name][exists]',
    'expected_boolean',
  ],
  ['exists=', { clauses: [clause('name', 'exists', '')] }, 'filter[name][exists]', 'expected_boolean'],
  ['a boolean =1', { clauses: [clause('sold', 'eq', '1')] }, 'filter[sold][eq]', 'expected_boolean'],
  [
    'a boolean that is a member of every object',
    { clauses: [clause('sold', 'eq', 'toString')] },
    'filter[sold][eq]',
    'expected_boolean',
  ],
  ['an empty in', { clauses: [clause('sku', 'in', ' , ')] }, 'filter[sku][in]', 'expected_values'],
  [
    '201 values',
    { clauses: [clause('sku', 'in', Array(201).fill('a').join(','))] },
    'filter[sku][in]',
    'too_many_values',
  ],
  ['a bad id', { clauses: [clause('vendor', 'eq', 'x')] }, 'filter[vendor][eq]', 'expected_uuid'],
  ['a bad id token', { clauses: [clause('id', 'in', 'x')] }, 'filter[id][in]', 'expected_uuid'],
  ['a bad number', { clauses: [clause('price', 'gt', 'x')] }, 'filter[price][gt]', 'expected_number'],
  ['a bad date', { clauses: [clause('day', 'gt', '2024')] }, 'filter[day][gt]', 'expected_date'],
  [
    'a bad timestamp',
    { clauses: [clause('created_at', 'gt', '2024-01-01 10:00')] },
    'filter[created_at][gt]',
    'expected_date',
  ],
  ['sort by a reference', { sort: [{ key: 'vendor', descending: false }] }, 'sort', 'not_sortable'],
  [
    'sort by an unknown key',
    { sort: [{ key: 'nope', descending: true }] },
    'sort',
    'not_a_defined_attribute',
  ],
  ['fields=id', { fields: ['id'] }, 'fields', 'system_field_always_returned'],
  ['fields=nope', { fields: ['nope'] }, 'fields', 'not_a_defined_attribute'],
  ['a broken cursor', { cursor: 'abc' }, 'cursor', 'invalid_value'],
])('%s is refused', (_case, request, field, issue) => {
  expect(refusal(() => catalog.list('product', request)).fieldErrors).toEqual([{ field, issue }])
})

test('a cursor of another sort or filter is invalid_value', () => {
  const { next_cursor: cursor } = catalog.list('product', { limit: 5 }).pagination
  const other = { cursor, sort: [{ key: 'name', descending: false }] }
  expect(refusal(() => catalog.list('product', other)).fieldErrors).toEqual([
    { field: 'cursor', issue: 'invalid_value' },
  ])
})

test('all faults of a list are reported together', () => {
  const request = {
    clauses: [clause('nope', 'eq', '1'), clause('price', 'gt', 'x')],
    sort: [{ key: 'vendor', descending: false }],
    fields: ['label'],
  }
  expect(refusal(() => catalog.list('product', request)).fieldErrors).toEqual([
    { field: 'filter[nope][eq]', issue: 'not_a_defined_attribute' },
    { field: 'filter[price][gt]', issue: 'expected_number' },
    { field: 'sort', issue: 'not_sortable' },
    { field: 'fields', issue: 'system_field_always_returned' },
  ])
})

test('a page that others insert into by cursor neither skips nor repeats a row', () => {
  const first = catalog.list('product', { limit: 50, sort: [{ key: 'price', descending: true }] })
  const added = catalog.create('product', { name: 'Newcomer', price: 1000 })
  products.push(added)
  const second = catalog.list('product', {
    limit: 50,
    sort: [{ key: 'price', descending: true }],
    cursor: first.pagination.next_cursor,
  })
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(100)
  expect(ids).not.toContain(added.id)
})
