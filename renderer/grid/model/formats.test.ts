import { describe, expect, test } from 'vitest'
import { createFormats, toIsoDate } from './formats.ts'

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
    expect(toIsoDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})
