import { expect, test } from 'vitest'
import { allGroups, growGroups } from './group-tree.ts'

const plain = { options: [], descending: false }
const counted = [
  { values: ['Ash', 'Chair'], count: 2 },
  { values: ['Ash', null], count: 1 },
  { values: ['Oak', 'Chair'], count: 3 },
  { values: [null, 'Table'], count: 4 },
]
const shapeOf = (orders: Parameters<typeof growGroups>[1]) =>
  allGroups(growGroups(counted, orders)).map(({ level, value, from, count }) => [level, value, from, count])

test('grid.group.4 groups stand within each other, with their counts and the positions of their first rows', () => {
  expect(shapeOf([plain, plain])).toEqual([
    [1, 'Ash', 0, 3],
    [2, 'Chair', 0, 2],
    [2, null, 2, 1],
    [1, 'Oak', 3, 3],
    [2, 'Chair', 3, 3],
    [1, null, 6, 4],
    [2, 'Table', 6, 4],
  ])
})

test('grid.group.4 groups of options follow each other as the options are listed, what is none behind them, the blanks last', () => {
  const outer = (options: string[], descending = false) =>
    growGroups(counted, [{ options, descending }, plain]).map(({ value, from }) => [value, from])
  expect(outer(['Oak', 'Birch', 'Ash'])).toEqual([
    ['Oak', 3],
    ['Ash', 0],
    [null, 6],
  ])
  expect(outer(['Oak', 'Birch', 'Ash'], true).map(([value]) => value)).toEqual(['Ash', 'Oak', null])
  expect(outer(['Oak']).map(([value]) => value)).toEqual(['Oak', 'Ash', null])
})

test('grid.group.4 values that differ in their case only are one group, whatever is round them', () => {
  const ids = growGroups(
    [
      { values: ['oak', 'A'], count: 1 },
      { values: ['Oak', 'B'], count: 1 },
    ],
    [plain, plain],
  )
  expect(ids).toMatchObject([{ value: 'oak', count: 2, below: [{ value: 'A' }, { value: 'B' }] }])
})
