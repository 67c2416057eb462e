import { expect, test } from 'vitest'
import type { ColumnAggregate } from '#shared/schemas/grid.ts'
import type { DataType } from '#shared/attributes.ts'
import { toColumn } from '../../query/columns.ts'
import { summaryChoices, summaryValue } from './aggregate.ts'

const labels = (data_type: DataType) =>
  summaryChoices(
    toColumn({
      key: 'x',
      name: 'X',
      data_type,
      is_primary: false,
      writable: true,
      acceptable_values: [],
    } as unknown as Parameters<typeof toColumn>[0]),
  ).map(({ label }) => label)

test('numbers, dates and all else have their own choices', () => {
  expect(labels('single_line_text_field')).toEqual(['Nothing', 'Filled', 'Empty'])
  expect(labels('date')).toEqual(['Nothing', 'Filled', 'Empty', 'Earliest', 'Latest'])
  for (const type of ['number', 'rank', 'formula'] as const)
    expect(labels(type).slice(3)).toEqual(['Sum', 'Average', 'Least', 'Largest'])
})

test('sums lose the error of binary fractions; what cannot be told is null', () => {
  const column: ColumnAggregate = {
    filled: 3,
    measure: 'number',
    sum: 0.30000000000000004,
    average: 10 / 3,
    least: 0.1,
    greatest: 7,
  }
  expect(summaryValue('sum', column, { rows: 5 })).toBe(0.3)
  expect(summaryValue('average', column, { rows: 5 })).toBe(3.3333)
  expect(summaryValue('average', column, { rows: 5, decimals: 2 })).toBe(3.33)
  expect(summaryValue('empty', column, { rows: 5 })).toBe(2)
  expect(summaryValue('least', { ...column, least: null }, { rows: 5 })).toBeNull()
})
