import { afterAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../testing/http-client.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const { origin } = server.server
const { host } = new URL(origin)
const head = `Host: ${host}\r\nAuthorization: Bearer ${server.key}\r\nConnection: close\r\n`

function readEnvelope(answer: string) {
  const [headText = '', ...rest] = answer.split('\r\n\r\n')
  const headers = new Map(
    headText
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const { error } = JSON.parse(rest.join('\r\n\r\n'))
  expect(Object.keys(error).filter((key) => key !== 'message_code' && key !== 'values')).toEqual([
    'code',
    'message',
    'documentation_url',
    'is_retriable',
    'retry_after_seconds',
    'request_id',
    'field_errors',
  ])
  expect(error.documentation_url).toBe(`${origin}/docs/developers/errors#${error.code}`)
  expect(headers.get('x-request-id')).toBe(error.request_id)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  return { status: Number(headText.split(' ')[1]), code: error.code }
}

describe('every answer below the handlers is the envelope', () => {
  test.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n', 400],
    ['a method that HTTP does not have', `FOO / HTTP/1.1\r\n${head}\r\n`, 400],
    ['a version that HTTP does not have', `GET / HTTP/7.5\r\n${head}\r\n`, 400],
    ['a malformed header', `GET / HTTP/1.1\r\n${head}bad header\r\n\r\n`, 400],
    ['headers without end', `GET / HTTP/1.1\r\n${head}X: ${'a'.repeat(70_000)}\r\n\r\n`, 400],
    ['a URL without end', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\n${head}\r\n`, 400],
    [
      'two lengths',
      `POST /api/v1/products HTTP/1.1\r\n${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      400,
    ],
    [
      'a malformed chunk',
      `POST /api/v1/products HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`, 404],
    ['an expectation', `GET / HTTP/1.1\r\n${head}Expect: the-unexpected\r\n\r\n`, 400],
    ['no Host', 'GET /api/v1/products HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', `GET /api/v1/products HTTP/1.1\r\n${head}Host: evil.example\r\n\r\n`, 400],
    ['HTTP/1.0 without Host', 'GET /api/v1/products HTTP/1.0\r\n\r\n', 400],
    ['a method that the router does not have', `PROPFIND /api/v1/products HTTP/1.1\r\n${head}\r\n`, 404],
  ])('%s', async (_name, text, status) => {
    const answer = readEnvelope(await sendRaw(origin, text))
    expect(answer).toEqual({ status, code: status === 404 ? 'not_found' : 'validation_failed' })
  })

  test('a request for an upgrade is answered as if it had not asked', async () => {
    const answer = await sendRaw(
      origin,
      `GET /api/v1/products HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.key}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  test('one request never gets two answers [ORDER-17]', async () => {
    const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const post = 'POST /api/v1/products HTTP/1.1\r\n'
    const keep = `Host: ${host}\r\nAuthorization: Bearer ${server.key}\r\n`
    const statuses = async (text: string) =>
      [...(await sendRaw(origin, text)).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status))
    expect(await statuses(`${post}Host: evil.example\r\n${chunked}zz\r\n`)).toEqual([403])
    expect(await statuses(`${post}Host: ${host}\r\n${chunked}2\r\n{}\r\nzz\r\n`)).toEqual([401])
    expect(await statuses(`${post}${keep}${chunked}2\r\n{}\r\nzz\r\n`)).toEqual([400])
    // The fault of the next request follows the answer to this one.
    const get = `GET /api/v1/products HTTP/1.1\r\n${keep}\r\n`
    expect(await statuses(`${get}GARBAGE\r\n\r\n`)).toEqual([200, 400])
    expect(await statuses(`${get}${get}GARBAGE\r\n\r\n`)).toEqual([200, 200, 400])
  })

  const json = 'Content-Type: application/json\r\n'
  const form = 'Content-Type: multipart/form-data; boundary=x\r\n'
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsku'

  test.each([
    ['the head', `GET /api/v1/products HTTP/1.1\r\n${head}`],
    ['a body', `POST /api/v1/products HTTP/1.1\r\n${head}${json}Content-Length: 99\r\n\r\n{"attributes":{}`],
    [
      'a chunked body',
      `POST /api/v1/products HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\n10\r\n{"attr`,
    ],
    ['a form', `POST /api/v1/imports HTTP/1.1\r\n${head}${form}Content-Length: 999\r\n\r\n${part}`],
    ['a file', `POST /api/v1/files HTTP/1.1\r\n${head}${form}Content-Length: 999\r\n\r\n${part}`],
    ['a source', `POST /api/v1/sources HTTP/1.1\r\n${head}${form}Content-Length: 999\r\n\r\n${part}`],
  ])('%s that is cut off', async (_name, text) => {
    const answer = readEnvelope(await sendRaw(origin, text, { ends: true }))
    expect(answer).toEqual({ status: 400, code: 'validation_failed' })
  })

  test('requests are answered whole, though the client has closed its side behind them', async () => {
    const one = `GET /api/v1/products?limit=1 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.key}\r\n\r\n`
    const answer = await sendRaw(origin, one.repeat(3), { ends: true })
    expect(answer.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3)
    expect(answer.match(/"pagination":/g)).toHaveLength(3)
  })

  test('a stream ends with the connection of its client', async () => {
    const stream = `GET /api/v1/events/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.key}\r\n\r\n`
    expect(await sendRaw(origin, stream, { ends: true })).toMatch(/^HTTP\/1.1 200 OK/)
  })
})
