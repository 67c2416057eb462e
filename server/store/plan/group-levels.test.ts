import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { attributesOf } from '../tables/attributes.ts'
import type { ReadableDb } from '../database/database.ts'
import type { SortTerm } from '../query/clause.ts'
import { ensureValueIndex } from '../tables/indexes.ts'
import { countLevels } from './group-levels.ts'

/** Plans, not times: however many levels and sums, the rows are walked once and each value is looked up by its row. */
let catalog: ScratchCatalog

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  for (const name of ['Material', 'Stage', 'Colour']) catalog.define('product', name)
  catalog.define('product', 'Price', { data_type: 'number' })
  for (let index = 0; index < 60; index += 1)
    catalog.create('product', {
      name: `P${index}`,
      price: index,
      stage: `Stage ${index % 2}`,
      ...(index % 3 > 0 && { material: `Wood ${index % 4}` }),
      ...(index % 5 > 0 && { colour: `Colour ${index % 5}` }),
    })
  catalog.write((tx) => ensureValueIndex(tx, sourceOf(tx, 'material').attribute.id))
})

afterAll(() => catalog[Symbol.dispose]())

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
    const terms = keys.map((key): SortTerm => ({ source: sourceOf(db, key), descending: false }))
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
  expect(count(['material']).steps).toEqual([expect.stringMatching(/^SCAN index_value_\d+$/)])
})

test('[OWNER-10] blanks come last within each group', () => {
  const { groups } = count(['material', 'colour'])
  const blanks = groups.map((group) => group.blanks.map(Number).join(''))
  expect(blanks.lastIndexOf('01')).toBeLessThan(blanks.indexOf('10'))
  expect(blanks.at(-1)).toBe('11')
})
