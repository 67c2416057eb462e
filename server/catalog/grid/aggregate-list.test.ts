import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { ColumnAggregate, ListAggregates } from '#shared/schemas/grid.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import type { ListRequest } from '../query/list-request.ts'
import { aggregateList } from './aggregate-list.ts'

/**
 * For random products the sums equal those of a loop over the listed values: own, inherited, formulas and
 * lookups.
 */
const keys = ['price', 'made', 'material', 'twice', 'supplier', 'city', 'rating', 'parts', 'total']
const seed = 20261122
const days = ['2024-02-29', '1999-01-01', '2024-03-01']
const numbers = [0, -1, 0.1, 0.2, 100, 1e6, -2.5]

const product = fc.record(
  {
    price: fc.constantFrom(...numbers),
    made: fc.constantFrom(...days),
    material: fc.constantFrom('Oak', 'Ash'),
    parts: fc.integer({ min: 0, max: 9 }),
    supplier: fc.nat(1),
    parent: fc.nat(),
  },
  { requiredKeys: [] },
)

function defineAll(catalog: ScratchCatalog): void {
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('vendor', 'City')
  catalog.define('vendor', 'Rating', { data_type: 'number' })
  catalog.define('product', 'Sku', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number', inheritance_mode: 'inherit_from_parent' })
  catalog.define('product', 'Made', { data_type: 'date' })
  catalog.define('product', 'Material')
  catalog.define('product', 'Parts', {
    data_type: 'number',
    inheritance_mode: 'rollup_from_children',
    rollup_mode: 'all',
  })
  catalog.define('product', 'Supplier', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Twice', { data_type: 'formula', formula: '{{price}} * 2' })
  for (const key of ['city', 'rating']) {
    const reference = { via: 'supplier', attribute: key }
    catalog.define('product', key, { data_type: 'reference_lookup', reference })
  }
  catalog.define('product', 'Total', { data_type: 'formula', formula: '{{rating}} + {{price}}' })
}

const requests: readonly Partial<ListRequest>[] = [
  {},
  { q: '1' },
  { clauses: [{ field: 'f', key: 'price', operator: 'gte', value: '0' }] },
  {
    clauses: [
      { field: 'f', key: 'material', operator: 'eq', value: 'oak' },
      { field: 'f', key: 'twice', operator: 'lt', value: '1' },
    ],
    join: 'or',
  },
]

test(
  'sums over lists and stretches are those of a loop over what the rows show',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 12 }), fc.nat(12), (products, first) => {
        using catalog = new ScratchCatalog()
        defineAll(catalog)
        const vendors = [
          catalog.create('vendor', { name: 'A', city: 'Oslo', rating: 3 }).id,
          catalog.create('vendor', { name: 'B' }).id,
        ]
        const ids: string[] = []
        products.forEach(({ parent, supplier, ...values }, index) => {
          const reference = supplier === undefined ? {} : { supplier: vendors[supplier] }
          const above = parent === undefined || ids.length === 0 ? undefined : ids[parent % ids.length]
          ids.push(catalog.create('product', { sku: `P ${index}`, ...values, ...reference }, above).id)
        })
        for (const request of requests) {
          const { data } = catalog.list('product', request)
          expect(sumUp(catalog, request)).toEqual(naive(data))
          const rows = [first, first + 3] as const
          expect(sumUp(catalog, request, { rows, data })).toEqual(naive(data.slice(first, first + 4)))
        }
      }),
      { seed, numRuns: 12 },
    )
  },
)

test('a long stretch is summed up in parts', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Sku', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number' })
  const data = [0.1, 7].map((price) => catalog.create('product', { sku: `${price}`, price }))
  const many = Array.from({ length: 45_000 }, (_, index) => data[index === 30_000 ? 1 : 0]!)
  const { rows, columns } = sumUp(catalog, {}, { rows: [0, 44_999], data: many }, ['price'])
  expect({ rows, ...columns['price'] }).toMatchObject({ rows: 45_000, least: 0.1, greatest: 7 })
  expect(columns['price']?.sum).toBeCloseTo(4506.9, 6)
})

function sumUp(
  catalog: ScratchCatalog,
  request: Partial<ListRequest>,
  part?: { rows: readonly [number, number]; data: readonly EntityResource[] },
  asked = keys,
): ListAggregates {
  const whole: ListRequest = { limit: 50, offset: 0, sort: [], clauses: [], join: 'and', ...request }
  const answer = catalog.read((db) => {
    const internal = (part?.data ?? []).map(
      ({ id }) => db.column<number>('SELECT id FROM entity WHERE uuid = ?', id)[0],
    )
    const ids = new SharedArrayBuffer(internal.length * 4)
    new Uint32Array(ids).set(internal.map(Number))
    const frozen = { type: 'product', request: whole, ids } as const
    const range = part && { frozen, rows: part.rows }
    return aggregateList(db, { type: 'product', request: whole, keys: asked, range, faults: [] })
  })
  return parseAnswer<{ data: ListAggregates }>(answer).data
}

function naive(rows: readonly EntityResource[]): ListAggregates {
  return { rows: rows.length, columns: Object.fromEntries(keys.map((key) => [key, naiveColumn(rows, key)])) }
}

function naiveColumn(rows: readonly EntityResource[], key: string): ColumnAggregate {
  const values = rows.flatMap(({ attributes }) => attributes[key] ?? []) as (string | number)[]
  const filled = rows.filter(({ attributes }) => (attributes[key] ?? null) !== null).length
  const measure = measureOf(key)
  const none = { filled, measure, sum: null, average: null, least: null, greatest: null }
  if (filled === 0 || measure === null) return none
  const sorted = values.toSorted((a, b) => (a < b ? -1 : 1))
  const ends = { least: sorted[0] ?? null, greatest: sorted.at(-1) ?? null }
  if (measure === 'date') return { ...none, ...ends }
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  const close = expect.closeTo(sum, 6) as number
  return { ...none, ...ends, sum: close, average: expect.closeTo(sum / filled, 6) as number }
}

function measureOf(key: string): ColumnAggregate['measure'] {
  if (key === 'made') return 'date'
  return ['price', 'twice', 'rating', 'total'].includes(key) ? 'number' : null
}
