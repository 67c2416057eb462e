import { expect, test } from 'vitest'
import { Tree } from '../query/category-tree.ts'
import { findCategories, formatPath } from './class-draft.ts'

const node = (id: string, parent: string | null, label: string | null = id) => ({
  id,
  label,
  parent_id: parent,
  count: 0,
  total: 0,
})
const tree = new Tree([
  node('Seats', null),
  node('Chairs', 'Seats'),
  node('Lamps', null),
  node('x', 'Lamps', null),
])

test('a category is told with those above it', () => {
  expect(formatPath(tree, 'Chairs')).toBe('Seats › Chairs')
  expect(formatPath(tree, 'x')).toBe('Lamps › Without a name')
  expect(formatPath(tree, 'gone')).toBe('A category that is not in the tree')
})

test('a category is found by any part of its path, in the order of the tree', () => {
  expect(findCategories(tree, 'sEaTs').map(({ value }) => value)).toEqual(['Seats', 'Chairs'])
  expect(findCategories(tree, '')).toHaveLength(4)
  expect(findCategories(tree, 'sofa')).toEqual([])
})
