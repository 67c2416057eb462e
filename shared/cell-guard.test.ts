import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './cell-guard.ts'

const risky = fc.stringMatching(/^'{0,3}[=+\-@\t\r\n＝＋－＠]?.{0,5}$/)

test('a code that others write with an apostrophe is read without it [IMPORT-37]', () => {
  expect(unguardCell("'00123")).toBe('00123')
})

test('what is guarded begins no formula, and reads back as it was', () => {
  fc.assert(
    fc.property(fc.oneof(risky, fc.string()), (text) => {
      const guarded = guardCell(text)
      expect(guarded).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      expect(unguardCell(guarded)).toBe(text)
    }),
  )
})

test.each([
  ['=1', "'=1"],
  ["'=1", "''=1"],
  ['\n=1', "'\n=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM', "'＠SUM"],
  ["'twas", "'twas"],
  ["'90s", "'90s"],
  ["'00123", "''00123"],
  ['a=1', 'a=1'],
  ['', ''],
])('%j is written as %j', (text, cell) => {
  expect(guardCell(text)).toBe(cell)
  expect(unguardCell(cell)).toBe(text)
})
