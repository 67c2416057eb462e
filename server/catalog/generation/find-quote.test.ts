import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findQuote } from '../proposals/passages.ts'

test.each([
  ['plain', 'a chair of oak', 'chair', 'chair'],
  ['in another case', 'a chair of OAK', 'of oak', 'of OAK'],
  ['across lines', '  solid \n  oak legs', 'solid oak', 'solid \n  oak'],
  ['longer when folded', 'die große Straße hier', 'STRASSE', 'Straße'],
  ['behind what is longer when folded', 'ßßßß oak', 'oak', 'oak'],
  ['composed otherwise', 'le cafe\u0301 noir', 'café', 'cafe\u0301'],
  ['behind emoji', '👩‍🔬 says oak', 'says oak', 'says oak'],
  ['at the end', 'made of oak  ', 'oak', 'oak'],
])('a quote is found %s [REVIEW-04]', (_what, text, quote, found) => {
  const span = findQuote(text, quote)
  expect(span && text.slice(span.start, span.end)).toBe(found)
})

test('what is not there is not found [REVIEW-04]', () => {
  expect(findQuote('a chair of oak', 'teak')).toBeUndefined()
  expect(findQuote('a chair of oak', ' ')).toBeUndefined()
})

test('any stretch of whole words is found as it is written [REVIEW-04]', () => {
  const word = fc.stringMatching(/^[a-zA-ZäßÉΣς]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, one, other) => {
      const [from, to] = [one % words.length, other % words.length].toSorted((a, b) => a - b)
      const quote = words.slice(from, (to ?? 0) + 1).join(' ')
      const text = words.join('\n ')
      const span = findQuote(text, quote)
      const found = span && text.slice(span.start, span.end)
      expect(found?.split(/\s+/).join(' ').toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss')).toBe(
        quote.toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss'),
      )
    }),
  )
})
