import { expect, test } from 'vitest'
import { toFilterText, toQueryFilter } from './clauses.ts'
import { UsageError } from './command.ts'

test('clauses say which are meant, in the words of people or of the API [CLI-19]', () => {
  const clauses = ['status=Published', 'price>=100', 'price<2e3', 'name~a=b', 'ean?', '!weight', 'kind!=x>y']
  const filter = {
    status: [{ eq: 'Published' }],
    price: [{ gte: '100' }, { lt: '2e3' }],
    name: [{ contains: 'a=b' }],
    ean: [{ exists: 'true' }],
    weight: [{ exists: 'false' }],
    kind: [{ ne: 'x>y' }],
  }
  expect(toQueryFilter(clauses)).toEqual({ filter })
  expect(toQueryFilter([])).toEqual({ filter: {} })
  expect(toQueryFilter(['?filter[a]=1&filter[a][ne]=2&filter[b][in]=x,y&filter_join=or&q=oak'])).toEqual({
    filter: { a: [{ eq: '1' }, { ne: '2' }], b: [{ in: 'x,y' }] },
    filter_join: 'or',
    q: 'oak',
  })
  expect(toQueryFilter(['filter={"or":[]}'])).toEqual({ filter: { or: [] } })
  expect(toQueryFilter(['vendor.name=A & B', 'filter[a]=1'])).toEqual({
    filter: { 'vendor.name': [{ eq: 'A & B' }], a: [{ eq: '1' }] },
  })
  expect(toFilterText(['price>=100', 'name~a&b'])).toBe(
    'filter%5Bprice%5D%5Bgte%5D=100&filter%5Bname%5D%5Bcontains%5D=a%26b',
  )
})

test.each(['price', '!price?', '=3', 'filter=[1]', 'filter[a]=1&sort=price', 'two words'])(
  '"%s" is no clause [CLI-19]',
  (clause) => {
    expect(() => toQueryFilter([clause])).toThrow(UsageError)
  },
)
