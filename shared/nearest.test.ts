import { expect, test } from 'vitest'
import { guess, nearest } from './nearest.ts'

const known = ['sku', 'price', 'product_name', 'material', 'created_at', 'limit', 'offset', 'contains', 'gte']

test.each([
  ['pirce', 'price'],
  ['prices', 'price'],
  ['Price', 'price'],
  ['productName', 'product_name'],
  ['product-name', 'product_name'],
  ['prodct_nmae', 'product_name'],
  ['materail', 'material'],
  ['createdAt', 'created_at'],
  ['limt', 'limit'],
  ['ofset', 'offset'],
  ['contain', 'contains'],
  ['SKU', 'sku'],
  ['sk', 'sku'],
])('%s was meant as %s [ERROR-15]', (word, meant) => expect(nearest(word, known)).toBe(meant))

test.each(['nope', 'x', '', 'between', 'colour', 'price_of_all', 'p'.repeat(200), 'lte ', '__proto__'])(
  '%j is nothing that is known [ERROR-15]',
  (word) => expect(nearest(word, known.slice(0, 7))).toBeUndefined(),
)

test('of several the closest counts, and of equally close ones the first', () => {
  expect(nearest('pice', ['pine', 'price', 'pico'])).toBe('pine')
  expect(nearest('name1', ['name12', 'name1'])).toBe('name1')
})

test('what other programs call a data type is known [ERROR-20]', () => {
  expect(guess('lookup', ['reference_lookup', 'formula'])).toEqual({ did_you_mean: 'reference_lookup' })
  expect(guess('photo', ['image', 'video'])).toEqual({ did_you_mean: 'image' })
})
