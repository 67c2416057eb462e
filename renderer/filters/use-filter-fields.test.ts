import { expect, test } from 'vitest'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { besidesKey } from './use-filter-fields.ts'

const clause = (key: string) => ({ key, operator: 'eq', value: 'a' })
const group = (key: string) => ({ join: 'or' as const, clauses: [clause(key)], groups: [] })
const query: GridQuery = {
  ...emptyGridQuery,
  sort: [{ key: 'sku', descending: false }],
  clauses: [clause('brand'), clause('color')],
  groups: [group('brand'), { join: 'or', clauses: [], groups: [group('color')] }],
  q: 'oak',
}

test('values are looked for among the rows that the conditions on other keys leave', () => {
  expect(besidesKey(query, 'brand')).toEqual({
    ...query,
    sort: [],
    clauses: [clause('color')],
    groups: [{ join: 'or', clauses: [], groups: [group('color')] }],
  })
})

test('beside alternatives any row may have them', () => {
  expect(besidesKey({ ...query, join: 'or' }, 'brand')).toEqual({ ...emptyGridQuery, q: 'oak' })
})
