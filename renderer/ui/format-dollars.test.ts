import { expect, test } from 'vitest'
import { formatDollars, formatPrice } from './format-count.ts'

test.each([
  [0, '$0.00'],
  [0.000_42, '$0.00042'],
  [0.01, '$0.01'],
  [0.125, '$0.13'],
  [1234.5, '$1,234.50'],
])('%d is %s', (amount, text) => {
  expect(formatDollars(amount)).toBe(text)
})

test('a price keeps its digits', () => {
  expect(formatPrice(0.075)).toBe('$0.075')
  expect(formatPrice(15)).toBe('$15')
})
