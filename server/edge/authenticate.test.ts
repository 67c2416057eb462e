import { afterAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('the key', () => {
  test.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['another scheme', { authorization: `Basic ${server.key}` }],
    ['no scheme', { authorization: server.key }],
    ['two keys', { authorization: `Bearer ${server.key} ${server.key}` }],
    ['a key that never was', bearer(`vtr_live_${'0'.repeat(40)}`)],
    ['part of a key', bearer(server.key.slice(0, -1))],
    ['more than a key', bearer(`${server.key}0`)],
    ['the key in the query string', {}, `?key=${server.key}`],
  ] as [string, Record<string, string>, string?][])('%s: 401', async (_name, headers, query = '') => {
    const answer = await server.send({ path: `/api/v1/products${query}`, headers })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized'])
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="http/)
    expect(answer.text).not.toContain(server.key)
  })
})

describe('scopes', () => {
  test('DELETE is forbidden to a key that holds delete scopes too', async () => {
    const key = await server.issueKey(['delete:products'])
    const { status, body } = await server.send({
      method: 'DELETE',
      path: '/api/v1/products/x',
      headers: bearer(key),
    })
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
  })
})
