import { expect, test } from 'vitest'
import { verifyEvidence } from './read-output.ts'

const source = '018f0000-0000-7000-8000-0000000000aa'
const other = '018f0000-0000-7000-8000-0000000000bb'
const sent = {
  values: [
    { key: 'material', name: 'Material', text: 'Solid Oak' },
    { key: 'blank', name: 'Blank', text: null },
  ],
  passages: [
    { source, start: 0, text: 'Weight 12 kg.\n  Straße nach' },
    { source, start: 900, text: 'Norden' },
    { source: other, start: 0, text: 'Beech' },
  ],
}

const isVerified = (source: string, quote: string) =>
  verifyEvidence([{ source: source, quote }], sent)[0]?.verified

test.each([
  ['attribute:material', 'solid oak', true],
  ['attribute:material', ' OAK ', true],
  [`source:${source}`, 'weight 12 KG. strasse', true],
  ['attribute:material', 'Weight 12 kg', false],
  [`source:${other}`, 'Weight 12 kg', false],
  [`source:${source}`, 'Straße nach Norden', false],
  ['attribute:material', 'oak, solid', false],
  ['attribute:material', '', false],
  ['attribute:material', ' \n ', false],
  ['attribute:blank', 'has no value', false],
  ['attribute:nope', 'Oak', false],
  ['image:1', 'Oak', false],
  ['web:https://oak.example', 'Oak', false],
])('%s "%s" is verified: %s [PROMPT-10]', (source, quote, expected) => {
  expect(isVerified(source, quote)).toBe(expected)
})
