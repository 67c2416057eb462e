import { expect, test } from 'vitest'
import { IdleDetector } from './collect-garbage.ts'

function dueAt(seen: readonly number[]): number[] {
  const plan = new IdleDetector()
  return seen.filter((usedMs) => plan.isDue(usedMs))
}

test('it is due once after a start, and not again while nothing is done', () => {
  expect(dueAt([900, 910, 920, 930, 940])).toEqual([910])
})

test('it is not due while there is work, and due once when the work has ended', () => {
  expect(dueAt([900, 3000, 5000, 9000, 9010, 9020])).toEqual([9010])
})

test('little work since the last time is not worth it, until it has added up', () => {
  expect(dueAt([900, 910, 1000, 1150, 1300, 1450])).toEqual([910, 1450])
})

test('the cost of the collection itself does not count as work', () => {
  const plan = new IdleDetector()
  plan.isDue(900)
  expect(plan.isDue(910)).toBe(true)
  plan.collected(2000)
  expect([2010, 2020].map((usedMs) => plan.isDue(usedMs))).toEqual([false, false])
})
