import { expect, test } from 'vitest'
import { toColumns } from '../../query/columns.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'
import { emptyGridQuery } from '../../query/grid-query.ts'
import { canGroup, listOf, plainArrangement } from './group-tree.ts'

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

test('grid.group.7 references group and sort by the names of what they lead to, inverse ones by nothing', () => {
  const columns = toColumns([
    sampleAttribute('vendor', { data_type: 'entity_reference' }),
    sampleAttribute('shelves', { data_type: 'entity_list_reference' }),
    sampleAttribute('supplies', { data_type: 'inverse_reference' }),
    sampleAttribute('material', {}),
  ])
  const keys = columns.filter(canGroup).map(({ sortKey }) => sortKey)
  expect(keys).toEqual(['vendor:label', 'shelves:label', 'material'])
})
