import { expect, test } from 'vitest'
import { addAggregates, aggregate, average, firstSummary, summaryChoices, summaryValue } from './aggregate.ts'
import type { ColumnAggregate } from '#shared/schemas/grid.ts'
import type { DataType } from '#shared/attributes.ts'
import { toColumn, toColumns } from '../../query/columns.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'

test('counts what is filled and sums the numbers', () => {
  expect(aggregate([1, 'x', null, 5, '', -2, true])).toEqual({
    filled: 5,
    numbers: 3,
    sum: 4,
    min: -2,
    max: 5,
  })
})

test('many small numbers lose nothing', () => {
  expect(aggregate(Array.from({ length: 10_000 }, () => 0.1)).sum).toBe(1000)
})

test('two sums make one, also where one of them has no number', () => {
  const both = addAggregates(aggregate([1, 'a']), aggregate([5, -2]))
  expect(both).toEqual(aggregate([1, 'a', 5, -2]))
  expect(addAggregates(both, aggregate(['b']))).toEqual({ ...both, filled: 5 })
})

test.each([
  ['whole numbers', [1, 1, 2], 1.33],
  ['prices', [9.95, 10.1, 12.25], 10.77],
  ['finer numbers', [0.123, 0.124, 0.126], 0.124],
  ['numbers with more decimals than anybody reads', [1 / 3, 2 / 3], 0.5],
  ['numbers that are all small', [0.00001, 0.00002], 0.000015],
])('the average of %s is rounded', (_name, values, expected) => {
  expect(average(aggregate(values))).toBe(expected)
})

const labels = (data_type: DataType) =>
  summaryChoices(toColumn(sampleAttribute('x', { data_type }))).map(({ label }) => label)

test('numbers, dates and all else have their own choices', () => {
  expect(labels('single_line_text_field')).toEqual(['Nothing', 'Filled', 'Empty'])
  expect(labels('date')).toEqual(['Nothing', 'Filled', 'Empty', 'Earliest', 'Latest'])
  for (const type of ['number', 'rank', 'formula'] as const)
    expect(labels(type).slice(3)).toEqual(['Sum', 'Average', 'Lowest', 'Highest'])
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

test('grid.summary.2 a summary row starts with the rows, sums of plain numbers and averages of those with a unit', () => {
  const columns = toColumns([
    sampleAttribute('name', { is_primary: true }),
    sampleAttribute('stock', { data_type: 'number' }),
    sampleAttribute('price', { data_type: 'number', constraints: { unit: 'EUR' } }),
    sampleAttribute('sku'),
  ])
  expect(firstSummary(columns)).toEqual({ name: 'filled', stock: 'sum', price: 'average' })
})
