import { test, expect } from 'vitest'
import fc from 'fast-check'
import { numberText } from './number-text.ts'

test('a number is written in plain digits and reads back as it was', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = numberText(value)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Number(text)).toBe(value === 0 ? 0 : value)
    }),
  )
})
