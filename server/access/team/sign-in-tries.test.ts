import { beforeEach, expect, test } from 'vitest'
import { networkOf, SignInTries } from './sign-in-tries.ts'

const minute = 60_000
let now: number
let tries: SignInTries
beforeEach(() => {
  now = 1_000_000_000
  tries = new SignInTries(() => now)
})

function fail(name: string, address: string, times: number): void {
  for (let index = 0; index < times; index += 1) tries.begin(name, address)
}

const waits = (minutes: number) =>
  expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: minutes * 60 }) as Error

test('ten wrong tries lock a name at an address for fifteen minutes, and nowhere else [ACCOUNT-11]', () => {
  fail('ana', '192.0.2.1', 9)
  expect(tries.begin('ana', '192.0.2.1')).toEqual({ locks: true })
  expect(() => tries.begin('ana', '192.0.2.1')).toThrow(waits(15))
  tries.begin('ana', '192.0.2.2')
  tries.begin('bo', '192.0.2.1')
  now += 15 * minute - 1
  expect(() => tries.begin('ana', '192.0.2.1')).toThrow('Wait 1 minute,')
  now += 1
  expect(tries.begin('ana', '192.0.2.1')).toEqual({ locks: false })
})

test('tries of more than fifteen minutes ago and those before a right one do not count [ACCOUNT-11]', () => {
  fail('ana', '192.0.2.1', 9)
  now += 15 * minute
  fail('ana', '192.0.2.1', 9)
  tries.succeed('ana', '192.0.2.1')
  fail('ana', '192.0.2.1', 9)
  expect(tries.begin('ana', '192.0.2.1')).toEqual({ locks: true })
})

test('an address that fails on twenty names waits, each time twice as long up to an hour [ACCOUNT-12]', () => {
  for (const minutes of [15, 30, 60, 60]) {
    for (let index = 0; index < 20; index += 1) tries.begin(`name ${index}`, '192.0.2.1')
    expect(() => tries.begin('another', '192.0.2.1')).toThrow(waits(minutes))
    now += minutes * minute
  }
  for (let index = 0; index < 60; index += 1) {
    tries.begin(`name ${index}`, '192.0.2.2')
    tries.succeed(`name ${index}`, '192.0.2.2')
  }
})

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['192.0.2.1', '192.0.2.1'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
