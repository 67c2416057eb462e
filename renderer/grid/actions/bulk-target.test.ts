import { expect, test } from 'vitest'
import { mergeSpans } from './bulk-target.ts'

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
