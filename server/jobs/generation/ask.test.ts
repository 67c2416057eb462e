import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallPace } from './ask.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const open = new AbortController().signal

test('so many calls a minute are made, each when its turn has come [RUN-10]', async () => {
  const pace = new CallPace(60_000)
  let made = 0
  const calls = Array.from({ length: 4 }, () => pace.turn(open).then(() => (made += 1)))
  await Promise.resolve()
  expect(made).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(made).toBe(1)
  for (let count = 2; count <= 4; count++) {
    vi.setSystemTime(Date.now() + 1)
    await expect.poll(() => made).toBe(count)
  }
  await Promise.all(calls)
})

test('while the provider has asked to wait no call is made, and the end of the run ends the waiting [RUN-10]', async () => {
  const pace = new CallPace(null)
  pace.hold(60_000)
  const end = new AbortController()
  const waiting = pace.turn(end.signal)
  end.abort()
  await expect(waiting).rejects.toThrow('aborted')
  vi.setSystemTime(Date.now() + 60_000)
  await pace.turn(open)
})
