import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { findSortSource } from '../../catalog/query/find-source.ts'
import { attributesOf } from '../tables/attributes.ts'
import type { ReadableDb } from '../database/database.ts'
import type { SortTerm } from '../query/clause.ts'
import { makeIndex } from '../tables/index-tables.ts'
import { countLevels } from './aggregate.ts'

/**
 * Tests plans, not times: for any number of levels and sums, the rows are walked once and each value is
 * looked up by its row.
 */
let catalog: ScratchCatalog

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  for (const name of ['Material', 'Stage', 'Colour']) catalog.define('product', name)
  for (const type of ['vendor', 'category'] as const) catalog.define(type, 'Name', { is_primary: true })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Shelves', {
    data_type: 'entity_list_reference',
    reference: { type: 'category' },
  })
  const vendors = ['Birk', 'Åkers'].map((name) => catalog.create('vendor', { name }).id)
  const root = catalog.create('category', { name: 'Rooms' })
  const shelves = ['Zen', 'Attic'].map((name) => catalog.create('category', { name }, root.id).id)
  catalog.define('product', 'Price', { data_type: 'number' })
  for (let index = 0; index < 60; index += 1)
    catalog.create('product', {
      name: `P${index}`,
      price: index,
      stage: `Stage ${index % 2}`,
      ...(index % 4 > 0 && { vendor: vendors[index % 2] }),
      ...(index % 5 > 1 && { shelves: index % 5 === 2 ? shelves : [shelves[index % 2]] }),
      ...(index % 3 > 0 && { material: `Wood ${index % 4}` }),
      ...(index % 5 > 0 && { colour: `Colour ${index % 5}` }),
    })
  catalog.write((tx) => makeIndex(tx, `order_${sourceOf(tx, 'material').attribute.id}`))
})

afterAll(() => catalog[Symbol.dispose]())

const named = (db: ReadableDb, key: string) => findSortSource(db, attributesOf(db, 'product'), key)!

const sourceOf = (db: ReadableDb, key: string) => ({
  kind: 'attribute' as const,
  attribute: attributesOf(db, 'product').byKey.get(key)!,
})

function count(keys: readonly string[], summed: readonly string[] = []) {
  return catalog.read((db) => {
    const steps: string[] = []
    const explaining = listenTo(db, (statement) => {
      if (statement.text.includes('GROUP BY')) steps.push(...statement.steps())
    })
    const terms = keys.map((key): SortTerm => ({ source: named(db, key), descending: false }))
    const asked = summed.map((key) => ({ source: sourceOf(db, key), measure: 'number' as const }))
    const query = { type: 'product', clauses: [], join: 'and', search: undefined, limit: 1_000 } as const
    return { steps, groups: countLevels(explaining, query, { terms, asked }) }
  })
}

test('[OWNER-10] three levels with sums are one walk of the type, every value looked up by its row', () => {
  const { steps, groups } = count(['material', 'stage', 'colour'], ['price'])
  const reads = steps.filter((step) => /^(SCAN|SEARCH)/.test(step))
  expect(reads.filter((step) => step.startsWith('SCAN'))).toEqual([expect.stringContaining('SCAN (')])
  const lookups = reads.filter((step) => /^SEARCH s\d USING INTEGER PRIMARY KEY/.test(step))
  expect(lookups).toHaveLength(4)
  expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(60)
  expect(groups.reduce((sum, group) => sum + (group.sums[0]?.sum ?? 0), 0)).toBe((59 * 60) / 2)
})

test('[OWNER-10] one level without sums is read from its index alone', () => {
  expect(count(['material']).steps).toEqual(['SCAN s0'])
})

test('[OWNER-10] blanks come last within each group', () => {
  const { groups } = count(['material', 'colour'])
  const blanks = groups.map((group) => group.blanks.map(Number).join(''))
  expect(blanks.lastIndexOf('01')).toBeLessThan(blanks.indexOf('10'))
  expect(blanks.at(-1)).toBe('11')
})

test('[LABELS-04] names of references are one walk of the rows, too: those of a type are put together once, those of a row looked up', () => {
  const { steps, groups } = count(['vendor:label', 'shelves:label'], ['price'])
  expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(60)
  const read = (pattern: RegExp) => steps.filter((step) => pattern.test(step)).length
  // A tree for each of both types; values that do not depend on the row are materialized once.
  expect(read(/^MATERIALIZE/)).toBe(4)
  expect(read(/entity_by_created \(type=\?\)/)).toBe(3)
  expect(read(/entity_by_parent \(parent=\?\)/)).toBe(2)
  expect(read(/USING PRIMARY KEY \(source=\? AND attribute=\?\)/)).toBe(2)
  expect(read(/^SCAN (?!\(subquery|c\d)/)).toBe(0)
})
