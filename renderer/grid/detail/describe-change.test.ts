import { expect, test } from 'vitest'
import { createApi } from '../../api/client.ts'
import { toColumns } from '../../query/columns.ts'
import { createFormats } from '../model/formats.ts'
import { describeChange, toWire } from './describe-change.ts'

const context = { api: createApi('w'), type: 'product', formats: createFormats('en-GB') } as const
const columns = toColumns([
  {
    id: '1',
    key: 'price',
    name: 'Price',
    entity_type: 'product',
    data_type: 'number',
    channel: null,
    is_primary: false,
    writable: true,
    acceptable_values: [],
    default_value: null,
  },
])

test('values of a change are shown as the column shows them; a gone attribute by its key', () => {
  expect(describeChange({ attribute: 'price', old: null, new: 1200.5 }, columns, context)).toMatchObject({
    name: 'Price',
    before: '',
    after: '1,200.5',
  })
  const gone = describeChange({ attribute: 'gone', old: true, new: 'x' }, columns, context)
  expect(gone).toMatchObject({ name: 'gone', before: 'Yes', after: 'x', column: undefined })
})

test('axes are shown by the names of their attributes', () => {
  const axes = [
    { attribute: 'price', values: ['1', '2'] },
    { attribute: 'gone', values: ['x'] },
  ]
  expect(
    describeChange({ attribute: 'variants.axes', old: null, new: axes }, columns, context),
  ).toMatchObject({
    name: 'Options of variants',
    before: '',
    after: 'Price: 1, 2; gone: x',
  })
})

test('references are written by id', () => {
  const stub = { id: 'v', type: 'vendor', label: 'V' }
  expect([toWire(stub), toWire([stub]), toWire(3), toWire(undefined)]).toEqual(['v', ['v'], 3, null])
})
