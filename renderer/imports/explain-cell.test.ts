import { expect, test } from 'vitest'
import { explainCell } from './explain-cell.ts'

test.each([
  ['12,5', 'Write the decimals after a point, not after a comma.'],
  ['-1,25 ', 'Write the decimals after a point, not after a comma.'],
  ['1,2,3', 'This is not a number.'],
  ['abc', 'This is not a number.'],
])('%j in a column of numbers', (value, sentence) => {
  expect(explainCell({ row: 1, field: 'price', issue: 'expected_number', value })).toBe(sentence)
})
