import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isForgiving, isOneTypoAway, meantBeginning, wordsOfText } from './nearest.ts'

test.each([
  ['nordvk', 'nordvik', true],
  ['nordviik', 'nordvik', true],
  ['nordvok', 'nordvik', true],
  ['nodrvik', 'nordvik', true],
  ['nordvki', 'nordvik', true],
  ['tera', 'terra', true],
  ['nordvik', 'nordvik', false],
  ['nrodvki', 'nordvik', false],
  ['nordv', 'nordvik', false],
  ['', 'a', true],
  ['ab', 'ba', true],
  ['abc', 'cba', false],
])('%s is one typo away from %s: %s', (typed, meant, expected) => {
  expect(isOneTypoAway(typed, meant)).toBe(expected)
  expect(isOneTypoAway(meant, typed)).toBe(expected)
})

function typosOf(word: string): Set<string> {
  const letters = 'abc'
  const places = Array.from(
    { length: word.length + 1 },
    (_, at) => [word.slice(0, at), word.slice(at)] as const,
  )
  const made = places.flatMap(([start, rest]) => [
    start + rest.slice(1),
    `${start}${rest.slice(1, 2)}${rest.slice(0, 1)}${rest.slice(2)}`,
    ...[...letters].flatMap((letter) => [
      start + letter + rest,
      rest === '' ? word : start + letter + rest.slice(1),
    ]),
  ])
  return new Set(made.filter((one) => one !== word))
}

test('one typo is what one change of a letter makes', () => {
  const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(anyWord, anyWord, (one, other) => {
      expect(isOneTypoAway(one, other)).toBe(typosOf(one).has(other))
    }),
    { seed: 16, numRuns: 3000 },
  )
})

test('words are letters alone, of four and more', () => {
  expect(wordsOfText('säntis m2 lamp-shade ikea2go, a4b 椅子椅子椅子')).toEqual([
    'säntis',
    'lamp',
    'shade',
    'ikea',
  ])
  expect(wordsOfText('x'.repeat(25))).toEqual([])
  expect(['terra', 'tera', 'ter', 'te-ra', 'terra2'].map(isForgiving)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('what is typed may be the beginning of a word', () => {
  expect(meantBeginning('nordvk', 'nordvik')).toBe('nordvik')
  expect(meantBeginning('foldabe', 'foldable')).toBe('foldable')
  expect(meantBeginning('foldbl', 'foldable')).toBe('foldabl')
  expect(meantBeginning('tera', 'terrace')).toBe('terra')
  expect(meantBeginning('tera', 'teak')).toBeUndefined()
  expect(meantBeginning('lamb', 'lampshade')).toBeUndefined()
})
