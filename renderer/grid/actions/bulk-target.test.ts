import { expect, test } from 'vitest'
import { firstRows, mergeSpans } from './bulk-target.ts'

test('rows of several ranges count once, wherever the ranges overlap or touch', () => {
  expect(
    mergeSpans([
      [8, 9],
      [0, 2],
      [2, 4],
      [5, 5],
    ]),
  ).toEqual([
    [0, 5],
    [8, 9],
  ])
  expect(mergeSpans([])).toEqual([])
})

test('the first rows of several ranges', () => {
  const spans = [[0, 2] as const, [8, 30] as const]
  expect(firstRows(spans, 10)).toEqual([
    [0, 2],
    [8, 14],
  ])
  expect(firstRows(spans, 2)).toEqual([[0, 1]])
})
