import { test, expect } from 'vitest'
import { parseRowJson, findOutsized } from './json-text.ts'

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
  expect(parseRowJson(text)).toEqual(value)
})

test.each(['{"n":1e400}', '{"n":[{"m":-1E+999}]}', `{"n":${'9'.repeat(400)}.5}`])(
  '%s is too large',
  (text) => {
    expect(text).toContain(findOutsized(parseRowJson(text))?.digits)
  },
)

test('numbers that fit are not too large, whatever their exponents', () => {
  expect(findOutsized(parseRowJson('{"n":1e308,"m":[1e-400,"1e400"],"k":null}'))).toBeUndefined()
})
