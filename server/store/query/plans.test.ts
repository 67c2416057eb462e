import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttributeConfig } from '#shared/attributes.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { attributesOf, ensureValueIndex } from '../attributes.ts'
import type { ReadableDb } from '../database.ts'
import { listIds, type IdQuery } from './list-ids.ts'

/** Plans, not times: which indexes a list walks is what makes it fast at any size. */
let catalog: ScratchCatalog
let price: AttributeConfig
const products = 300

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  price = catalog.define('product', 'Price', { data_type: 'number' })
  const [first] = Array.from({ length: products }, (_, index) =>
    catalog.create('product', { name: `P${index}`, price: index % 50 }),
  )
  catalog.create('product', { name: 'Variant' }, first!.id)
  catalog.write((tx) => ensureValueIndex(tx, idOf(tx)))
})

afterAll(() => catalog[Symbol.dispose]())

const idOf = (db: ReadableDb) => attributesOf(db, 'product').byKey.get(price.key)?.id ?? 0

/** Runs a list over a connection that explains every statement before it runs. */
function explain(query: Partial<IdQuery>): string[] {
  return catalog.read((db) => {
    const steps: string[] = []
    const explaining = {
      ...db,
      get: <Row>(text: string, ...params: unknown[]) => db.get<Row>(text, ...params),
      all: <Row>(text: string, ...params: unknown[]) => db.all<Row>(text, ...params),
      tuples: <Row extends unknown[]>(text: string, ...params: unknown[]) => db.tuples<Row>(text, ...params),
      column: <Value>(text: string, ...params: unknown[]) => {
        const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...params)
        steps.push(...plan.map(({ detail }) => detail))
        return db.column<Value>(text, ...params)
      },
    }
    const whole = {
      type: 'product',
      clauses: [],
      join: 'and',
      search: undefined,
      terms: [],
      limit: 10,
      offset: 0,
      after: undefined,
      ...query,
    }
    listIds(explaining, whole as IdQuery)
    return steps
  })
}

const byPrice = (descending: boolean): Partial<IdQuery> => ({
  terms: [
    {
      source: {
        kind: 'attribute',
        attribute: catalog.read((db) => attributesOf(db, 'product').byKey.get('price')!),
      },
      descending,
    },
  ],
})

test('the default order walks the index by creation without sorting', () => {
  expect(explain({})).toEqual(['SEARCH e USING COVERING INDEX entity_by_created (type=?)'])
})

test('a sort walks the index of its value table; equal values alone are sorted by id', () => {
  const ascending = explain(byPrice(false)).join('\n')
  expect(ascending).toMatch(/SCAN s0 USING COVERING INDEX value_\d+_norm/)
  expect(ascending).not.toContain('TEMP B-TREE')
  expect(explain(byPrice(true)).join('\n')).toMatch(
    /SCAN s0 USING COVERING INDEX value_\d+_norm\nUSE TEMP B-TREE FOR LAST TERM OF ORDER BY/,
  )
})

test('a page behind a cursor starts in the index, not at the first row', () => {
  const after = { values: [30], entity: 31 }
  expect(explain({ ...byPrice(false), after }).join('\n')).toMatch(
    /SEARCH s0 USING COVERING INDEX value_\d+_norm \(norm>\?/,
  )
})

test('an equality filter is driven by the index of its value table', () => {
  const { terms } = byPrice(false)
  const clause = { source: terms![0]!.source, operator: 'eq' as const, values: [7] }
  expect(explain({ clauses: [clause] }).join('\n')).toMatch(
    /SEARCH value_\d+ USING COVERING INDEX value_\d+_norm \(norm=\?\)/,
  )
})

test('documents and references are read in the order of the ids, by primary key and without sorting', () => {
  const plans = catalog.read((db) =>
    [
      'SELECT e.id FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value',
      'SELECT r.source, r.attribute, r.target FROM json_each(?) j CROSS JOIN reference r ON r.source = j.value',
    ].map((text) =>
      db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, '[]').map(({ detail }) => detail),
    ),
  )
  expect(plans).toEqual([
    ['SCAN j VIRTUAL TABLE INDEX 1:', 'SEARCH e USING INTEGER PRIMARY KEY (rowid=?)'],
    ['SCAN j VIRTUAL TABLE INDEX 1:', 'SEARCH r USING PRIMARY KEY (source=?)'],
  ])
})

test('the bounds of one value become one range of its index', () => {
  const { source } = byPrice(false).terms![0]!
  const clauses = [
    { source, operator: 'gte' as const, values: [10] },
    { source, operator: 'lt' as const, values: [20] },
  ]
  expect(explain({ clauses }).join('\n')).toMatch(
    /SEARCH value_\d+ USING COVERING INDEX value_\d+_norm \(norm>\? AND norm<\?\)/,
  )
})

test('creation order behind a cursor starts in the index', () => {
  expect(explain({ after: { values: [], entity: 150 } })[0]).toContain(
    'entity_by_created (type=? AND created_at>?)',
  )
})

test('a page of few matches of a range reads the range, not the table', () => {
  const { source } = byPrice(false).terms![0]!
  const plan = explain({ clauses: [{ source, operator: 'gt', values: [48] }] })
  expect(plan.join('\n')).toMatch(/SEARCH value_\d+ USING COVERING INDEX value_\d+_norm \(norm>\?\)/)
})

test('a page of one value ends after its last row: the index gives it in order', () => {
  const { source } = byPrice(false).terms![0]!
  const plan = explain({ clauses: [{ source, operator: 'eq', values: [7] }] })
  expect(plan.at(-1)).toMatch(/SEARCH value_\d+ USING COVERING INDEX value_\d+_norm \(norm=\?\)/)
  expect(plan.join('\n')).not.toContain('TEMP B-TREE')
})

test('the children of an entity are read from the index by parent, in order and ended with the page', () => {
  expect(explain({ parent: 1 })).toEqual([
    'SEARCH entity USING COVERING INDEX entity_by_parent (parent=? AND type=?)',
  ])
})
