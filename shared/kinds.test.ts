import { expect, test } from 'vitest'
import { kinds } from './kinds.ts'

function english(text: string): number | undefined {
  const compact = text.replaceAll(/[\s']/g, '')
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(compact)
    ? compact.replaceAll(',', '')
    : compact.replace(',', '.')
  return /^[+-]?\d+(\.\d*)?$/.test(plain) ? Number(plain) : undefined
}

test.each([
  ['12,50 €', 'EUR', 12.5],
  ['€12.50', 'EUR', 12.5],
  ['EUR 1.299,00', 'EUR', 1299],
  ['1,299.00', 'EUR', 1299],
  ["CHF 1'299.50", 'CHF', 1299.5],
  ['Fr. 12.50', 'CHF', 12.5],
  ['12,-', 'EUR', 12],
  ['$12', 'CAD', 12],
  ['US$ 12', 'USD', 12],
  ['-4.20 zł', 'PLN', -4.2],
  ['99 kr', 'SEK', 99],
])('%s is %s of money in %s [KIND-02]', (text, currency, amount) => {
  expect(kinds.money.readEntry(text, { currency }, english)).toBe(amount)
})

test.each([
  ['$12', 'EUR'],
  ['12 EUR', 'USD'],
  ['12 cm', 'EUR'],
  ['', 'EUR'],
  ['€', 'EUR'],
])('%j is no amount in %s [KIND-02]', (text, currency) => {
  expect(kinds.money.readEntry(text, { currency }, english)).toBeUndefined()
})

test.each([
  ['12 in', 'cm', undefined, 30.48],
  ['12"', 'cm', undefined, 30.48],
  ['30,48', 'cm', undefined, 30.48],
  ['1.5 kg', 'g', undefined, 1500],
  ['2 lb', 'kg', 2, 0.91],
  ['12.345', 'kg', 2, 12.345],
  ['1.234,5 mm', 'cm', undefined, 123.45],
])('%s is so many %s with %s decimals: %s [KIND-03]', (text, unit, decimals, number) => {
  const constraints = { unit, ...(decimals !== undefined && { decimals }) }
  expect(kinds.measure.readEntry(text, constraints, english)).toBe(number)
})

test.each(['12 kg', '12 apples', 'in', '', '1 ft 3 in'])('%j is no measure in cm [KIND-03]', (text) => {
  expect(kinds.measure.readEntry(text, { unit: 'cm' }, english)).toBeUndefined()
})

test('money shows the decimals of its currency unless its attribute says others', () => {
  expect(kinds.money.decimals({ currency: 'EUR' })).toBe(2)
  expect(kinds.money.decimals({ currency: 'JPY' })).toBe(0)
  expect(kinds.money.decimals({ currency: 'EUR', decimals: 4 })).toBe(4)
})

test.each(['a@b.co', 'first.last+tag@sub.example.com', 'ü@münchen.de'])(
  '%s is an email address [KIND-05]',
  (text) => expect(kinds.email.toStored(` ${text} `)).toBe(text),
)

test.each([
  'a',
  'a@b',
  '@b.co',
  'a@@b.co',
  'a b@c.de',
  'a@b..co',
  'a@b.co, c@d.co',
  `${'a'.repeat(255)}@b.co`,
])('%s is no email address [KIND-05]', (text) => expect(kinds.email.toStored(text)).toBeUndefined())

test.each([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T10:30+01:00', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T09:30', undefined],
  ['2026-02-30T09:30Z', undefined],
  ['9999-12-31T23:30-01:00', undefined],
  ['tomorrow', undefined],
])('%s is kept as %s [KIND-06]', (text, stored) => {
  expect(kinds.date_time.toStored(text)).toBe(stored)
})
