import { expect, test } from 'vitest'
import { emptyGridQuery } from '../grid/model/grid-query.ts'
import { chooseCategory, chosenCategory } from './category-filter.ts'
import { Tree } from './tree-model.ts'

const node = (id: string, parent: string | null) => ({ id, label: id, parent_id: parent, count: 0, total: 0 })
const tree = new Tree([node('seats', null), node('chairs', 'seats')])
const price = { key: 'price', operator: 'gt', value: '5' }
const query = { ...emptyGridQuery, clauses: [price] }

test('a category is a clause beside the others, with what is below it where wanted', () => {
  const deep = chooseCategory(query, 'category', { tree, id: 'seats', isDeep: true })
  expect(deep.clauses).toEqual([price, { key: 'category', operator: 'in', value: 'seats,chairs' }])
  expect(chosenCategory(deep, 'category')).toBe('seats')
  const other = chooseCategory(deep, 'category', { tree, id: 'chairs', isDeep: false })
  expect(other.clauses).toEqual([price, { key: 'category', operator: 'in', value: 'chairs' }])
  expect(chooseCategory(other, 'category', undefined)).toEqual(query)
})
