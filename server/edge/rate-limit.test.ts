import { expect, test } from 'vitest'
import type { CatalogError } from '../catalog/errors.ts'
import { testServer } from '../testing/test-server.ts'
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

test('a key over its limit is answered 429 with Retry-After, the owner never is (decisions, reading 16)', async () => {
  await using server = await testServer({ rateLimit: 3 })
  const statuses = []
  for (let round = 0; round < 3; round += 1) statuses.push((await server.get('/attributes')).status)
  expect(statuses).toEqual([200, 200, 200])

  const refused = await server.get('/attributes')
  expect(refused.status).toBe(429)
  expect(refused.body.error).toMatchObject({ code: 'rate_limited', is_retriable: true, field_errors: [] })
  expect(refused.body.error.retry_after_seconds).toBeGreaterThan(0)
  expect(refused.headers['retry-after']).toBe(String(refused.body.error.retry_after_seconds))

  // Counted after the key is known, before the path is (decisions, reading 12).
  expect((await server.get('/nothing')).status).toBe(429)
  expect((await server.delete('/products/1')).status).toBe(429)
  expect((await server.get('/attributes', { authorization: 'Bearer no' })).status).toBe(401)

  const other = await server.issueKey(['read:attributes'])
  expect((await server.get('/attributes', { authorization: `Bearer ${other}` })).status).toBe(200)
  for (let round = 0; round < 5; round += 1) {
    expect((await server.asOwner({ path: '/api/v1/attributes' })).status).toBe(200)
  }
})
