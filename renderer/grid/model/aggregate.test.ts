import { expect, test } from 'vitest'
import { addAggregates, aggregate } from './aggregate.ts'

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
