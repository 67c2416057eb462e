import { expect, test } from 'vitest'
import type { GridQuery } from './grid-query.ts'
import { fromListParams, toListParams } from './list-params.ts'

const query: GridQuery = {
  sort: [
    { key: 'price', descending: true },
    { key: 'sku', descending: false },
  ],
  groups: [],
  clauses: [
    { key: 'material', operator: 'eq', value: 'oak' },
    { key: 'price', operator: 'gte', value: '10' },
    { key: 'price', operator: 'lte', value: '20' },
  ],
  join: 'or',
  q: 'chair & “desk”',
}

test('a query becomes the parameters of the public filter language', () => {
  expect(toListParams(query)).toEqual([
    ['filter[material]', 'oak'],
    ['filter[price][gte]', '10'],
    ['filter[price][lte]', '20'],
    ['filter_join', 'or'],
    ['sort', '-price,sku'],
    ['q', 'chair & “desk”'],
  ])
})

test('what is written is read back', () => {
  const params = new URLSearchParams(toListParams(query))
  expect(fromListParams(new URLSearchParams(params.toString()))).toEqual(query)
})

test.each([
  ['an empty value', { key: 'price', operator: 'eq', value: ' ' }],
  ['an empty list', { key: 'sku', operator: 'in', value: ' , ' }],
  ['an unknown operator', { key: 'price', operator: 'between', value: '1' }],
])('a clause with %s is not sent', (_name, clause) => {
  expect(toListParams({ sort: [], clauses: [clause], groups: [], join: 'or', q: ' ' })).toEqual([])
})

test('malformed parameters are left out', () => {
  expect(fromListParams(new URLSearchParams('filter=1&filter[a][b][c]=2&filter_join=xor'))).toEqual({
    sort: [],
    clauses: [],
    groups: [],
    join: 'and',
    q: '',
  })
})
