import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './text.ts'
import { compareTexts, textOrder } from './text-order.ts'

const sorted = (texts: readonly string[]) => texts.toSorted(compareTexts)

test.each([
  ['marks', ['Apfel', 'Äpfel', 'Apfel rot', 'Eclair', 'Éclair', 'Zebra']],
  ['letters with strokes', ['Đak', 'Dalmatin', 'Lodz', 'Łódź', 'Lok', 'Øl', 'Olive', 'Zug']],
  ['joined letters', ['Ad', 'Ærø', 'Af', 'Odense', 'Œuf', 'Of', 'Stras', 'Straße', 'Strata']],
  ['scripts', ['Zebra', 'Ωμέγα', 'Елка', 'Ёлка', 'Ель', 'Иван', 'Йод', 'Кот', '東京']],
])('texts sort by the root collation: %s [SORT-04]', (_name, texts) => {
  expect(sorted(texts.toReversed())).toEqual(texts)
})

test('blanks and signs come before digits, and digits before letters [SORT-04]', () => {
  const kindOf = (text: string) => (/^[a-z]/.test(text) ? 'letter' : /^[0-9]/.test(text) ? 'digit' : 'sign')
  const kinds = sorted(['x', '10', '~', 'a', '_', '€', '@', '2', '-', '|', '“']).map(kindOf)
  expect(kinds).toEqual([...Array(7).fill('sign'), 'digit', 'digit', 'letter', 'letter'])
})

test('words of letters with marks sort as the collation of the runtime has it, equal ones by their folded form [SORT-04]', () => {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
  const word = fc.string({
    unit: fc.constantFrom(...'aäåąbcčçdđeéęiíłlñnoøöőpsšßtuüzžæœ 019жйиёе'),
    maxLength: 6,
  })
  fc.assert(
    fc.property(word, word, (one, other) => {
      const [left, right] = [foldText(one), foldText(other)]
      const expected =
        Math.sign(compare(left, right)) || Math.sign(Number(left > right) - Number(left < right))
      expect(Math.sign(compareTexts(one, other))).toBe(expected)
    }),
    { seed: 20261129 },
  )
})

test('no two folded texts have one key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const [left, right] = [foldText(one), foldText(other)]
      for (const order of ['text', 'natural'] as const)
        expect(textOrder(left, order) === textOrder(right, order)).toBe(left === right)
    }),
  )
})

test('numbers in texts sort by their size where that is asked for [SORT-08]', () => {
  const texts = [
    'item',
    'item 2',
    'item 02',
    'item 10',
    'item 123456789',
    'item 1234567890',
    'item a',
    'itém 10',
  ]
  const byNumber = texts.toSorted((a, b) => (textOrder(a, 'natural') < textOrder(b, 'natural') ? -1 : 1))
  expect(byNumber.map((text) => text.normalize('NFD').replace(/\p{M}/gu, ''))).toEqual([
    'item',
    'item 02',
    'item 2',
    'item 10',
    'item 10',
    'item 123456789',
    'item 1234567890',
    'item a',
  ])
})
