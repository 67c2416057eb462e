import { expect, test } from 'vitest'
import { withinTime } from './interrupted.ts'

test('work that is done in time', async () => {
  expect(await withinTime(Promise.resolve(), 60_000)).toBe(true)
})

test('work that takes too long is not waited for', async () => {
  expect(await withinTime(new Promise(() => {}), 1)).toBe(false)
})

test('a failure of the work is the failure of the wait', async () => {
  await expect(withinTime(Promise.reject(new Error('stuck')), 60_000)).rejects.toThrow('stuck')
})
