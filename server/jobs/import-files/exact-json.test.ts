import { expect, test } from 'vitest'
import { parseExactly } from './exact-json.ts'

test.each([
  ['{"ean":12345678901234567890,"n":1}', { ean: '12345678901234567890', n: 1 }],
  [
    '{"list":[-98765432109876543210,9007199254740993]}',
    { list: ['-98765432109876543210', '9007199254740993'] },
  ],
  [
    '{"code":"12345678901234567890","n":9007199254740992}',
    { code: '12345678901234567890', n: 9_007_199_254_740_992 },
  ],
  ['{"n":0.1234567890123456789,"m":1e21,"k":-0}', { n: 0.123_456_789_012_345_68, m: 1e21, k: -0 }],
])('%s keeps every digit of whole numbers', (text, value) => {
  expect(parseExactly(text)).toEqual(value)
})
