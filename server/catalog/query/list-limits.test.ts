import { expect, test } from 'vitest'
import { refusal, ScratchCatalog } from '../../testing/scratch-catalog.ts'
import type { FilterClause, ListRequest } from './list-request.ts'

const clauses = (count: number): FilterClause[] =>
  Array.from({ length: count }, (_, index) => ({
    field: 'filter[name]',
    key: 'name',
    operator: index === 0 ? 'starts_with' : 'ne',
    value: `P${index || ''}`,
  }))

test.each(['and', 'or'] as const)('200 clauses joined by %s are a list, 201 are too many', (join) => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.create('product', { name: 'Pear' })

  expect(catalog.list('product', { clauses: clauses(200), join }).pagination.total).toBe(1)
  const { fieldErrors } = refusal(() => catalog.list('product', { clauses: clauses(201), join }))
  expect(fieldErrors).toEqual([{ field: 'filter', issue: 'too_many_values' }])
})

test('30 sort keys are an order, 31 are too many', () => {
  using catalog = new ScratchCatalog()
  const keys = Array.from({ length: 31 }, (_, index) => catalog.define('product', `A${index}`).key)
  const first = catalog.create('product', { a29: 'A' })
  const last = catalog.create('product', { a29: 'B' })
  const sortBy = (count: number): Partial<ListRequest> => ({
    sort: keys.slice(0, count).map((key) => ({ key, descending: true })),
  })

  expect(catalog.list('product', sortBy(30)).data.map(({ id }) => id)).toEqual([last.id, first.id])
  const { fieldErrors } = refusal(() => catalog.list('product', sortBy(31)))
  expect(fieldErrors).toEqual([{ field: 'sort', issue: 'too_many_values' }])
})

test.each([
  ['formula', {}],
  ['reference_lookup', { reference: { via: 'vendor', attribute: 'name' } }],
])('a %s without values sorts as blank, in any page', (dataType, rest) => {
  using catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Computed', { data_type: dataType, ...rest })
  const ids = [1, 2, 3].map(() => catalog.create('product').id)
  const sort = [{ key: 'computed', descending: true }]

  const page = catalog.list('product', { sort, limit: 2 })
  const next = catalog.list('product', { sort, limit: 2, cursor: page.pagination.next_cursor })

  expect([...page.data, ...next.data].map(({ id }) => id)).toEqual(ids)
})
