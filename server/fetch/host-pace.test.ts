import { expect, test } from 'vitest'
import { type Clock, HostPace } from './host-pace.ts'

function testClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    now: () => 0,
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
  }
}

const { signal } = new AbortController()

test('requests to one server are apart, those to others are not held up, and robots.txt may ask for more', async () => {
  const clock = testClock()
  const pace = new HostPace({ pauseMs: 500, clock })
  await pace.turn('a.example', 0, signal)
  await pace.turn('b.example', 0, signal)
  expect(clock.waits).toEqual([])
  await pace.turn('a.example', 2, signal)
  await pace.turn('a.example', 3600, signal)
  await pace.turn('a.example', 0, signal)
  expect(clock.waits).toEqual([500, 2500, 12_500])
})

test('a server that does not answer five times in a row is left alone', () => {
  const pace = new HostPace()
  const silence = (times: number) => {
    for (let time = 0; time < times; time += 1) pace.heed('a.example', false)
  }
  silence(4)
  pace.heed('a.example', true)
  silence(4)
  expect(pace.isSilent('a.example')).toBe(false)
  silence(1)
  expect([pace.isSilent('a.example'), pace.isSilent('b.example')]).toEqual([true, false])
})
