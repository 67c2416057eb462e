import { expect, test } from 'vitest'
import { formatBytes } from './format-count.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [4_194_304, '4.2 MB'],
  [123_456_789, '123 MB'],
  [5e12, '5.0 TB'],
])('%d is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
