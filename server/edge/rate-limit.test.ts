import { expect, test } from 'vitest'
import type { CatalogError } from '../catalog/errors.ts'
import type { Caller } from './caller.ts'
import { RateLimit } from './rate-limit.ts'

const caller = (id: string) => ({ kind: 'access', access: { id } }) as Caller

test('a key is counted in windows of a minute of its own', () => {
  let now = 1000
  const limit = new RateLimit(2, () => now)
  const waits = (id: string): number | undefined => {
    try {
      limit.count(caller(id))
      return undefined
    } catch (error) {
      return (error as CatalogError).retryAfterSeconds
    }
  }
  expect([waits('a'), waits('a'), waits('a'), waits('b')]).toEqual([undefined, undefined, 60, undefined])
  now += 59_500
  expect(waits('a')).toBe(1)
  now += 500
  expect(waits('a')).toBeUndefined()
})

test('no limit is a limit of 0', () => {
  const limit = new RateLimit(0)
  expect(() => {
    for (let round = 0; round < 10; round += 1) limit.count(caller('a'))
  }).not.toThrow()
})
