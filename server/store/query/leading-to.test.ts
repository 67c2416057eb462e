import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFilter } from '../../catalog/query/check-filter.ts'
import { checkSort } from '../../catalog/query/check-sort.ts'
import { Faults } from '../../catalog/errors.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { listIds } from '../plan/list-ids.ts'
import { attributesOf } from '../tables/attributes.ts'
import { ensureValueIndex } from '../tables/indexes.ts'

let catalog: ScratchCatalog

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('vendor', 'Title', { is_primary: true })
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const vendors = Array.from({ length: 300 }, (_, index) => catalog.create('vendor', { title: `V${index}` }))
  const products = Array.from({ length: 1500 }, (_, index) =>
    catalog.create('product', { name: `P${index}`, vendor: vendors[index % 300]!.id }),
  )
  for (const product of products.slice(0, 20)) catalog.create('product', { name: 'Variant' }, product.id)
  catalog.write((tx) => {
    for (const [type, key] of [
      ['vendor', 'title'],
      ['product', 'name'],
    ] as const)
      ensureValueIndex(tx, attributesOf(tx, type).byKey.get(key)!.id)
  })
})

afterAll(() => catalog[Symbol.dispose]())

function explain(key: string, operator: string, value: string): { steps: string; total: number } {
  return catalog.read((db) => {
    const steps: string[] = []
    const explaining = listenTo(db, (statement) => {
      if (statement.text.includes('reference path') || statement.text.includes('entity path'))
        steps.push(...statement.steps())
    })
    const attributes = attributesOf(db, 'product')
    const faults = new Faults()
    const clauses = [{ field: 'filter', key, operator, value }]
    const filter = checkFilter(explaining, attributes, { clauses, join: 'and' }, faults)
    const terms = checkSort(explaining, attributes, [], faults)
    const page = { terms, limit: 10, offset: 0, after: undefined, search: undefined }
    const { total } = listIds(explaining, { type: 'product', ...filter, ...page })
    return { steps: steps.join('\n'), total }
  })
}

test('a value at the end of a reference is found by its index, and led back from by that of references [STEP-05]', () => {
  const { steps, total } = explain('vendor.title', 'eq', 'V7')
  expect(total).toBe(5)
  expect(steps).toMatch(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/)
  expect(steps).toMatch(/SEARCH path USING (COVERING )?INDEX \w+ \(target=\? AND attribute=\?\)/)
  expect(steps).not.toMatch(/SCAN (path|entity|e|reference|value_\d+)\b/)
})

test('and so is one of the parent, whose variants are found by their index [STEP-05]', () => {
  const { steps, total } = explain('parent.name', 'eq', 'P7')
  expect(total).toBe(1)
  expect(steps).toMatch(/SEARCH index_value_\d+ USING PRIMARY KEY \(norm=\?\)/)
  expect(steps).toMatch(/SEARCH path USING (COVERING )?INDEX entity_by_parent \(parent=\?\)/)
  expect(steps).not.toMatch(/SCAN (path|entity|e|reference|value_\d+)\b/)
})
