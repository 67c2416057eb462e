import { expect, test } from 'vitest'
import { addAggregates, aggregate, average } from './aggregate.ts'

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
