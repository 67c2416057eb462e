import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { assertAsExpected, type ObservedCatalog, resolve } from './compare-data.ts'
import { type Expectation, expectationFrom, type KnownProduct, type PlannedWrite } from './expectation.ts'

const product = (sku: string, price: number, updates = 0): KnownProduct => ({
  sku,
  id: `id-${sku}`,
  parentId: null,
  attributes: { sku, price },
  updates,
})

const write = (...after: KnownProduct[]): PlannedWrite => ({
  kind: 'batch',
  method: 'POST',
  path: '/products/batch',
  body: {},
  after,
})

const entity = (sku: string, price: number): EntityResource => ({
  id: `id-${sku}`,
  type: 'product',
  label: sku,
  parent_id: null,
  created_at: null,
  updated_at: null,
  attributes: { sku, price },
})

const observed = (...entities: EntityResource[]): ObservedCatalog => ({
  products: new Map(entities.map((found) => [found.label ?? '', found])),
  attributeKeys: new Set(['sku', 'price']),
})

const expecting = (...products: KnownProduct[]): Expectation => ({
  products: new Map(products.map((known) => [known.sku, known])),
  attributeKeys: new Set(),
  unanswered: new Map(),
})

test('the log keeps the last acknowledged state and the writes that were never answered', () => {
  const pending = write(product('A', 3, 2))
  const { products, unanswered } = expectationFrom([
    { kind: 'sent', connection: 0, write: write(product('A', 1)) },
    { kind: 'acknowledged', connection: 0, ids: { A: 'id-A' } },
    { kind: 'sent', connection: 0, write: write(product('A', 2, 1)) },
    { kind: 'acknowledged', connection: 0, ids: { A: 'id-A' } },
    { kind: 'sent', connection: 0, write: pending },
  ])
  expect([...products.values()]).toEqual([product('A', 2, 1)])
  expect([...unanswered]).toEqual([[0, pending]])
})

test('a write that was found not to have happened leaves no trace in the expectation', () => {
  const { products, unanswered } = expectationFrom([
    { kind: 'sent', connection: 0, write: write(product('A', 1)) },
    { kind: 'found', connection: 0, happened: false, ids: {} },
  ])
  expect([products.size, unanswered.size]).toEqual([0, 0])
})

test.each<[string, ObservedCatalog]>([
  ['a lost product', observed(entity('A', 1))],
  ['an old value', observed(entity('A', 1), entity('B', 1))],
  ['another id', observed(entity('A', 1), { ...entity('B', 2), id: 'other' })],
  ['a stray label', observed(entity('A', 1), { ...entity('B', 2), label: 'B', parent_id: 'id-A' })],
  ['a product that nobody wrote', observed(entity('A', 1), entity('B', 2), entity('C', 3))],
])('the comparison finds %s', (_name, found) => {
  const expectation = expecting(product('A', 1), product('B', 2))
  expect(() => assertAsExpected(expectation, found)).toThrow(/Acknowledged|Nobody wrote/)
  expect(() => assertAsExpected(expectation, observed(entity('A', 1), entity('B', 2)))).not.toThrow()
})

test('an unanswered batch happened wholly, not at all, or is reported as half done', () => {
  const before = expecting(product('A', 1))
  const batch = write(product('A', 2, 1), { ...product('B', 5), id: undefined })
  expect(resolve(batch, before, observed(entity('A', 2), entity('B', 5)))).toEqual({
    happened: true,
    ids: { A: 'id-A', B: 'id-B' },
  })
  expect(resolve(batch, before, observed(entity('A', 1)))).toEqual({ happened: false, ids: {} })
  expect(() => resolve(batch, before, observed(entity('A', 2)))).toThrow('by half')
})
