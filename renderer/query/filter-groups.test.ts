import { expect, test } from 'vitest'
import {
  allClauses,
  fromTree,
  toTree,
  withClause,
  emptyGridQuery,
  type FilterGroup,
  type GridQuery,
} from './grid-query.ts'
import { toFilterObject, fromListParams, toListParams } from './list-params.ts'

const clause = (key: string, value: string, operator = 'eq') => ({ key, operator, value })
const filter: FilterGroup = {
  join: 'and',
  clauses: [clause('color', 'Red,Blue', 'in')],
  groups: [
    {
      join: 'or',
      clauses: [clause('price', '10', 'lt')],
      groups: [{ join: 'and', clauses: [clause('sku', 'A'), clause('name', 'true', 'exists')], groups: [] }],
    },
  ],
}
const query: GridQuery = { ...emptyGridQuery, ...filter, sort: [{ key: 'sku', descending: true }] }
const tree = {
  and: [
    { attribute: 'color', operator: 'in', value: ['Red', 'Blue'] },
    {
      or: [
        { attribute: 'price', operator: 'lt', value: '10' },
        {
          and: [
            { attribute: 'sku', operator: 'eq', value: 'A' },
            { attribute: 'name', operator: 'exists', value: true },
          ],
        },
      ],
    },
  ],
}

test('groups become the JSON of the server, and come back from it', () => {
  expect(toTree(filter)).toEqual(tree)
  expect(fromTree(tree)).toEqual(filter)
  expect(toFilterObject(query)).toEqual(tree)
})

test('groups stand in the parameters of a list and in the address as that JSON', () => {
  const params = toListParams(query)
  expect(params).toEqual([
    ['filter', JSON.stringify(tree)],
    ['sort', '-sku'],
  ])
  expect(fromListParams(new URLSearchParams(params))).toEqual(query)
  for (const broken of ['{', '1', 'null'])
    expect(fromListParams(new URLSearchParams([['filter', broken]]))).toEqual(emptyGridQuery)
})

test('what lacks its value is not sent, nor a group in which nothing is left', () => {
  const begun = { join: 'or' as const, clauses: [clause('price', ' ')], groups: [] }
  expect(toTree({ ...filter, groups: [...filter.groups, begun] })).toEqual(tree)
  expect(toTree(begun)).toBeUndefined()
  expect(toListParams({ ...emptyGridQuery, groups: [begun] })).toEqual([])
})

test('a clause beside alternatives holds for all of them', () => {
  const id = clause('id', 'x')
  expect(withClause(query, id).clauses).toEqual([...query.clauses, id])
  expect(withClause({ ...query, join: 'or' }, id)).toEqual({
    ...query,
    clauses: [id],
    groups: [{ ...filter, join: 'or' }],
  })
  expect(allClauses(filter).map(({ key }) => key)).toEqual(['color', 'price', 'sku', 'name'])
})
