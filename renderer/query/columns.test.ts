import { expect, test } from 'vitest'
import { type GridAttribute, toColumn } from './columns.ts'

const attribute: GridAttribute = {
  id: '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f',
  key: 'price',
  name: 'Price',
  entity_type: 'product',
  data_type: 'number',
  channel: null,
  is_primary: false,
  writable: true,
  acceptable_values: [],
  default_value: null,
}

test('a column that is closed to a role shows a lock and says why; one that is computed says that alone', () => {
  expect(toColumn(attribute)).toMatchObject({ isClosed: false, readOnlyReason: undefined })
  const closed = toColumn({ ...attribute, is_closed: true })
  expect(closed).toMatchObject({ isClosed: true, readOnlyReason: expect.stringContaining('Your role') })
  const computed = toColumn({ ...attribute, data_type: 'formula', writable: false, is_closed: true })
  expect(computed).toMatchObject({ isClosed: false, readOnlyReason: expect.stringContaining('formula') })
})
