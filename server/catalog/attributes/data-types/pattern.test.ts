import { expect, test } from 'vitest'
import { matchesWhole } from './pattern.ts'

test.each([
  ['[A-Z]{2}-\\d+', 'AB-12', true],
  ['[A-Z]{2}-\\d+', 'AB-12x', false],
  ['(red|blue)', 'blue', true],
  ['(?:\\w+ ?)+', 'some words', true],
  ['[)*+?]+', '+)', true],
])('the whole of %s in %j: %s', (pattern, text, expected) => {
  expect(matchesWhole(pattern, text)).toBe(expected)
})

test.each(['(a+)+', '(a|a)*', '(a|aa)+', '(a?){60}a{60}', 'a*a*a*a*a*a*a*a*a*', '(?:a{1,60}){1,60}'])(
  'the pattern %s gives up on a text that it would take years for',
  (pattern) => {
    expect(matchesWhole(pattern, `${'a'.repeat(5000)}b`)).toBe(false)
  },
)
