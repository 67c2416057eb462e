import { expect, test } from 'vitest'
import { heldText, indexText } from './status-bar.tsx'

test.each([
  [0, 0, undefined],
  [1, 0, '1 new row is out of order: put in order'],
  [3, 0, '3 new rows are out of order: put in order'],
  [0, 1, '1 new row does not match: hide it'],
  [0, 2, '2 new rows do not match: hide them'],
  [2, 1, '2 new rows are out of order, 1 does not match: put in order and hide'],
])('%i out of order and %i that do not match: %s', (out, unmatched, text) => {
  expect(heldText(out, unmatched)).toBe(text)
})

test('an index that is made is named with what it is of and how far it has come', () => {
  const price = { title: 'Price', done: 41_999, total: 100_000 }
  expect(indexText([])).toBeUndefined()
  expect(indexText([price])).toBe('Speeding up Price (41 %)')
  expect(indexText([{ ...price, done: 0, total: 0 }, price])).toBe('Speeding up Price and 1 other')
})
