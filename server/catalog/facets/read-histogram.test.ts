import { expect, test } from 'vitest'
import { countBins, numberEdges, timeEdges } from './read-histogram.ts'

const day = (text: string) => Date.parse(text)
const days = (edges: readonly number[]) => edges.map((at) => new Date(at).toISOString().slice(0, 10))

test('numbers are cut at round numbers, between the least and the greatest [FACET-02]', () => {
  expect(numberEdges(5.2, 98.7, false)).toEqual([
    5.2,
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((ten) => (ten === 1 ? [10, 15] : [ten * 10, ten * 10 + 5])),
    98.7,
  ])
  expect(numberEdges(3, 3, true)).toEqual([3, 3])
  expect(numberEdges(1, 4, true)).toEqual([1, 2, 3, 4, 5])
  expect(numberEdges(0, 1, false).at(1)).toBe(0.05)
  expect(numberEdges(-Number.MAX_VALUE, Number.MAX_VALUE, false)).toHaveLength(2)
  expect(numberEdges(1, 1 + Number.EPSILON, false)).toEqual([1, 1 + Number.EPSILON])
})

test('times are cut at days, weeks, months and years, whichever are few [FACET-02]', () => {
  expect(days(timeEdges(day('2026-01-30'), day('2026-02-01'), true))).toEqual([
    '2026-01-30',
    '2026-01-31',
    '2026-02-01',
    '2026-02-02',
  ])
  expect(days(timeEdges(day('2026-01-15'), day('2026-04-02'), true)).slice(0, 3)).toEqual([
    '2026-01-15',
    '2026-01-19',
    '2026-01-26',
  ])
  expect(days(timeEdges(day('2015-05-05'), day('2026-04-02'), true)).slice(0, 3)).toEqual([
    '2015-05-05',
    '2015-07-01',
    '2016-01-01',
  ])
  expect(timeEdges(day('2026-01-01T00:10Z'), day('2026-01-01T03:00Z'), false)).toHaveLength(4)
  expect(timeEdges(day('0001-01-01'), day('9999-12-31'), true).length).toBeLessThan(30)
})

test('each value is in one bin, the greatest in the last, and of a row each bin counts once', () => {
  expect(countBins([0, 1, 2], (count) => [0, 0.5, 1, 2].forEach((at) => count(at, 1)))).toEqual([2, 2])
  expect(countBins([0, 1, 2], (count) => [0, 0.5, 1].forEach((at) => count(at, 1, 7)))).toEqual([1, 1])
})
