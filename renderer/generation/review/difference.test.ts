import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from './difference.tsx'

const short = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join('')

test.each([
  ['', '', ''],
  ['oak', 'oak', 'oak'],
  ['', 'oak', '[+oak+]'],
  ['oak', '', '[-oak-]'],
  ['a solid oak chair', 'a red oak chair', 'a [-solid-][+red+] oak chair'],
  ['a chair of oak', 'a stool of birch', 'a [-chair-][+stool+] of [-oak-][+birch+]'],
  ['one two', 'three four', '[-one two-][+three four+]'],
  ['a chair', 'a chair, oiled', 'a chair[+, oiled+]'],
  ['a chair with arms', 'red desk, a lamp', '[-a chair with arms-][+red desk, a lamp+]'],
  ['日本の椅子', '日本の机', '日本の[-椅子-][+机+]'],
])('%j becomes %j', (before, after, expected) => {
  expect(short(before, after)).toBe(expected)
})

const words = fc
  .array(fc.constantFrom('oak', 'red', ' ', '\n', ',', 'chair', 'ä'), { maxLength: 40 })
  .map((list) => list.join(''))

test('without what was added it is the former text, without what was removed the latter', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = compareTexts(before, after)
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join('')
      expect(without('added')).toBe(before)
      expect(without('removed')).toBe(after)
    }),
  )
})

test('long texts that have nothing in common are one change, soon', () => {
  const long = (word: string) => Array.from({ length: 5_000 }, (_, index) => `${word}${index}`).join(' ')
  expect(compareTexts(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
