import { expect, test } from 'vitest'
import { continueSeries, type SeriesKind } from './series.ts'

test.each<[string, SeriesKind, unknown[], unknown[]]>([
  ['one number is repeated', 'number', [5], [5, 5]],
  ['numbers go on by their step', 'number', [10, 20], [30, 40]],
  ['also by a decimal one, without rounding errors', 'number', [0.1, 0.2], [0.3, 0.4]],
  ['numbers without one step are repeated in turn', 'number', [1, 2, 4], [1, 2]],
  ['a day goes on with the next', 'date', ['2026-02-28'], ['2026-03-01', '2026-03-02']],
  ['days by their step', 'date', ['2026-01-01', '2026-01-08'], ['2026-01-15', '2026-01-22']],
  ['months by theirs, at the end of a month too', 'date', ['2025-12-31', '2026-01-31'], ['2026-02-28']],
  ['a text with a number at its end counts on', 'text', ['Chair 9'], ['Chair 10', 'Chair 11']],
  ['leading zeros stay', 'text', ['ART-008', 'ART-009'], ['ART-010', 'ART-011']],
  ['other texts are repeated', 'text', ['oak', 'beech'], ['oak', 'beech']],
  ['empty cells are repeated', 'number', [null, 4], [null, 4]],
])('%s', (_name, kind, values, expected) => {
  const next = continueSeries(values, kind)
  expect(expected.map((_, index) => next(values.length + index))).toEqual(expected)
})

test('upwards it goes back', () => {
  expect([-1, -2].map(continueSeries([10, 20], 'number'))).toEqual([0, -10])
  expect([-1].map(continueSeries(['Shelf 3', 'Shelf 4'], 'text'))).toEqual(['Shelf 2'])
  expect([-1].map(continueSeries(['oak', 'beech'], 'text'))).toEqual(['beech'])
})
