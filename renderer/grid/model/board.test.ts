import { expect, test } from 'vitest'
import { addDays, clauseOf, weeksOfMonth } from './board.ts'

test('[surfaces.5.12] a month has whole weeks from Monday on', () => {
  const weeks = weeksOfMonth(2026, 1)
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toEqual({ day: '2026-01-26', isOfMonth: false })
  expect(weeks[0]?.[6]).toEqual({ day: '2026-02-01', isOfMonth: true })
  expect(weeks.at(-1)?.at(-1)).toEqual({ day: '2026-03-01', isOfMonth: false })
  expect(weeksOfMonth(2027, 1)).toHaveLength(4)
})

test('[surfaces.5.12] a card moves over the end of a month and of a year', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('[surfaces.5.12] the column without a value holds what has none', () => {
  expect(clauseOf('status', null)).toEqual({ key: 'status', operator: 'exists', value: 'false' })
  expect(clauseOf('status', 'Draft')).toEqual({ key: 'status', operator: 'eq', value: 'Draft' })
})
