import { expect, test } from 'vitest'
import { EntitySet } from './entity-set.ts'

const ids = [1, 2, 31, 32, 63, 64, 65, 1000, 40_000, 40_031]

test('a set counts its entities, once each, and gives them page by page in their order', () => {
  const set = EntitySet.of([...ids.toReversed(), 64])
  expect(set.count).toBe(ids.length)
  expect(set.page(0, 0, Infinity)).toEqual(ids)
  for (const behind of [0, ...ids])
    for (const skip of [0, 1, 4]) {
      const rest = ids.filter((id) => id > behind).slice(skip, skip + 3)
      expect(set.page(behind, skip, 3)).toEqual(rest)
    }
})

test('what is put in and taken out counts, and sets of different sizes join', () => {
  const set = EntitySet.of([5, 70])
  set.put(5, false)
  set.put(5, false)
  set.put(200_000, true)
  expect([set.count, set.has(5), set.has(70), set.has(200_000), set.has(9_999_999)]).toEqual([
    2,
    false,
    true,
    true,
    false,
  ])
  const joined = EntitySet.of([3]).with([set, EntitySet.of([70, 71])])
  expect(joined.page(0, 0, Infinity)).toEqual([3, 70, 71, 200_000])
  expect(joined.count).toBe(4)
  expect(joined.within(EntitySet.of([3, 70, 900_000])).page(0, 0, Infinity)).toEqual([3, 70])
  expect(EntitySet.of([70]).within(joined).count).toBe(1)
  expect(joined.without([70, 1, 200_000]).page(0, 0, Infinity)).toEqual([3, 71])
  expect(joined.count).toBe(4)
  const seen: number[] = []
  joined.forEach((id) => seen.push(id))
  expect(seen).toEqual([3, 70, 71, 200_000])
})
