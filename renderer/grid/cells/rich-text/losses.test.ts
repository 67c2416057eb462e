import { expect, test } from 'vitest'
import { listLosses, nameLosses } from './round-trip.ts'

test('what formatted editing would drop is named by what there is less of', () => {
  const before = new Map(Object.entries({ p: 2, table: 1, tr: 3, td: 6, '@class': 2, '@data-x': 1, h7: 1 }))
  const after = new Map(Object.entries({ p: 9, '@class': 1 }))
  const losses = nameLosses(before, after)
  expect(losses).toEqual(['tables', 'classes', '“data-x” attributes', '<h7> elements'])
  expect(listLosses(losses)).toBe('tables, classes, “data-x” attributes and <h7> elements')
  expect(listLosses(['tables'])).toBe('tables')
  expect(listLosses([...losses, 'ids'])).toBe('tables, classes, “data-x” attributes and 2 other things')
})
