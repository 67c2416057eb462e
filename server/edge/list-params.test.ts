import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { parseListParams, type ParsedList } from './list-params.ts'
import type { RawQuery } from './query-string.ts'

// The same parser as in production reads the query string.
const app = Fastify()
app.get('/list', (request, reply) => reply.send(parseListParams(request.query as RawQuery, request.url)))

async function parse(query: string): Promise<ParsedList> {
  const answer = await app.inject({ url: `/list?${query}` })
  return answer.json()
}

const defaults = { limit: 50, offset: 0, sort: [], clauses: [], join: 'and' }

const clause = (field: string, key: string, operator: string, value: string) => ({
  field,
  key,
  operator,
  value,
})

describe('accepted', () => {
  test.each([
    ['nothing', '', {}],
    ['limit at its bounds', 'limit=1', { limit: 1 }],
    ['limit at its upper bound', 'limit=200', { limit: 200 }],
    ['an offset', 'offset=1250', { offset: 1250, isCounted: true }],
    ['a cursor', 'cursor=abc', { cursor: 'abc' }],
    ['a cursor with the offset zero', 'cursor=abc&offset=0', { cursor: 'abc' }],
    [
      'several sort keys',
      'sort=-updated_at,sku',
      {
        sort: [
          { key: 'updated_at', descending: true },
          { key: 'sku', descending: false },
        ],
      },
    ],
    ['an empty sort', 'sort=', {}],
    ['the join in any case', 'filter_join=OR', { join: 'or' }],
    ['fields with commas', 'fields=sku,price', { fields: ['sku', 'price'] }],
    ['fields repeated', 'fields=sku&fields=price,sku', { fields: ['sku', 'price'] }],
    ['fields with white space', 'fields=%20sku%20,', { fields: ['sku'] }],
    ['empty fields, which means not given', 'fields=', {}],
    ['quick search', 'q=oak+table', { q: 'oak table' }],
    ['an empty quick search', 'q=%20', {}],
    ['the bare form', 'filter[sku]=a', { clauses: [clause('filter[sku]', 'sku', 'eq', 'a')] }],
    [
      'encoded brackets',
      'filter%5Bprice%5D%5Bgte%5D=2',
      { clauses: [clause('filter[price][gte]', 'price', 'gte', '2')] },
    ],
    ['an empty value', 'filter[sku]=', { clauses: [clause('filter[sku]', 'sku', 'eq', '')] }],
    [
      'a repeated clause',
      'filter[sku]=a&filter[sku]=b',
      { clauses: [clause('filter[sku]', 'sku', 'eq', 'a'), clause('filter[sku]', 'sku', 'eq', 'b')] },
    ],
    [
      'an unknown operator, which the catalog names',
      'filter[price][between]=1,2',
      { clauses: [clause('filter[price][between]', 'price', 'between', '1,2')] },
    ],
    [
      'a key that is a name of Object.prototype',
      'filter[__proto__]=1&filter[constructor][prototype]=2',
      {
        clauses: [
          clause('filter[__proto__]', '__proto__', 'eq', '1'),
          clause('filter[constructor][prototype]', 'constructor', 'prototype', '2'),
        ],
      },
    ],
  ])('%s: %s', async (_name, query, expected) => {
    expect(await parse(query)).toEqual({ request: { ...defaults, ...expected }, faults: [] })
  })
})

const unknown = 'This query parameter is not known here.'
const repeated = 'Send this parameter once.'
const malformed = 'The percent-encoding of this parameter is malformed. Write a % itself as %25.'

describe('refused', () => {
  test.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=201', 'limit', 'out_of_range'],
    ['limit=99999999999999999999', 'limit', 'out_of_range'],
    ['limit=-1', 'limit', 'expected_non_negative_integer'],
    ['limit=', 'limit', 'expected_non_negative_integer'],
    ['limit=ten', 'limit', 'expected_non_negative_integer'],
    ['limit=1.5', 'limit', 'expected_non_negative_integer'],
    ['limit=1e2', 'limit', 'expected_non_negative_integer'],
    ['limit=%2B5', 'limit', 'expected_non_negative_integer'],
    ['limit=1&limit=2', 'limit', repeated],
    ['offset=-1', 'offset', 'expected_non_negative_integer'],
    ['offset=abc', 'offset', 'expected_non_negative_integer'],
    ['cursor=abc&offset=50', 'cursor', 'invalid_value'],
    ['cursor=', 'cursor', 'invalid_value'],
    ['cursor=a&cursor=b', 'cursor', repeated],
    ['filter_join=xor', 'filter_join', 'invalid_value'],
    ['filter_join=', 'filter_join', 'invalid_value'],
    ['filter=a', 'filter', 'not_a_defined_attribute'],
    ['filter[]=a', 'filter[]', 'not_a_defined_attribute'],
    ['filter[sku=a', 'filter[sku', 'not_a_defined_attribute'],
    ['filter[sku]]=a', 'filter[sku]]', 'not_a_defined_attribute'],
    ['filter[sku][]=a', 'filter[sku][]', 'not_a_defined_attribute'],
    ['filter[a][b][c]=a', 'filter[a][b][c]', 'not_a_defined_attribute'],
    ['filter[a[b]]=a', 'filter[a[b]]', 'not_a_defined_attribute'],
    ['filter.sku=a', 'filter.sku', 'not_a_defined_attribute'],
    ['page=2', 'page', unknown],
    ['=1', 'query', unknown],
    ['=%zz', 'query', malformed],
    ['__proto__=1', '__proto__', unknown],
    ['toString=1', 'toString', unknown],
    ['limit=%zz', 'limit', malformed],
    ['filter[sku]=%E0%A4%A', 'filter[sku]', malformed],
    ['filter%5Bsku%5D=%zz', 'filter[sku]', malformed],
    ['%zz=1', '%zz', malformed],
  ])('%s', async (query, field, issue) => {
    expect(await parse(query)).toMatchObject({ request: defaults, faults: [{ field, issue }] })
  })
})

test('all faults of a query string are found together', async () => {
  const { faults } = await parse('limit=x&offset=y&filter_join=z&filter[]=1&w=1&filter[sku]=ok')
  expect(faults).toMatchObject([
    { field: 'limit', issue: 'expected_non_negative_integer' },
    { field: 'offset', issue: 'expected_non_negative_integer' },
    { field: 'filter_join', issue: 'invalid_value', acceptable_values: ['and', 'or'] },
    { field: 'filter[]', issue: 'not_a_defined_attribute' },
    { field: 'w', issue: unknown },
  ])
})
