import { expect, test } from 'vitest'
import type { Completeness } from '#shared/channels.ts'
import type { EntityResource } from '#shared/entities.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { createChannel } from '../channels/custom-channels.ts'
import { disableChannel, enableChannel, mapChannel } from '../channels/set-up-channel.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { productCompleteness } from '../completeness/channel-completeness.ts'
import type { FilterClause } from './list-request.ts'

const google = 'completeness:google_merchant'

function catalogOfGoogle(): ScratchCatalog {
  const catalog = new ScratchCatalog()
  catalog.define('product', 'Name')
  catalog.define('product', 'Title', { data_type: 'formula', formula: 'UPPER({{name}})' })
  catalog.define('product', 'Condition', { inheritance_mode: 'inherit_from_parent' })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'GTIN')
  catalog.define('product', 'MPN')
  const mapping = {
    title: 'title',
    availability: 'condition',
    description: 'title',
    brand: 'vendor',
    gtin: 'gtin',
    mpn: 'mpn',
  }
  const key = 'google_merchant'
  catalog.write((tx) => {
    enableChannel(tx, { key, faults: [], context: testContext })
    mapChannel(tx, { key, body: { mapping }, faults: [], context: testContext })
    createChannel(tx, {
      body: {
        name: 'Price list',
        fields: [
          { target: 'Number', attribute: 'mpn', requirement: 'required' },
          { target: 'Name', attribute: 'name', requirement: 'required' },
          { target: 'Loud', formula: 'UPPER({{gtin}})', requirement: 'required' },
        ],
      },
      faults: [],
      context: testContext,
    })
  })
  const vendor = catalog.create('vendor')
  catalog.create('product')
  const parent = catalog.create('product', {
    name: 'Chair',
    condition: 'new',
    vendor: vendor.id,
    gtin: '4006381333931',
  })
  catalog.create('product', { mpn: 'A 1' }, parent.id)
  catalog.create('product', { name: 'Stool', mpn: 'A 2', gtin: '4006381333931' })
  return catalog
}

const percentOf = (key: string) => (product: EntityResource) => Number(product.attributes[key])

function measured(catalog: ScratchCatalog, channel: string): number[] {
  return catalog.list('product').data.map(({ id }) => {
    const answer = catalog.read((db) => productCompleteness(db, { id, channel, faults: [] }))
    return parseAnswer<{ data: Completeness }>(answer).data.percent
  })
}

const clause = (operator: string, value: string, key = google): FilterClause => ({
  field: `filter[${key}][${operator}]`,
  key,
  operator,
  value,
})

test.each(['google_merchant', 'price_list'])(
  'fields shows the percent of %s that the product tells [COMPLETE-05]',
  (channel) => {
    using catalog = catalogOfGoogle()
    const key = `completeness:${channel}`
    const { data } = catalog.list('product', { fields: [key, 'mpn'] })
    expect(data.map(percentOf(key))).toEqual(measured(catalog, channel))
    expect(new Set(data.map(percentOf(key))).size).toBeGreaterThan(2)
    expect(Object.keys(data[2]?.attributes ?? {}).sort()).toEqual([key, 'mpn'])
    const all = catalog.list('product', { fields: ['*', key] }).data[1]?.attributes ?? {}
    expect(Object.keys(all).sort()).toEqual([key, 'condition', 'gtin', 'name', 'title', 'vendor'])
    expect(catalog.list('product').data[1]?.attributes).not.toHaveProperty(key)
  },
)

test('a list is filtered and sorted by it, with exact totals and a cursor [COMPLETE-05]', () => {
  using catalog = catalogOfGoogle()
  const percents = measured(catalog, 'google_merchant')
  const [, bound = 0] = [...percents].sort((a, b) => a - b)
  for (const [operator, passes] of [
    ['lt', (percent: number) => percent < bound],
    ['gte', (percent: number) => percent >= bound],
    ['eq', (percent: number) => percent === bound],
    ['ne', (percent: number) => percent !== bound],
    ['exists', () => true],
  ] as const) {
    const value = operator === 'exists' ? 'true' : String(bound)
    const { data, pagination } = catalog.list('product', {
      fields: [google],
      clauses: [clause(operator, value)],
    })
    expect([operator, data.map(percentOf(google))]).toEqual([operator, percents.filter(passes)])
    expect(pagination.total).toBe(data.length)
  }
  const sort = [{ key: google, descending: true }]
  const first = catalog.list('product', { fields: [google], sort, limit: 2 })
  const cursor = first.pagination.next_cursor ?? undefined
  const rest = catalog.list('product', { fields: [google], sort, ...(cursor && { cursor }) })
  const found = [...first.data, ...rest.data].map(percentOf(google))
  expect(found).toEqual([...percents].sort((a, b) => b - a))
})

test('what it says follows every write [COMPLETE-05]', () => {
  using catalog = catalogOfGoogle()
  const [product] = catalog.list('product').data
  const before = catalog.list('product', { fields: [google] }).data.map(percentOf(google))
  const body = { attributes: { name: 'Bench' } }
  catalog.write((tx) =>
    updateEntity(tx, { type: 'product', id: product?.id ?? '', body, faults: [], context: testContext }),
  )
  const after = catalog.list('product', { fields: [google] }).data.map(percentOf(google))
  expect(after[0]).toBeGreaterThan(before[0] ?? 100)
  expect(after).toEqual(measured(catalog, 'google_merchant'))
})

test('a channel that is not there, or off, is told with what may be meant [COMPLETE-06]', () => {
  using catalog = catalogOfGoogle()
  for (const request of [
    { clauses: [clause('lt', '100', 'completeness:google_merchent')] },
    { sort: [{ key: 'completeness:google_merchent', descending: false }] },
    { fields: ['completeness:google_merchent'] },
  ]) {
    const { fieldErrors } = refusal(() => catalog.list('product', request))
    expect(fieldErrors).toMatchObject([{ issue: 'invalid_value', did_you_mean: google }])
  }
  const off = refusal(() => catalog.list('product', { fields: ['completeness:shopify'] }))
  expect(off.fieldErrors[0]?.message).toContain('The channel shopify is off')
  const wrong = refusal(() => catalog.list('product', { clauses: [clause('contains', '1')] }))
  expect(wrong.fieldErrors).toMatchObject([{ issue: 'operator_not_supported_for_type' }])
  const vendors = refusal(() => catalog.list('vendor', { clauses: [clause('lt', '100')] }))
  expect(vendors.fieldErrors).toMatchObject([{ issue: 'not_a_defined_attribute' }])
  catalog.write((tx) => disableChannel(tx, { key: 'google_merchant', faults: [], context: testContext }))
  expect(refusal(() => catalog.list('product', { fields: [google] })).fieldErrors[0]?.message).toContain(
    'is off',
  )
})
