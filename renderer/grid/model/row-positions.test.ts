import { expect, test } from 'vitest'
import { RowPlaces } from './row-positions.ts'

const shown = (positions: RowPlaces, count: number) =>
  Array.from({ length: count }, (_, row) => positions.indexAt(row))

test('an added row stands behind its position, the others behind the list', () => {
  const positions = new RowPlaces(4, 3, [{ key: 1.5, index: 5 }])
  expect(shown(positions, 8)).toEqual([0, 1, 5, 2, 3, 4, 6, undefined])
  expect(shown(positions, 7).map((index) => positions.rowOf(index ?? -1))).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('rows behind one position go by their keys; below 0 is before the first', () => {
  const placed = [
    { key: 2.25, index: 6 },
    { key: -0.75, index: 4 },
    { key: 2.5, index: 3 },
    { key: -0.5, index: 5 },
  ]
  const positions = new RowPlaces(3, 4, placed)
  expect(shown(positions, 7)).toEqual([4, 5, 0, 1, 2, 6, 3])
  expect(shown(positions, 7).map((index) => positions.rowOf(index ?? -1))).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(shown(positions, 8).map((_, row) => positions.keyAt(row))).toEqual([
    -0.75,
    -0.5,
    0,
    1,
    2,
    2.25,
    2.5,
    undefined,
  ])
})

test('a list that has become shorter keeps the rows that were placed beyond its end', () => {
  const positions = new RowPlaces(2, 1, [{ key: 40.5, index: 2 }])
  expect(shown(positions, 4)).toEqual([0, 1, 2, undefined])
})

test.each([0, 1, 7])(
  '%i rows added here and there: every row shows its own, and each is found again',
  (n) => {
    const placed = Array.from({ length: n }, (_, at) => ({ key: ((at * 7919) % 12) - 0.5, index: 10 + at }))
    const positions = new RowPlaces(10, 10, placed)
    const indices = shown(positions, 20)
    expect(indices.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    )
    for (const [row, index] of indices.entries()) expect(positions.rowOf(index ?? -1)).toBe(row)
  },
)
