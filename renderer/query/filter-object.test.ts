import { expect, test } from 'vitest'
import { emptyGridQuery, type FilterClause } from './grid-query.ts'
import { toFilterObject } from './list-params.ts'

const withClauses = (...clauses: FilterClause[]) => ({ ...emptyGridQuery, clauses })
const clause = (key: string, operator: string, value: string): FilterClause => ({ key, operator, value })

test('clauses become the object that bulk edits take; an unfinished one is left out', () => {
  const query = withClauses(
    clause('price', 'gte', '10'),
    clause('price', 'lt', '20'),
    clause('status', 'in', 'Draft, Approved'),
    clause('vendor', 'exists', 'false'),
    clause('sku', 'contains', ''),
  )
  expect(toFilterObject(query)).toEqual({
    price: { gte: '10', lt: '20' },
    status: { in: ['Draft', 'Approved'] },
    vendor: { exists: false },
  })
  expect(toFilterObject(emptyGridQuery)).toEqual({})
})

test('two clauses with the same operator stand in a list', () => {
  const query = withClauses(
    clause('sku', 'contains', 'a'),
    clause('sku', 'contains', 'b'),
    clause('sku', 'exists', 'true'),
  )
  expect(toFilterObject(query)).toEqual({ sku: [{ contains: 'a', exists: true }, { contains: 'b' }] })
})
