import { expect, test } from 'vitest'
import { parsePeriod, toDay } from './iso-times.ts'

const now = new Date(2024, 1, 29, 23, 30)
const daysOf = (text: string, at = now) => {
  const period = parsePeriod(text, at)
  return period && `${toDay(period.from)} ${toDay(period.end)}`
}

test.each([
  ['this_day', '2024-02-29 2024-03-01'],
  ['Last_day', '2024-02-28 2024-02-29'],
  ['next_day', '2024-03-01 2024-03-02'],
  ['last_7_days', '2024-02-23 2024-03-01'],
  ['last_1_day', '2024-02-29 2024-03-01'],
  ['next_7_days', '2024-02-29 2024-03-07'],
  ['last_2_weeks', '2024-02-16 2024-03-01'],
  ['next_1_year', '2024-02-29 2025-02-28'],
  ['this_week', '2024-02-26 2024-03-04'],
  ['last_week', '2024-02-19 2024-02-26'],
  ['this_month', '2024-02-01 2024-03-01'],
  ['last_month', '2024-01-01 2024-02-01'],
  ['next_month', '2024-03-01 2024-04-01'],
  ['last_year', '2023-01-01 2024-01-01'],
])('%s is %s', (text, days) => {
  expect(daysOf(text)).toBe(days)
})

test('a week begins on Monday, on a Sunday too', () => {
  expect(daysOf('this_week', new Date(2024, 2, 3))).toBe('2024-02-26 2024-03-04')
})

test('a month without such a day ends on its last', () => {
  expect(daysOf('next_1_month', new Date(2024, 0, 31))).toBe('2024-01-31 2024-02-29')
})

test.each([
  '',
  'soon',
  'last_0_days',
  'last_99999_days',
  'this_7_days',
  'yesterday',
  '2024-02-29',
  'last_-1_days',
])('%j is none', (text) => {
  expect(parsePeriod(text, now)).toBeUndefined()
})
