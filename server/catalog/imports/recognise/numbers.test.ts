import { test, expect } from 'vitest'
import { parseNumberCell, evidenceOf, readDigits } from './numbers.ts'

test.each([
  ['1.250', { unit: '', qualifier: '' }, 'either', '1.250', '1250'],
  ['12,50', { unit: '', qualifier: '' }, 'comma', undefined, '12.50'],
  ['1.234,5', { unit: '', qualifier: '' }, 'comma', undefined, '1234.5'],
  ['1.234.567', { unit: '', qualifier: '' }, 'comma', undefined, '1234567'],
  ['0.500', { unit: '', qualifier: '' }, 'point', '0.500', undefined],
  ['1’234.50', { unit: '', qualifier: '' }, 'point', '1234.50', undefined],
  ['1\u202F234,50', { unit: '', qualifier: '' }, 'comma', undefined, '1234.50'],
  ['-12,5 €', { unit: 'EUR', qualifier: '' }, 'comma', undefined, '-12.5'],
  ['US$ 1,234.50', { unit: 'USD', qualifier: '' }, 'point', '1234.50', undefined],
  ['CHF 12.-', { unit: 'CHF', qualifier: '' }, 'none', '12', '12'],
  ['>10', { unit: '', qualifier: '>' }, 'none', '10', '10'],
  ['10+', { unit: '', qualifier: '+' }, 'none', '10', '10'],
  ['ab 5 €', { unit: 'EUR', qualifier: 'ab' }, 'none', '5', '5'],
  ['ca. 5,5 Stück', { unit: 'pcs', qualifier: 'ca.' }, 'comma', undefined, '5.5'],
  ['3,5 mm', { unit: 'mm', qualifier: '' }, 'comma', undefined, '3.5'],
  ['19 %', { unit: '%', qualifier: '' }, 'none', '19', '19'],
  ['%20', { unit: '%', qualifier: '' }, 'none', '20', '20'],
  ['1,980円', { unit: 'JPY', qualifier: '' }, 'point', '1980', '1.980'],
  ['₩12,900', { unit: 'KRW', qualifier: '' }, 'point', '12900', '12.900'],
  ['1.990 Ft', { unit: 'HUF', qualifier: '' }, 'comma', '1.990', '1990'],
  ['5 m2', { unit: 'm²', qualifier: '' }, 'none', '5', '5'],
] as const)('%s is a number', (cell, around, evidence, withPoint, withComma) => {
  const parsed = parseNumberCell(cell)
  if (!parsed) throw new Error(`${cell} is no number`)

  expect(parsed).toMatchObject(around)
  expect(evidenceOf(parsed)).toBe(evidence)
  expect([readDigits(parsed, 'point'), readDigits(parsed, 'comma')]).toEqual([withPoint, withComma])
})

test.each(['CH-100', 'A-1', '38-40', '10x20', '3 seater', '1a', '5 G', 'auf Anfrage', '$5 EUR', 'XL', ''])(
  '%s is none',
  (cell) => {
    expect(parseNumberCell(cell)).toBeUndefined()
  },
)

test.each(['1.2.3', '03.04.2025', '12,5,7'])('%s makes no sense with either mark', (cell) => {
  const parsed = parseNumberCell(cell)

  expect(parsed && evidenceOf(parsed)).toBeUndefined()
})
