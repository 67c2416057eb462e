import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxPatternLength } from '#shared/pattern-syntax.ts'
import { textOf } from '#shared/messages/message.ts'
import { compilePattern, enforcedPattern } from './pattern.ts'

/** JavaScript's result for the pattern, which defines its meaning. */
function inJavaScript(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(text)
}

const texts = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'aab',
  'AB-12',
  'AB-12x',
  'blue',
  'BLUE',
  'some words',
  '+)',
  'a\n',
  'a\nb',
  '\n',
  '\r',
  '\u2028',
  ' ',
  '\u00A0',
  '\u3000',
  '\uFEFF',
  '\u0085',
  '\u180E',
  '\b',
  '\u0001',
  '\0',
  '-',
  ']',
  '[',
  '^',
  'é',
  'ß',
  'ſ',
  'K',
  'straße',
  'λ',
  '٣',
  '😀',
  '😀😀',
  'x@example.com',
  '2026-01-31',
]

const patterns = [
  '[A-Z]{2}-\\d+',
  '(red|blue)',
  '(?:\\w+ ?)+',
  '[)*+?]+',
  'a|ab|',
  'a|b$',
  '^a|b',
  '^$',
  '^^a$$',
  'a?',
  'a*?b',
  '(?<letter>a)(?:b)',
  '.',
  '..',
  '.*',
  '[^]',
  '[]',
  'a[]?',
  '[^a]',
  '\\s',
  '\\S',
  '[\\s]',
  '[\\S]',
  '[^\\s]',
  '[^\\S]',
  '[\\s-]',
  '[\\w-]+',
  '\\d',
  '\\D',
  '[\\D]',
  '\\w+',
  '\\W',
  '\\ba\\b',
  '\\b',
  '\\B',
  '[\\b]',
  '\\cA',
  '[\\cA]',
  '\\0',
  '[[]',
  '[[^a]',
  '[[:alpha:]',
  '[(?<]>',
  '[(?=x)]',
  '[\\]]',
  '[a-]',
  '[a^]',
  '\\/|\\^',
  '[\\-]',
  '[.]',
  '\\u0041B-12',
  '\\u{1F600}',
  '\\ud83d\\ude00',
  '[\\ud83d\\ude00]',
  '[\\u{1F5FF}-\\u{1F6FF}]{2}',
  '😀{2}',
  '\\x41',
  '\\p{Lu}',
  '\\P{Lu}',
  '[\\p{L}\\d]+',
  '\\p{Script=Greek}',
  '\\p{sc=Greek}',
  '\\p{gc=Nd}',
  '\\p{Alphabetic}',
  '[^@\\s]+@[^@\\s]+\\.[a-z]{2,}',
  '\\d{4}-\\d{2}-\\d{2}',
  '\\t|\\n|\\r|\\v|\\f',
]

test.each(patterns)('%s means what it means in JavaScript [VALUE-23]', (pattern) => {
  const compiled = enforcedPattern(pattern)
  const matched = texts.filter((text) => compiled?.matches(text) ?? true)
  expect(matched).toEqual(texts.filter((text) => inJavaScript(pattern, text)))
})

test('so does whatever is put together from such parts [VALUE-23]', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\s',
    '\\S',
    '\\w',
    '\\W',
    '\\d',
    '[^]',
    '[ab]',
    '[^a\\s]',
    '[\\S\\d]',
    '[[b]',
    'é',
    '😀',
    '\\b',
    '^',
    '$',
  )
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(${parts.join('|')})`),
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '*?', '+?'))
        .map(([part, often]) => `(?:${part})${often}`),
    ),
  }))
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '1', '[', 'é', '😀'), maxLength: 6 })
  fc.assert(
    fc.property(pattern, text, (one, value) => {
      expect(enforcedPattern(one)?.matches(value)).toBe(inJavaScript(one, value))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['(a*)\\1', /cannot refer back/],
  ['(?<x>a)\\k<x>', /cannot refer back/],
  ['a(?=b)', /cannot look ahead/],
  ['(?!a).*', /cannot look ahead/],
  ['(?<=a)b', /cannot look ahead/],
  ['(?<!a)b', /cannot look ahead/],
  ['(a{1000}){1000}', /too large/],
  ['a{1001}', /too large/],
  ['(?:(?:a|b){30}){30}|(?:c?){900}', /too large/],
  ['\\p{Letter}', /property of characters/],
  ['x'.repeat(maxPatternLength + 1), /at most 1000 characters/],
])('%s is told to be impossible, with what to do, and is not run [VALUE-23]', (pattern, sentence) => {
  const compiled = compilePattern(pattern)
  expect(compiled && 'fault' in compiled && textOf(compiled.fault)).toMatch(sentence)
  expect(enforcedPattern(pattern)).toBeUndefined()
})

test.each(['(', 'a)|(b', '[', '{', 'a**', '\\k', '\\-'])('%s is no pattern at all', (pattern) => {
  expect(compilePattern(pattern)).toBeUndefined()
})

const endless = ['(a+)+', '(a|a)*', '(a|aa)+', '(a?){60}a{60}', 'a*a*a*a*a*a*a*a*a*', '(?:a{1,60}){1,15}']

test.each(endless)('%s ends over a text that JavaScript would take years for [VALUE-23]', (pattern) => {
  expect(enforcedPattern(pattern)?.matches(`${'a'.repeat(1_000_000)}b`)).toBe(false)
})

test('the larger a pattern is, the shorter are the texts that it is tried on', () => {
  const small = enforcedPattern('[a-z]+')
  const large = enforcedPattern('.{1,255}')
  expect(small?.maxBytes).toBeGreaterThan(1024 * 1024)
  expect(large?.maxBytes).toBeGreaterThan(32 * 1000)
  expect(large?.maxBytes).toBeLessThan(1024 * 1024)
})
