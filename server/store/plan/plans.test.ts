import { makeIndex } from '../tables/index-tables.ts'
import { ensureValueIndex } from '../tables/indexes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttributeConfig } from '#shared/attributes.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { attributesOf } from '../tables/attributes.ts'
import { listEntitiesByComparable } from '../tables/entities.ts'
import { findByComparable } from '../tables/values.ts'
import type { ReadableDb } from '../database/database.ts'
import { advanceSearchIndex } from '../search/search-index.ts'
import { listIds, type IdQuery } from './list-ids.ts'

/** Tests plans, not times: the walked indexes make a list fast at any size. */
let catalog: ScratchCatalog
let price: AttributeConfig
const products = 1500

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

const counts: string[] = []

function explain(query: Partial<IdQuery>): string[] {
  return catalog.read((db) => {
    const steps: string[] = []
    counts.length = 0
    const explaining = listenTo(db, (statement) => {
      const { method, text } = statement
      if (method === 'get' && text.startsWith('SELECT count(*) AS total')) counts.push(...statement.steps())
      if (method === 'column' && !text.includes('sqlite_schema')) steps.push(...statement.steps())
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
      ...query,
    }
    listIds(explaining, whole as IdQuery)
    return steps
  })
}

const priceSource = () => ({
  kind: 'attribute' as const,
  attribute: catalog.read((db) => attributesOf(db, 'product').byKey.get('price')!),
})

const byPrice = (descending: boolean): Partial<IdQuery> => ({
  terms: [{ source: priceSource(), descending }],
})

test('the default order walks the index by creation without sorting', () => {
  expect(explain({})).toEqual(['SEARCH e USING COVERING INDEX entity_by_created (type=?)'])
})

test('a sort walks the index of its value table; equal values alone are sorted by id', () => {
  const ascending = explain(byPrice(false)).join('\n')
  expect(ascending).toMatch(/^SCAN s0$/m)
  expect(ascending).not.toContain('TEMP B-TREE')
  expect(explain(byPrice(true)).join('\n')).toMatch(/SCAN s0\nUSE TEMP B-TREE FOR LAST TERM OF ORDER BY/)
})

test('a page behind a cursor starts in the index, not at the first row', () => {
  const after = { values: [30], entity: 31 }
  expect(explain({ ...byPrice(false), after }).join('\n')).toMatch(/SEARCH s0 USING PRIMARY KEY \(norm>\?/)
})

test('an equality filter is driven by the index of its value table', () => {
  const clause = { source: priceSource(), operator: 'eq' as const, values: [7] }
  expect(explain({ clauses: [clause] }).join('\n')).toMatch(
    /SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/,
  )
})

test('rows that are named are looked up, however many entities of the type there are', () => {
  const uuids = ['01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f', '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e20']
  for (const [field, found] of [
    ['id', 'INTEGER PRIMARY KEY (rowid=?)'],
    ['parent_id', 'COVERING INDEX entity_by_parent (parent=?)'],
  ] as const)
    for (const values of [uuids, uuids.slice(1)]) {
      const source = { kind: 'system', field } as const
      const steps = explain({ clauses: [{ source, operator: 'in', values }] })
      expect([...steps, ...counts].join('\n')).toContain(`SEARCH entity USING ${found}`)
      expect([...steps, ...counts].join('\n')).not.toMatch(/entity_by_created|SCAN entity/)
    }
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
  const source = priceSource()
  const clauses = [
    { source, operator: 'gte' as const, values: [10] },
    { source, operator: 'lt' as const, values: [11] },
  ]
  expect(explain({ clauses }).join('\n')).toMatch(
    /SEARCH index_value_\d+ USING PRIMARY KEY \(norm>\? AND norm<\?\)/,
  )
})

test('a range in the order of the same values is one walk of its stretch of the index, in both directions and behind a cursor', () => {
  const source = priceSource()
  const bounds = (['gte', 'lt'] as const).map((operator, index) => ({
    source,
    operator,
    values: [10 + index * 600],
  }))
  const walk = /^SEARCH index_value_\d+ USING PRIMARY KEY \(norm>\? AND norm<\?\)$/m
  const ascending = explain({ ...byPrice(false), clauses: bounds }).join('\n')
  expect(ascending).toMatch(walk)
  expect(ascending).not.toMatch(/TEMP B-TREE|value_\d+ EXISTS|LIST SUBQUERY/)
  expect(explain({ ...byPrice(true), clauses: bounds }).join('\n')).toMatch(walk)
  const after = { values: [30], entity: 31 }
  expect(explain({ ...byPrice(false), clauses: bounds, after }).join('\n')).toMatch(walk)
})

test('creation order behind a cursor starts in the index', () => {
  expect(explain({ after: { values: [], entity: 150 } })[0]).toContain(
    'entity_by_created (type=? AND created_at>?)',
  )
})

test('a page far down is walked from the nearest row whose place is known, in both directions and at any offset', () => {
  const whole = { type: 'product', clauses: [], join: 'and', search: undefined, after: undefined } as const
  const byId = [{ source: { kind: 'system', field: 'id' }, descending: true }] as const
  catalog.read((db) => {
    const walks: string[] = []
    const listening = listenTo(db, ({ text, steps }) => {
      if (text.startsWith('SELECT e.id'))
        walks.push(...steps().filter((step) => step.startsWith('SEARCH e ')))
    })
    for (const terms of [[], byId]) {
      const all = listIds(db, { ...whole, terms, limit: products + 1, offset: 0 }).ids
      walks.length = 0
      for (const offset of [1100, 1400, 1101, 1100, 1099, 3, products, products + 1])
        expect(listIds(listening, { ...whole, terms, limit: 10, offset }).ids).toEqual(
          all.slice(offset, offset + 10),
        )
      const isFromKnown = walks.map((walk) => walk.includes('created_at'))
      expect(isFromKnown).toEqual([false, true, true, false, false, false, true, true])
    }
  })
})

test('a page of few matches of a range reads the range, not the table', () => {
  const source = priceSource()
  const plan = explain({ clauses: [{ source, operator: 'gt', values: [48] }] })
  expect(plan.join('\n')).toMatch(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm>\?\)/)
})

test('a page of one value ends after its last row: the index gives it in order', () => {
  const source = priceSource()
  const plan = explain({ clauses: [{ source, operator: 'eq', values: [7] }] })
  expect(plan.at(-1)).toMatch(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/)
  expect(plan.join('\n')).not.toContain('TEMP B-TREE')
})

test('the children of an entity are read from the index by parent, in order and ended with the page', () => {
  expect(explain({ parent: 1 })).toEqual([
    'SEARCH entity USING COVERING INDEX entity_by_parent (parent=? AND type=?)',
  ])
})

test('what a clause excludes is counted instead of what satisfies it', () => {
  const source = priceSource()
  explain({ clauses: [{ source, operator: 'ne', values: [8] }] })
  expect(counts.join('\n')).toMatch(/^SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)$/)
  explain({
    join: 'or',
    clauses: ['ne', 'gt'].map((operator) => ({ source, operator: operator as 'ne', values: [9] })),
  })
  expect(counts.join('\n')).toMatch(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/)
  expect(counts.join('\n')).not.toMatch(/entity_by/)
})

