import { expect, test } from 'vitest'
import { readLinkAddress } from './round-trip.ts'

test('a link leads to the web or to a mailbox, with or without its scheme, and nowhere else', () => {
  const read = (texts: readonly string[]) => texts.map(readLinkAddress)
  expect(
    read(['https://a.example/x', ' HTTP://a.example ', 'a.example/x?y', 'a.example:80', 'me@a.example']),
  ).toEqual([
    'https://a.example/x',
    'HTTP://a.example',
    'https://a.example/x?y',
    'https://a.example:80',
    'mailto:me@a.example',
  ])
  const refused = [
    '',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '/chairs',
    'a chair',
  ]
  expect(read(refused)).toEqual(refused.map(() => undefined))
})
