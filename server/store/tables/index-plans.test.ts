import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { countPresent, type MeasuredAttribute } from '../computed/completeness.ts'
import { countHolders, removeValues } from '../computed/attribute-values.ts'
import { getValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { listIds } from '../plan/list-ids.ts'
import type { Clause } from '../query/clause.ts'
import { type Attribute, attributesOf } from './attributes.ts'
import { listCreations, listTouched } from './edits.ts'
import { listWrongIndexes, makeIndex } from './index-tables.ts'
import { turnBackProposals } from './proposals.ts'
import { countReferences } from './references.ts'

/**
 * Tests the plan of each query that needs an index on request: a plan that names the source would scan all
 * of it.
 */
let catalog: ScratchCatalog
const products = 400

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('vendor', 'Rating', { data_type: 'number' })
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number', inheritance_mode: 'inherit_from_parent' })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Sources', { data_type: 'entity_list_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Rating', {
    data_type: 'reference_lookup',
    reference: { via: 'vendor', attribute: 'rating' },
  })
  const vendors = Array.from({ length: 10 }, (_, index) =>
    catalog.create('vendor', { name: `V${index}`, rating: index }),
  )
  for (let index = 0; index < products; index += 1) {
    const { id } = vendors[index % 10]!
    catalog.create('product', { name: `P${index}`, price: index % 50, vendor: id, sources: [id] })
  }
  catalog.write((tx) => {
    for (const name of ['updated', 'referring', 'history'] as const) makeIndex(tx, name)
    for (const { id } of [keyed(tx, 'vendor', 'rating'), keyed(tx, 'product', 'price')])
      makeIndex(tx, `value_${id}`)
  })
})

afterAll(() => catalog[Symbol.dispose]())

const keyed = (db: ReadableDb, type: 'product' | 'vendor', key: string) =>
  attributesOf(db, type).byKey.get(key)!

function stepsOf(run: (tx: WritableDb) => unknown): string {
  return catalog.write((tx) => {
    const steps: string[] = []
    const listening = listenTo(tx, ({ text, steps: explain }) => {
      if (!/sqlite_schema|PRAGMA/.test(text)) steps.push(...explain())
    })
    const explaining: WritableDb = {
      ...listening,
      isAwaited: tx.isAwaited,
      clock: tx.clock,
      schemaChanged: () => tx.schemaChanged(),
      onRollback: (...lists) => tx.onRollback(...lists),
      collectRows: (tables, write, fn) => tx.collectRows(tables, write, fn),
      recordEvent: (event) => tx.recordEvent(event),
      run(text, ...params) {
        steps.push(
          ...tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...params).map(({ detail }) => detail),
        )
        return tx.run(text, ...params)
      },
      exec: (text) => tx.exec(text),
      nested: (fn) => tx.nested(fn),
      unreplicated: (fn) => tx.unreplicated(fn),
    }
    run(explaining)
    return steps.join('\n')
  })
}

const byAttribute = /SEARCH \S+ USING PRIMARY KEY \(attribute=\?\)/
const wholeFeed = /SCAN (e|event)\b/
const allReferences = /SCAN (reference|c\d+|r)\b(?! VIRTUAL)/

test('the undo of an import finds what happened to each entity by the history', () => {
  const queries = [
    (db: ReadableDb) => listCreations(db, 'job', [1, 2]),
    (db: ReadableDb) => listTouched(db, [1, 2], { job: 'job', undo: 'undo' }),
  ]
  for (const run of queries) {
    const steps = stepsOf(run)
    expect(steps).toMatch(/SEARCH h USING PRIMARY KEY \(entity=\?\)\nSEARCH e USING INTEGER PRIMARY KEY/)
    expect(steps).not.toMatch(wholeFeed)
  }
})

test('what refers to the branches of a tree is counted from the references of one attribute', () => {
  const steps = stepsOf((db) => countReferences(db, keyed(db, 'product', 'vendor').id))
  expect(steps).toMatch(/SEARCH index_referring USING PRIMARY KEY \(attribute=\?\)/)
  expect(steps).not.toMatch(allReferences)
})

test('who holds references of an attribute is counted, and loses them, by the index of that attribute', () => {
  const count = stepsOf((db) => countHolders(db, keyed(db, 'product', 'sources'), 1))
  expect(count).toMatch(/SEARCH index_referring USING PRIMARY KEY \(attribute=\?\)/)
  expect(count).not.toMatch(allReferences)
  const removal = stepsOf((tx) => removeValues(tx, keyed(tx, 'product', 'sources')))
  expect(removal.match(/SEARCH index_referring USING PRIMARY KEY \(attribute=\?\)/g)).toHaveLength(1)
  expect(removal).toMatch(/SEARCH reference USING PRIMARY KEY \(source=\? AND attribute=\?\)/)
  expect(removal).not.toMatch(allReferences)
})

test('the check finds each row of an index by its whole key', () => {
  const steps = stepsOf((db) => expect(listWrongIndexes(db)).toEqual([]))
  const tables = catalog.read((db) =>
    db.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'index_*'"),
  )
  expect(tables.length).toBeGreaterThanOrEqual(5)
  const byWholeKey = /SEARCH i USING PRIMARY KEY \(\w+=\? AND \w+=\?(?: AND \w+=\?)?\)/g
  expect(steps.match(byWholeKey)).toHaveLength(tables.length)
})

test('how many products hold a reference is read from the index of who refers to anything', () => {
  const attribute = catalog.read((db) => keyed(db, 'product', 'vendor'))
  const measured = { id: attribute.id, key: 'vendor', storage: 'references', attribute } as MeasuredAttribute
  expect(stepsOf((db) => countPresent(db, [measured]))).toMatch(/SCAN index_referring/)
})

const query = (db: ReadableDb, clauses: readonly Clause[]) =>
  listIds(db, {
    type: 'product',
    clauses,
    join: 'and',
    search: undefined,
    terms: [],
    limit: 10,
    offset: 0,
    after: undefined,
  })

const computed = (db: ReadableDb, attribute: Attribute) =>
  ({ kind: 'computed', plan: getValuePlan(db, attribute) }) as const

test.each([
  ['price', 'eq', /SEARCH c\d+ USING PRIMARY KEY \(norm=\?\)/],
  ['price', 'gte', /SEARCH c\d+ USING PRIMARY KEY \(norm>\?\)/],
  ['rating', 'eq', /SEARCH c\d+ USING PRIMARY KEY \(norm=\?\)/],
  ['rating', 'gte', /SEARCH c\d+ USING PRIMARY KEY \(norm>\?\)/],
  ['rating', 'exists', byAttribute],
] as const)(
  'a filter on the computed %s by %s is driven by an index of what it is computed from',
  (key, operator, step) => {
    const steps = stepsOf((db) => {
      const source = computed(db, keyed(db, 'product', key))
      query(db, [{ source, operator, values: operator === 'exists' ? [1] : [7] }])
    })
    expect(steps).toMatch(step)
  },
)

test('the undo of many accepted proposals finds those of each entity, and not all of the edit each time', () => {
  const turned = { edit: 'e', undo: 'u', entity: 1, attributes: ['name'] }
  const steps = stepsOf((tx) => turnBackProposals(tx, turned))
  expect(steps).toMatch(/SEARCH proposal USING INDEX proposal_entity \(entity=\?/)
})
