import { expect, test } from 'vitest'
import { toPoints } from './channel-progress.tsx'

const day = (name: string, percent: number) => ({ day: name, products: 10, complete: 1, percent })
const today = Date.parse('2026-04-01T12:00:00Z')

test('the history ends with what holds now, in place of the point of today [surfaces.5.1]', () => {
  const points = toPoints([day('2026-02-15', 40), day('2026-04-01', 50)], 60, today)
  expect(points.map(({ value }) => value)).toEqual([40, 60])
  expect(points.at(-1)?.at).toBe(1)
  expect(points[0]?.at).toBeCloseTo(0.5, 1)
})

test('without any earlier point only what holds now is there [surfaces.5.1]', () => {
  expect(toPoints([], 60, today)).toEqual([{ at: 1, value: 60 }])
  expect(toPoints([], undefined, today)).toEqual([])
})
