import { expect, test } from 'vitest'
import { formatAgo } from './format-count.ts'

const now = Date.parse('2026-03-31T12:00:00.000Z')

test.each([
  ['2026-03-31T11:59:40.000Z', 'just now'],
  ['2026-03-31T11:57:10.000Z', '2 minutes ago'],
  ['2026-03-31T09:00:00.000Z', '3 hours ago'],
  ['2026-03-30T11:00:00.000Z', 'yesterday'],
  ['2026-01-05T10:00:00.000Z', 'Jan 5, 2026'],
])('%s is "%s"', (iso, words) => {
  expect(formatAgo(iso, now)).toBe(words)
})
