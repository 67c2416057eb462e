import { expect, test } from 'vitest'
import { emptyGridQuery } from './grid-query.ts'
import { chooseCategory, chosenCategory, filteredCategory, Tree } from './category-tree.ts'

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

test('a filter keeps to one category by naming it, or it and what is below it, and nothing else', () => {
  const keys = new Set(['category', 'also_in'])
  const clause = (value: string, operator: 'in' | 'eq' | 'ne' = 'in', key = 'category') => ({
    key,
    operator,
    value,
  })
  const only = (clauses: (typeof query)['clauses'], join: 'and' | 'or' = 'and') =>
    filteredCategory({ ...query, clauses, join }, keys, tree)?.ids
  expect(only([clause('seats', 'eq'), price])).toEqual(['seats'])
  expect(only([clause('seats,chairs')])).toEqual(['seats', 'chairs'])
  expect(only([clause('chairs,seats')])).toBeUndefined()
  expect(only([clause('seats', 'ne')])).toBeUndefined()
  expect(only([clause('')])).toBeUndefined()
  expect(only([price])).toBeUndefined()
  expect(only([clause('seats'), price], 'or')).toBeUndefined()
  expect(only([clause('seats'), clause('chairs', 'in', 'also_in')])).toBeUndefined()
  const withoutTree = { ...query, clauses: [clause('seats,chairs')] }
  expect(filteredCategory(withoutTree, keys, undefined)).toBeUndefined()
})
