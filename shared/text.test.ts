import { expect, test } from 'vitest'
import { foldText, splitList } from './text.ts'

test.each([
  ['STRASSE', ' straße'],
  ['ẞ', 'ss'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['Ǆ', 'ǆ'],
  ['ﬃ', 'FFI'],
  ['K (Kelvin: \u212a)', 'k (kelvin: k)'],
  ['e\u0301', 'É'],
  ['İ', 'i\u0307'],
  ['ᾳ', 'ΑΙ'],
])('reading 1: %j and %j compare as equal', (left, right) => {
  expect(foldText(left)).toBe(foldText(right))
})

test.each([
  ['m²', 'm2'],
  ['ı', 'i'],
  ['resume', 'résumé'],
  ['a b', 'a  b'],
])('reading 1: %j and %j stay different', (left, right) => {
  expect(foldText(left)).not.toBe(foldText(right))
})

test('folding twice changes nothing more, for every code point of the first plane', () => {
  const unstable: string[] = []
  for (let code = 0; code < 0x10000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const once = foldText(String.fromCodePoint(code))
    if (foldText(once) !== once) unstable.push(code.toString(16))
  }
  expect(unstable).toEqual([])
})

test('a list drops white space and empty tokens', () => {
  expect(splitList(' Red, ,Blue,')).toEqual(['Red', 'Blue'])
})
