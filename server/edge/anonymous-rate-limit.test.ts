import { expect, test } from 'vitest'
import { AnonymousRateLimit } from './rate-limit.ts'

test('an address is bounded by itself, an IPv6 one with all that its network has [TEAM-09]', () => {
  let now = 0
  const limit = new AnonymousRateLimit(2, () => now)
  const isRefused = (address: string) => {
    try {
      limit.count(address)
      return false
    } catch {
      return true
    }
  }
  expect(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(isRefused)).toEqual([
    false,
    false,
    true,
    false,
  ])
  const network = ['2001:db8:0:7::1', '2001:db8:0:7:9::2', '2001:db8:0:7:ffff:1:2:3', '2001:db8:0:8::1']
  expect(network.map(isRefused)).toEqual([false, false, true, false])
  expect(() => limit.count('192.0.2.1')).toThrow('Wait 60 s, then go on.')
  now += 60_000
  expect(isRefused('192.0.2.1')).toBe(false)
})

test('a million addresses in one minute are not all remembered', () => {
  const limit = new AnonymousRateLimit(1, () => 0)
  for (let index = 0; index < 1_000_000; index += 1) limit.count(`v4-${index}`)
  // The first address was forgotten on the way, so it is counted from zero.
  expect(() => limit.count('v4-0')).not.toThrow()
})
