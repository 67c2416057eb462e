import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPriceTiers, parsePriceTiers, storePriceTiers } from './price-tiers.ts'

test.each([
  ['1: 10', [[1, 10]]],
  [
    '1: 10.00; 10: 9.50',
    [
      [1, 10],
      [10, 9.5],
    ],
  ],
  [
    '5 = 1.299,50 | 10 = 1.199,00',
    [
      [5, 1299.5],
      [10, 1199],
    ],
  ],
  [
    '1: 1,299.50\n3: 0,125',
    [
      [1, 1299.5],
      [3, 0.125],
    ],
  ],
  ['[{"quantity": 2, "price": 0}]', [[2, 0]]],
])('reads %j [KIND-09]', (text, tiers) => {
  expect(parsePriceTiers(text)).toEqual(tiers.map(([quantity, price]) => ({ quantity, price })))
})

test.each([
  '',
  '1: 1,299',
  '1: 10; 1: 9',
  '1.5: 10',
  '1: ten',
  '1: 1.29.5,00',
  '[]',
  '[{"quantity": 1, "price": "10"}]',
  '[{"quantity": 1, "price": 10, "unit": "kg"}]',
  '[{"quantity": 1, "price": 1e300}]',
  '[null]',
  Array.from({ length: 101 }, (_, index) => `${index + 1}: 1`).join(';'),
  `1: ${'1'.repeat(20_000)}`,
])('does not read %j [KIND-09]', (text) => {
  expect(parsePriceTiers(text)).toBeUndefined()
})

test('what is shown reads back as what is stored [KIND-09]', () => {
  const price = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 1000)
  const tiers = fc
    .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
    .map((quantities) => quantities.toSorted((a, b) => a - b))
    .chain((quantities) =>
      fc.tuple(...quantities.map((quantity) => price.map((one) => ({ quantity, price: one })))),
    )
  fc.assert(
    fc.property(tiers, fc.constantFrom(0, 2, 3), (all, decimals) => {
      const stored = JSON.stringify(all)
      expect(storePriceTiers(formatPriceTiers(stored, decimals) ?? '')).toBe(stored)
    }),
  )
})
