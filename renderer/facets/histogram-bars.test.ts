import { expect, test } from 'vitest'
import { countBetween, rangeOf, rangeBetween } from './histogram-bars.tsx'

const numbers = {
  min: 5,
  max: 31,
  bins: [
    { from: 5, to: 10, count: 1 },
    { from: 10, to: 20, count: 2 },
    { from: 20, to: 31, count: 4 },
  ],
}
const days = {
  min: '2026-01-30',
  max: '2026-02-01',
  bins: [
    { from: '2026-01-30', to: '2026-01-31', count: 1 },
    { from: '2026-01-31', to: '2026-02-01', count: 0 },
  ],
}

test('places between bins are a range, the whole is none, and back', () => {
  for (const range of [
    { from: 0, to: 3 },
    { from: 1, to: 2 },
    { from: 0, to: 1 },
    { from: 2, to: 3 },
  ])
    expect(rangeOf(numbers, rangeBetween(numbers, range), false)).toEqual(range)
  expect(rangeBetween(numbers, { from: 0, to: 3 })).toBeUndefined()
  expect(rangeBetween(numbers, { from: 1, to: 3 })).toEqual({
    from: '10',
    to: undefined,
    isToIncluded: false,
  })
  expect(rangeOf(days, { from: '2026-01-31', to: undefined, isToIncluded: false }, true)).toEqual({
    from: 1,
    to: 2,
  })
})

test('a range that lies elsewhere is where it is nearest, and never nothing', () => {
  expect(rangeOf(numbers, { from: '100', to: undefined, isToIncluded: false }, false)).toEqual({
    from: 2,
    to: 3,
  })
  expect(rangeOf(numbers, { from: undefined, to: '1', isToIncluded: false }, false)).toEqual({
    from: 0,
    to: 1,
  })
  expect(rangeOf({ min: null, max: null, bins: [] }, undefined, false)).toEqual({ from: 0, to: 1 })
  expect(countBetween(numbers, { from: 1, to: 3 })).toBe(6)
})
