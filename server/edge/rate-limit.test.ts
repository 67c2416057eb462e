import { expect, test } from 'vitest'
import type { CatalogError } from '../catalog/errors.ts'
import { type Caller, countedAs } from './caller.ts'
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

test('all keys of a person are one, and so is what the person does in the app [TEAM-09]', () => {
  const ofPerson = (id: string, personId: string) => ({ kind: 'access', access: { id, personId } }) as Caller
  const ana = { kind: 'person', person: { id: 'ana' } } as Caller
  const limit = new RateLimit(3, () => 0)
  for (const who of [ofPerson('a', 'ana'), ofPerson('b', 'ana'), ana]) limit.count(who)
  for (const who of [ofPerson('a', 'ana'), ofPerson('c', 'ana'), ana])
    expect(() => limit.count(who)).toThrow('A person, with all their keys, may make 3 requests')
  expect(() => limit.count(ofPerson('d', 'bo'))).not.toThrow()
  expect([ofPerson('a', 'ana'), ana].map(countedAs)).toEqual(['ana', 'ana'])
})

test('no limit is a limit of 0', () => {
  const limit = new RateLimit(0)
  expect(() => {
    for (let round = 0; round < 10; round += 1) limit.count(caller('a'))
  }).not.toThrow()
})
