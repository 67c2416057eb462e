import { expect, test } from 'vitest'
import { CountCache } from './worklists.ts'

function counting(took: number) {
  const state = { now: 0, asked: 0 }
  const counts = new CountCache(() => state.now)
  const read = async () => {
    state.now += took
    return ++state.asked
  }
  return { state, ask: () => counts.count('a', read), counts, read }
}

test('[WORKLIST-05] a count is kept for two seconds', async () => {
  const { state, ask } = counting(1)
  await ask()
  state.now += 1_999
  expect(await ask()).toBe(1)
  state.now += 2
  expect(await ask()).toBe(2)
})

test('[WORKLIST-05] it tells when a count is made anew, and nothing of one that is not cached', async () => {
  const { state, ask, counts } = counting(100)
  expect(counts.renewedIn('a')).toBe(null)
  await ask()
  state.now += 19_000
  expect(counts.renewedIn('a')).toBe(1_000)
  state.now += 1_000
  expect(counts.renewedIn('a')).toBe(null)
})

test('[WORKLIST-05] what takes long to count is kept two hundred times as long', async () => {
  const { state, ask } = counting(100)
  await ask()
  state.now += 19_000
  expect(await ask()).toBe(1)
  state.now += 1_001
  expect(await ask()).toBe(2)
})

test('[WORKLIST-05] who asks while it is being counted gets that count', async () => {
  const { ask, state } = counting(1)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(state.asked).toBe(1)
})

test('[WORKLIST-05] each has its own, and what is forgotten is counted anew', async () => {
  const { ask, counts, read } = counting(1)
  await ask()
  expect(await counts.count('b', read)).toBe(2)
  counts.forget(['a'])
  expect(await ask()).toBe(3)
})

test('[WORKLIST-05] a count that failed is asked for again later', async () => {
  const state = { now: 0 }
  const counts = new CountCache(() => state.now)
  await expect(counts.count('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  state.now += 2_001
  expect(await counts.count('a', () => Promise.resolve(4))).toBe(4)
})
