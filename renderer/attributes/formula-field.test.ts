import { expect, test } from 'vitest'
import { paintFormula, suggestAt } from './formula-field.tsx'

const attributes = [
  { key: 'price', name: 'Price' },
  { key: 'list_price', name: 'List price' },
  { key: 'lead', name: 'Vendor lead time' },
]
const suggestions = (text: string, caret = text.length) =>
  suggestAt(text, caret, attributes).map(({ label }) => label)

test('every piece of a formula has its colour, and together they are the text', () => {
  const text = 'ROUND( {{price}}*1.2, 1) & "x"'
  const words = paintFormula(text)
  expect(words.map((word) => word.text).join('')).toBe(text)
  expect(words.filter(({ kind }) => kind !== 'plain').map(({ text, kind }) => `${kind} ${text}`)).toEqual([
    'function ROUND',
    'symbol (',
    'reference {{price}}',
    'symbol *',
    'number 1.2',
    'symbol ,',
    'number 1',
    'symbol )',
    'symbol &',
    'text "x"',
  ])
})

test.each(['', '1 + "open', '{{pri', '1 # 2', 'ROUND'])(
  '%j is painted whole although it is no formula',
  (text) => {
    expect(
      paintFormula(text)
        .map((word) => word.text)
        .join(''),
    ).toBe(text)
  },
)

test('the place of a fault is marked', () => {
  const words = paintFormula('1+{{prise}}*2', { start: 2, end: 11 })
  expect(words.filter(({ isFault }) => isFault)).toEqual([
    { start: 2, text: '{{prise}}', kind: 'reference', isFault: true },
  ])
})

test('keys are suggested between braces, by key and by name, those that begin so first', () => {
  expect(suggestions('1 + {{pr')).toEqual(['{{price}}', '{{list_price}}'])
  expect(suggestions('{{vendor l')).toEqual(['{{lead}}'])
  expect(suggestions('{{')).toHaveLength(3)
  expect(suggestAt('2*{{pr}} + 1', 6, attributes)[0]).toMatchObject({ start: 2, end: 8, insert: '{{price}}' })
})

test('functions are suggested where a word begins, with their signature and one line of help', () => {
  expect(suggestAt('1 + round', 9, attributes)[0]).toEqual({
    start: 4,
    end: 9,
    insert: 'ROUND(',
    label: 'ROUND(number, [digits])',
    help: 'Rounds to a number of decimals, halves away from zero; to whole numbers if none is given.',
  })
  expect(suggestions('TOD')).toEqual(['TODAY()'])
  expect(suggestions('lea')).toEqual(['{{lead}}'])
  expect(suggestAt('roun(1)', 4, attributes)[0]?.insert).toBe('ROUND')
})

test.each(['"ro', '1', '', '"a ""ro'])('nothing is suggested in %j', (text) => {
  expect(suggestions(text)).toEqual([])
})
