import { expect, test } from 'vitest'
import { planRanks } from './rank-moves.ts'

const rowsOf = (...ranks: (number | null)[]) =>
  ranks.map((rank, index) => ({ id: 'abcdefgh'[index] ?? '', rank }))
const plan = (ranks: (number | null)[], first: number, last: number, before: number) =>
  Object.fromEntries(planRanks(rowsOf(...ranks), { first, last, before }, true).ranks)

test('grid.order.3 a row between others takes a number between theirs where there is one', () => {
  expect(plan([10, 20, 30], 2, 2, 1)).toEqual({ c: 11 })
  expect(plan([10, 20, 30], 0, 0, 3)).toEqual({ a: 31 })
  expect(plan([10, 20, 30], 1, 2, 0)).toEqual({ b: 1, c: 2 })
})

test('grid.order.3 where the numbers leave no room the rows between share theirs out anew', () => {
  expect(plan([1, 2, 3, 4], 3, 3, 1)).toEqual({ d: 2, b: 3, c: 4 })
  expect(plan([1, 2, 3, 4], 0, 1, 3)).toEqual({ c: 1, a: 2, b: 3 })
})

test('grid.order.3 equal ranks become different ones, and what stands behind gives way only as far as it must', () => {
  expect(plan([1, 1, 1, 2, 9], 2, 2, 0)).toEqual({ a: 2, b: 3, d: 4 })
})

test('grid.order.3 rows without a rank get one where their place demands it, and keep none behind the others', () => {
  expect(plan([1, 2, null, null], 3, 3, 1)).toEqual({ d: 2, b: 3 })
  expect(plan([1, 2, null, null], 0, 0, 3)).toEqual({ b: 1, c: 2, a: 3 })
})

test('grid.order.3 a row that stays where it is changes nothing', () => {
  expect(plan([1, 2, 3], 1, 1, 1)).toEqual({})
  expect(plan([1, 2, 3], 1, 1, 2)).toEqual({})
})
