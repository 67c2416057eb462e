import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operator } from '#shared/filters.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Clause, ClauseGroup } from '../query/clause.ts'
import { attributesOf } from '../tables/attributes.ts'
import { ensureValueIndex } from '../tables/indexes.ts'
import { listIds, type IdQuery } from './list-ids.ts'

let catalog: ScratchCatalog
const keys = ['sku', 'price', 'stock'] as const

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Stock', { data_type: 'number' })
  for (let index = 0; index < 1500; index += 1)
    catalog.create('product', { sku: `P${index}`, price: index % 50, stock: index % 7 })
  catalog.write((tx) => {
    for (const { id } of attributesOf(tx, 'product').list) ensureValueIndex(tx, id)
  })
})

afterAll(() => catalog[Symbol.dispose]())

const clause = (
  db: ReadableDb,
  key: (typeof keys)[number],
  operator: Operator,
  ...values: Clause['values']
): Clause => ({
  source: { kind: 'attribute', attribute: attributesOf(db, 'product').byKey.get(key)! },
  operator,
  values,
})

function run(query: (db: ReadableDb) => Partial<IdQuery>) {
  return catalog.read((db) => {
    const statements: string[] = []
    const steps: string[] = []
    const listening = listenTo(db, (statement) => {
      if (statement.text.includes('sqlite_schema')) return
      statements.push(statement.text)
      steps.push(...statement.steps())
    })
    const whole = {
      type: 'product',
      clauses: [],
      join: 'and',
      search: undefined,
      terms: [],
      limit: 10,
      offset: 0,
      after: undefined,
    } as const
    const { ids, total } = listIds(listening, { ...whole, ...query(db) })
    return { ids, total, statements, steps: steps.join('\n') }
  })
}

const grouped = (tree: (db: ReadableDb) => ClauseGroup) => run((db) => ({ tree: tree(db) }))

test.each(['and', 'or'] as const)(
  'clauses joined by %s in one group are read as the flat filter is',
  (join) => {
    const parts = (db: ReadableDb) => [
      clause(db, 'price', 'gte', 10),
      clause(db, 'price', 'lt', 12),
      clause(db, 'stock', 'eq', 3),
    ]
    const flat = run((db) => ({ clauses: parts(db), join }))
    const inGroup = grouped((db) => ({ join, parts: parts(db) }))
    const deeper = grouped((db) => ({
      join: 'and',
      parts: [{ join: 'or', parts: [{ join, parts: parts(db) }] }],
    }))
    expect(flat.statements.length).toBeGreaterThan(0)
    expect([inGroup.ids, inGroup.total, inGroup.steps]).toEqual([flat.ids, flat.total, flat.steps])
    expect(deeper).toEqual(inGroup)
  },
)

test('each alternative is driven by its own index, and no table is read whole', () => {
  const { total, steps } = grouped((db) => ({
    join: 'or',
    parts: [
      { join: 'and', parts: [clause(db, 'sku', 'eq', 'p7'), clause(db, 'stock', 'gte', 0)] },
      { join: 'and', parts: [clause(db, 'price', 'eq', 49), clause(db, 'stock', 'ne', 3)] },
    ],
  }))
  expect(total).toBe(27)
  expect(steps.match(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/g)?.length).toBeGreaterThanOrEqual(
    2,
  )
  expect(steps).not.toMatch(/SCAN (?:entity|value_\d+|index_value_\d+)/)
})

test('a selective clause beside alternatives drives, and these are tested on what it finds', () => {
  const { ids, steps } = grouped((db) => ({
    join: 'and',
    parts: [
      clause(db, 'sku', 'eq', 'p7'),
      { join: 'or', parts: [clause(db, 'price', 'exists', 1), clause(db, 'stock', 'contains', 'x')] },
    ],
  }))
  expect(ids).toHaveLength(1)
  expect(steps).toMatch(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/)
  expect(steps).not.toMatch(/SCAN entity/)
})
