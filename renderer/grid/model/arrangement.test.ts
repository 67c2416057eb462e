import { expect, test } from 'vitest'
import { emptyGridQuery } from '../../query/grid-query.ts'
import { listOf, plainArrangement } from './arrangement.ts'

test('grid.filter.5 what is searched for comes nearest first, unless an order, groups or the tree say otherwise', () => {
  const sought = { ...emptyGridQuery, q: 'oak' }
  const order = (part: object, arrangement: object = {}) =>
    listOf({ ...sought, ...part }, { ...plainArrangement, ...arrangement }).sort.map(({ key }) => key)
  expect(order({})).toEqual(['relevance'])
  expect(order({ q: ' ' })).toEqual([])
  expect(order({ sort: [{ key: 'price', descending: true }] })).toEqual(['price'])
  expect(order({}, { groupBy: ['brand'] })).toEqual(['brand'])
  expect(order({}, { isTree: true })).toEqual([])
})
