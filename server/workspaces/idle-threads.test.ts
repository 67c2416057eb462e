import { expect, test } from 'vitest'
import { IdleThreads } from './job-runner.ts'

const minute = 60_000

/** Threads that have been unused for so long at minute 100; undefined while they are in use. */
function pool(unusedMs: number | undefined) {
  const one = {
    isResting: false,
    unusedSince: () => (unusedMs === undefined ? undefined : 100 * minute - unusedMs),
    rest: () => {
      one.isResting = true
      return Promise.resolve()
    },
  }
  return one
}

function look(pools: readonly ReturnType<typeof pool>[], rss: number): boolean[] {
  const idle = new IdleThreads({ pools: () => pools, onError: () => expect.unreachable(), rss: () => rss })
  idle.look(100 * minute)
  idle.close()
  return pools.map(({ isResting }) => isResting)
}

const mb = 1024 * 1024

test('threads end ten minutes after the last use, and not while they are in use [SPACE-11]', () => {
  expect(look([pool(11 * minute), pool(9 * minute), pool(undefined)], 100 * mb)).toEqual([true, false, false])
})

test('where memory is short those used last stay, and those used a moment ago [SPACE-11]', () => {
  const pools = [5, 4, 3, 2, 1].map((minutes) => pool(minutes * minute))
  expect(look(pools, 500 * mb)).toEqual([true, true, false, false, false])
  const busy = [150, 140, 130, 120, 110].map(pool)
  expect(look(busy, 500 * mb)).toEqual([false, false, false, false, false])
})

test('threads that rest already take none of the places of others [SPACE-11]', () => {
  const resting = { ...pool(0), isResting: true }
  expect(look([resting, pool(minute), pool(minute), pool(minute)], 500 * mb)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