test('nothing is read where nothing matches', () => {
  const source = priceSource()
  expect(explain({ clauses: [{ source, operator: 'gt', values: [1000] }] })).toEqual([])
})

test('matches that end before the page does are not counted besides', () => {
  const source = priceSource()
  const plan = explain({ clauses: [{ source, operator: 'eq', values: [1000] }] })
  expect(plan).toEqual([expect.stringMatching(/^SEARCH index_value_\d+ USING PRIMARY KEY/)])
  expect(counts).toEqual([])
})

test('of a range that many match the table is read in its order, so that look-ups in others lie side by side', () => {
  const source = priceSource()
  const name = { ...source, attribute: catalog.read((db) => attributesOf(db, 'product').byKey.get('name')!) }
  const clauses = [
    { source, operator: 'gt' as const, values: [1] },
    { source: name, operator: 'not_contains' as const, values: ['p1'] },
  ]
  explain({ clauses })
  expect(counts).toContainEqual(expect.stringMatching(/^SCAN value_\d+$/))
})

test('a sort without its index is not walked to test every entity: the few matches are sorted', () => {
  const name = catalog.read((db) => attributesOf(db, 'product').byKey.get('name')!)
  const stock = catalog.define('product', 'Stock', { data_type: 'number' })
  for (let index = 0; index < 300; index += 1) catalog.create('product', { name: 'Twin', stock: index })
  const terms = [
    {
      source: {
        kind: 'attribute' as const,
        attribute: catalog.read((db) => attributesOf(db, 'product').byKey.get(stock.key)!),
      },
      descending: false,
    },
  ]
  const clauses = [
    { source: { kind: 'attribute' as const, attribute: name }, operator: 'eq' as const, values: ['twin'] },
  ]
  expect(explain({ clauses, terms })[0]).toMatch(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/)
})

