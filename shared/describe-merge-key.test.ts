import { expect, test } from 'vitest'
import { textOf } from './messages/message.ts'
import { describeMergeKey } from './describe-merge-key.ts'

const proposal = {
  key: 'sku',
  header: 'Art.-Nr.',
  reason: '',
  rows: 300,
  is_estimate: false,
  unique: true,
  filled: 300,
  known: 290,
  new: 10,
  is_sure: true,
}

test.each([
  [{}, 'By Art.-Nr.: 290 are there already and are updated, 10 are new.'],
  [{ known: 1, new: 0, filled: 1, rows: 1 }, 'By Art.-Nr.: 1 is there already and is updated.'],
  [
    { known: 0, new: 9999, filled: 9999, rows: 10_000, is_estimate: true },
    'By Art.-Nr., of the first 10,000 rows: 9,999 are new. 1 row has none.',
  ],
  [
    { unique: false },
    'By Art.-Nr.: 290 are there already and are updated, 10 are new. Several rows have the same value; the first of each is imported.',
  ],
])('%j [IMPORT-19]', (some, sentence) => {
  expect(textOf(describeMergeKey({ ...proposal, ...some }))).toBe(sentence)
})
