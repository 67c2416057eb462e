import { expect, test } from 'vitest'
import { textOf } from './messages/message.ts'
import { explainCell } from './describe-fault.ts'

test.each([
  ['12,5', 'The decimals stand after a comma. Choose so for this column, or write a point.'],
  ['-1,25 ', 'The decimals stand after a comma. Choose so for this column, or write a point.'],
  ['1,2,3', 'This is not a number. Write one such as 129.5, or empty the cell.'],
  [
    '49.00 CHF',
    'The column does not take a number with this unit or currency. Write it in that of the attribute, without the unit.',
  ],
  [
    '$ 1,200',
    'The column does not take a number with this unit or currency. Write it in that of the attribute, without the unit.',
  ],
  ['CH-100 red', 'This is not a number. Write one such as 129.5, or empty the cell.'],
  ['abc', 'This is not a number. Write one such as 129.5, or empty the cell.'],
])('%j in a column of numbers', (value, sentence) => {
  expect(textOf(explainCell({ row: 1, field: 'price', issue: 'expected_number', value }))).toBe(sentence)
})