test('a time of creation is where a walk in the order of creation starts', () => {
  const source = { kind: 'system' as const, field: 'created_at' as const }
  const plan = explain({ clauses: [{ source, operator: 'gte', values: [1] }] })
  expect(plan).toEqual(['SEARCH e USING COVERING INDEX entity_by_created (type=? AND created_at>?)'])
})

test('the order of the last change and who refers to anything are told by indexes, once they are made', () => {
  catalog.write((tx) => {
    makeIndex(tx, 'updated')
    makeIndex(tx, 'referring')
  })
  const terms = [{ source: { kind: 'system' as const, field: 'updated_at' as const }, descending: true }]
  expect(explain({ terms })[0]).toMatch(/^SEARCH s0 USING PRIMARY KEY \(type=\?\)/)
  const vendor = catalog.define('product', 'Vendor', {
    data_type: 'entity_reference',
    reference: { type: 'product' },
  })
  const attribute = catalog.read((db) => attributesOf(db, 'product').byKey.get(vendor.key)!)
  explain({ clauses: [{ source: { kind: 'attribute', attribute }, operator: 'exists', values: [0] }] })
  expect(counts.join('\n')).toMatch(/SEARCH index_referring USING PRIMARY KEY \(attribute=\?\)/)
})

const searchFor = (text: string) => ({ text, terms: [{ sought: text, isExcluded: false, isPhrase: false }] })

test('the quick search reads the index of grams and looks at the texts of what it names', () => {
  catalog.write((tx) => {
    while (advanceSearchIndex(tx, 'product'));
  })
  const plan = explain({ search: searchFor('p12') })
  expect(counts.at(-1)).toMatch(/^SCAN search_0 VIRTUAL TABLE INDEX/)
  expect(plan.join('\n')).not.toMatch(/SCAN value_/)
})

test('what the index of grams names is tested for the other clauses before its texts are looked at', () => {
  catalog.write((tx) => {
    while (advanceSearchIndex(tx, 'product'));
  })
  const { byKey, primary } = catalog.read((db) => attributesOf(db, 'product'))
  const attribute = byKey.get('price')!
  explain({
    search: searchFor('p12345'),
    clauses: [{ source: { kind: 'attribute', attribute }, operator: 'gte', values: [0] }],
  })
  const order = ['SCAN search_0', `value_${attribute.id} EXISTS`, `value_${primary?.id} EXISTS`]
  expect(counts.slice(-3)).toEqual(order.map((step) => expect.stringContaining(step)))
})

test('few that the index of grams names are looked at once, to count them and to put them in order', () => {
  catalog.write((tx) => {
    while (advanceSearchIndex(tx, 'product'));
  })
  const { primary } = catalog.read((db) => attributesOf(db, 'product'))
  const source = { kind: 'attribute' as const, attribute: primary! }
  for (const query of [{}, byPrice(true)]) {
    const steps = explain({ clauses: [{ source, operator: 'contains', values: ['p123'] }], ...query })
    expect(counts.filter((step) => step.includes(`value_${primary!.id}`))).toEqual([])
    expect(steps.filter((step) => step.includes(`value_${primary!.id}`))).toHaveLength(1)
  }
})

test('who has a value, such as a merge key, is looked up in the index of the values', () => {
  const steps = catalog.read((db) => {
    const taken: string[] = []
    const explaining = listenTo(db, (statement) => taken.push(...statement.steps()))
    findByComparable(explaining, idOf(db), 7, 2)
    listEntitiesByComparable(explaining, idOf(db), 7, 2)
    return taken.filter((step) => step.includes('value_') || step.includes(' v'))
  })
  expect(steps).toEqual([
    expect.stringMatching(/^SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/),
    expect.stringMatching(/^SEARCH v USING PRIMARY KEY \(norm=\?\)/),
  ])
})
