import { expect, test } from 'vitest'
import { describeFaults } from './client.ts'

test.each([
  [
    'channel',
    ['shopify', 'amazon'],
    'There is no such channel; vitrine channel list names those there are. Enabled: shopify, amazon.',
  ],
  ['view', ['Prices', 'Mugs'], 'There is no such view. The views are: Prices, Mugs.'],
  [
    'values',
    ['own', 'effective'],
    'values: The value is not one of those allowed here. Allowed: own, effective.',
  ],
])('a wrong %s is told with what is there [CLI-02]', (field, allowed, sentence) => {
  expect(describeFaults([{ field, issue: 'invalid_value', acceptable_values: allowed }])).toBe(sentence)
})
