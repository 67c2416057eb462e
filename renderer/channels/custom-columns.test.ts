import { expect, test } from 'vitest'
import type { CustomFieldInput } from '#shared/custom-channels.ts'
import {
  askingOf,
  extended,
  filled,
  moved,
  toAcceptable,
  toAsking,
  toColumns,
  toMost,
} from './custom-columns.ts'

const columns = [
  { target: 'Nr', kind: 'text', attribute: 'sku' },
  { target: 'Gross', kind: 'price', formula: '{{price}} * 1.19' },
  { target: 'Column 4', kind: 'list' },
] as const satisfies readonly CustomFieldInput[]

test('columns are sent as they were read, without what only a given channel has', () => {
  const field = { target: 'Nr', attribute: 'sku', requirement: 'optional', condition: 'x' } as const
  expect(toColumns({ fields: [field] })).toEqual([
    { target: 'Nr', attribute: 'sku', requirement: 'optional' },
  ])
})

test('columns are moved, added under a free name and filled by one thing at a time', () => {
  const names = (list: readonly CustomFieldInput[]) => list.map(({ target }) => target)
  expect(names(moved(columns, 0, 2))).toEqual(['Gross', 'Column 4', 'Nr'])
  expect(names(moved(columns, 0, -1))).toEqual(names(columns))
  expect(names(extended(columns))).toEqual(['Nr', 'Gross', 'Column 4', 'Column 5'])
  expect(filled(columns, 1, { attribute: 'price' })[1]).toMatchObject({ attribute: 'price', formula: null })
})

test('what is asked, the most and the values are those of the column', () => {
  expect(askingOf({ target: 'x', attribute: null, requirement: 'required', unique: true })).toBe(
    'required, never twice',
  )
  expect(toAsking('recommended, never twice')).toEqual({ requirement: 'recommended', unique: true })
  expect(toAsking('optional')).toEqual({ requirement: 'optional', unique: false })
  expect(toMost(columns[0], '20')).toMatchObject({ max_length: 20 })
  expect(toMost(columns[2], '13')).toMatchObject({ max_values: 13 })
  expect(toMost({ ...columns[0], max_length: 3 }, '')).not.toHaveProperty('max_length')
  expect(toMost(columns[0], 'many')).toBeUndefined()
  expect(toAcceptable(columns[0], 'new, used')).toMatchObject({ acceptable_values: ['new', 'used'] })
  expect(toAcceptable({ ...columns[0], acceptable_values: ['a'] }, ' ')).not.toHaveProperty(
    'acceptable_values',
  )
})
