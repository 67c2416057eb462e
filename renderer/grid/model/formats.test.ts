import { describe, expect, test } from 'vitest'
import { createFormats } from './formats.ts'

const english = createFormats('en-US')
const german = createFormats('de-DE')

describe('numbers', () => {
  test.each([
    ['en-US', '1,234.5', 1234.5],
    ['en-US', '12.50', 12.5],
    ['en-US', '12,5', 12.5],
    ['en-US', '-0.25', -0.25],
    ['en-US', '1e3', 1000],
    ['de-DE', '1.234,5', 1234.5],
    ['de-DE', '12,50', 12.5],
    ['de-DE', '12.50', 12.5],
    ['de-DE', '1.234', 1234],
    ['fr-FR', '1 234,5', 1234.5],
  ])('%s reads %s', (locale, text, expected) => {
    expect(createFormats(locale).parseNumber(text)).toBe(expected)
  })

  test.each(['', 'abc', '12 kg', '1.2.3', '--5', '0x10'])('%j is no number', (text) => {
    expect(english.parseNumber(text)).toBeUndefined()
  })

  test('are shown grouped and edited plain', () => {
    expect(german.formatNumber(1234.5)).toBe('1.234,5')
    expect(english.formatNumber(129, 2)).toBe('129.00')
    expect(german.editNumber(1234.5)).toBe('1234,5')
  })
})

describe('dates', () => {
  const today = '2026-11-21'

  test.each([
    ['en-US', '2026-01-05', '2026-01-05'],
    ['en-US', '1/5/2026', '2026-01-05'],
    ['en-US', '1/5/26', '2026-01-05'],
    ['de-DE', '5.1.2026', '2026-01-05'],
    ['en-GB', '05/01/2026', '2026-01-05'],
    ['de-DE', '2026/1/5', '2026-01-05'],
    ['en-US', 'today', today],
  ])('%s reads %s', (locale, text, expected) => {
    expect(createFormats(locale).parseDate(text, today)).toBe(expected)
  })

  test.each(['', '2026-02-30', '31.2.2026', 'tomorrow-ish', '5.1'])('%j is no date', (text) => {
    expect(german.parseDate(text, today)).toBeUndefined()
  })

  test('are shown in the locale and never shift by a time zone', () => {
    expect(english.formatDate('2026-01-05')).toBe('Jan 5, 2026')
    expect(english.formatDate('not a date')).toBe('not a date')
  })
})

describe('moments', () => {
  const british = createFormats('en-GB')
  const here = (text: string): string => new Date(text).toISOString()

  test.each([
    ['31/1/2026 9:30', '2026-01-31T09:30'],
    ['31/1/2026, 9:30 pm', '2026-01-31T21:30'],
    ['31/1/2026 12:05 am', '2026-01-31T00:05'],
    ['31/1/26 9 pm', '2026-01-31T21:00'],
    ['2026-01-31 09:30:15', '2026-01-31T09:30:15'],
    ['2026-01-31T09:30', '2026-01-31T09:30'],
    ['31/1/2026', '2026-01-31T00:00'],
    ['today 18:00', '2026-03-04T18:00'],
  ])('%s is that time here [KIND-06]', (text, expected) => {
    expect(british.parseMoment(text, '2026-03-04')).toBe(here(expected))
  })

  test('a time with its zone is that moment everywhere, and is edited as the time here', () => {
    expect(british.parseMoment('2026-01-31T10:30+01:00', '2026-03-04')).toBe('2026-01-31T09:30:00.000Z')
    expect(british.formatTimestamp('soon')).toBe('soon')
    for (const local of ['2026-01-31 09:30', '2026-07-01 23:59:58'])
      expect(british.editMoment(here(local.replace(' ', 'T')))).toBe(local)
  })

  test.each(['soon', '31/2/2026 9:30', '31/1/2026 25:00', '31/1/2026 9:75', '9:30', ''])(
    '%j is no moment',
    (text) => expect(british.parseMoment(text, '2026-03-04')).toBeUndefined(),
  )
})

test.each([
  ['en-GB', 12.5, 'EUR', '€12.50'],
  ['de-DE', 1299, 'EUR', '1.299,00 €'],
  ['en-US', 0.0195, 'USD', '$0.0195'],
  ['en-US', 500, 'JPY', '¥500'],
])('in %s %s %s is written %s', (locale, value, currency, expected) => {
  expect(createFormats(locale).formatMoney(value, currency).replaceAll('\u00a0', ' ')).toBe(expected)
})
