import { expect, test } from 'vitest'
import { refusal, ScratchCatalog } from '../../testing/scratch-catalog.ts'

test('values that are rolled up stand on each other as long as one query can hold them', () => {
  using catalog = new ScratchCatalog()
  const rolledUp = { inheritance_mode: 'rollup_from_children' }
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'F0', { data_type: 'number', ...rolledUp })
  const define = (level: number) => {
    const formula = `SUM({{f${level - 1}}}) + 1`
    return catalog.define('product', `F${level}`, { data_type: 'formula', formula, ...rolledUp })
  }
  const levels = 3
  for (let level = 1; level <= levels; level += 1) define(level)
  const parent = catalog.create('product', { name: 'A' })
  const child = catalog.create('product', { name: 'B' }, parent.id)
  catalog.create('product', { name: 'C', f0: 1 }, child.id)

  const key = `f${levels}`
  const { data } = catalog.list('product', {
    sort: [{ key, descending: true }],
    clauses: [{ field: 'f', key, operator: 'eq', value: `${levels + 1}` }],
  })
  expect(data.map(({ attributes }) => attributes[key])).toEqual([4, 4, 4])
  const faults = refusal(() => {
    for (let level = levels + 1; level <= 10; level += 1) define(level)
  }).fieldErrors
  expect(faults).toEqual([{ field: 'formula', issue: expect.stringContaining('stand on each other') }])
})
