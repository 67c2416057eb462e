import { expect, test } from 'vitest'
import { Tree } from './category-tree.ts'

const node = (id: string, parent: string | null) => ({ id, label: id, parent_id: parent, count: 0, total: 0 })
const tree = new Tree([
  node('seats', null),
  node('chairs', 'seats'),
  node('stools', 'seats'),
  node('bar stools', 'stools'),
  node('lamps', null),
  node('lost', 'nobody'),
])

test('what is open shows what is below it, and every node knows its place', () => {
  const rows = tree.rows(new Set(['seats']))
  expect(rows.map(({ node: { id }, level }) => `${level} ${id}`)).toEqual([
    '1 seats',
    '2 chairs',
    '2 stools',
    '1 lamps',
    '1 lost',
  ])
  expect(rows[2]).toMatchObject({ position: 2, siblings: 2, hasChildren: true })
})

test('a node knows what is above and below it', () => {
  expect(tree.within('seats')).toEqual(['seats', 'chairs', 'stools', 'bar stools'])
  expect(tree.above('bar stools')).toEqual(['seats', 'stools'])
})

test('a step goes out of the parent, or into the node before', () => {
  expect(tree.step('bar stools', 'out')).toEqual({ parentId: 'seats' })
  expect(tree.step('chairs', 'out')).toEqual({ parentId: null })
  expect(tree.step('stools', 'in')).toEqual({ parentId: 'chairs' })
  expect(tree.step('chairs', 'in')).toBeUndefined()
  expect(tree.step('lamps', 'out')).toBeUndefined()
})

test('a node goes neither below itself nor where it is', () => {
  expect(tree.refusal('seats', 'bar stools')).toBe('seats cannot be placed below itself.')
  expect(tree.refusal('chairs', 'seats')).toBe('chairs already exists.')
  expect(tree.refusal('chairs', null)).toBeUndefined()
})
