import { expect, test } from 'vitest'
import { listCategoryNames } from './category-names.ts'

test('categories stand by their paths, with what they go by at a channel', () => {
  const entry = (id: string, label: string | null, parent_id: string | null = null) => ({
    id,
    label,
    parent_id,
  })
  const tree = [
    entry('t', 'Tables'),
    entry('s', 'Seating'),
    entry('c', 'Chairs', 's'),
    entry('k', 'Kids', 'c'),
  ]
  const called = [
    { id: 's', value: 'Furniture' },
    { id: 'k', value: 'Small chairs' },
  ]
  expect(listCategoryNames(tree, called).map(({ path, own, inherited }) => [path, own, inherited])).toEqual([
    ['Seating', 'Furniture', ''],
    ['Seating > Chairs', '', 'Furniture'],
    ['Seating > Chairs > Kids', 'Small chairs', 'Furniture'],
    ['Tables', '', ''],
  ])
})
