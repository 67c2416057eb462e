import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '#shared/errors.ts'
import type { TestRequest, TestResponse } from '../../testing/http-client.ts'
import { everyTypeServer } from './every-type.ts'

/** The table "Codes" of the specification: every code with its status, whether it may be retried, and when it is raised. */
const { server, ids } = await everyTypeServer()
afterAll(() => server[Symbol.asyncDispose]())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const reader = await server.issueKey(['read:products'])
const product = `/api/v1/products/${ids.product}`
const unknown = '/api/v1/products/00000000-0000-7000-8000-000000000000'

const post = (path: string, body: unknown): TestRequest => ({
  method: 'POST',
  path: `/api/v1${path}`,
  headers: bearer(server.key),
  body,
})
const ambiguous = { merge_key: 'notes', attributes: { name: 'Twin', notes: 'same' } }
for (const _ of [1, 2]) await server.post('/products', { attributes: { name: 'Twin', notes: ' Same' } })

interface Row {
  readonly status: number
  readonly retriable: boolean
  readonly raisedBy: readonly TestRequest[]
}

const rows: Readonly<Record<Exclude<ErrorCode, 'rate_limited' | 'internal_error'>, Row>> = {
  unauthorized: {
    status: 401,
    retriable: false,
    raisedBy: [
      { path: product },
      { path: product, headers: bearer('vtr_live_0000000000000000000000000000000000000000') },
      { path: product, headers: { authorization: server.key } },
      { path: product, headers: { authorization: `Basic ${server.key}` } },
      { path: `${product}?api_key=${server.key}` },
    ],
  },
  insufficient_scope: {
    status: 403,
    retriable: false,
    raisedBy: [
      { path: '/api/v1/vendors', headers: bearer(reader) },
      { path: '/api/v1/attributes', headers: bearer(reader) },
      { path: `${product}/events`, headers: bearer(reader) },
      { method: 'PATCH', path: product, headers: bearer(reader), body: { attributes: {} } },
    ],
  },
  forbidden: {
    status: 403,
    retriable: false,
    raisedBy: [
      { method: 'DELETE', path: product, headers: bearer(server.key) },
      { method: 'DELETE', path: '/api/v1/attributes/sku', headers: bearer(reader) },
      { method: 'POST', path: '/api/v1/channels', headers: bearer(server.key), body: {} },
      { path: product, headers: { ...bearer(server.key), origin: 'http://evil.example' } },
    ],
  },
  not_found: {
    status: 404,
    retriable: false,
    raisedBy: [
      { path: unknown, headers: bearer(server.key) },
      { path: '/api/v1/products/nope', headers: bearer(server.key) },
      { path: `/api/v1/images/${ids.product}`, headers: bearer(server.key) },
      { path: '/api/v1/assets', headers: bearer(server.key) },
      { path: `${product}/history`, headers: bearer(server.key) },
      { method: 'PATCH', path: `${product}/attributes`, headers: bearer(server.key), body: {} },
      post('/sources/upsert', {}),
    ],
  },
  validation_failed: {
    status: 400,
    retriable: false,
    raisedBy: [
      { path: '/api/v1/products?limit=0', headers: bearer(server.key) },
      post('/products', '{'),
      post('/products', []),
      post('/products', { attributes: { nope: 1 } }),
    ],
  },
  conflict: {
    status: 409,
    retriable: false,
    raisedBy: [
      post('/products/upsert', ambiguous),
      post('/products', { attributes: { name: 'Copy', serial: ' 1' } }),
      post('/attributes', { name: 'SKU', key: 'sku', entity_type: 'product', data_type: 'number' }),
    ],
  },
}

const optionalKeys = ['message_code', 'values', 'alternative_action']

const keysOfEnvelope = [
  'code',
  'message',
  'documentation_url',
  'is_retriable',
  'retry_after_seconds',
  'request_id',
  'field_errors',
]

function expectEnvelope(
  { status, headers, body }: TestResponse,
  code: ErrorCode,
  row: Omit<Row, 'raisedBy'>,
) {
  const { error } = body
  expect([status, error.code, error.is_retriable]).toEqual([row.status, code, row.retriable])
  expect(Object.keys(error).filter((key) => !optionalKeys.includes(key))).toEqual(keysOfEnvelope)
  expect(error.message).toMatch(/\S+ \S+/)
  expect(error.request_id).toBe(headers['x-request-id'])
  expect(error.documentation_url).toMatch(new RegExp(`/docs/developers/errors#${code}$`))
}

test.each(
  Object.entries(rows).flatMap(([code, row]) =>
    row.raisedBy.map(
      (request) => [code as ErrorCode, `${request.method ?? 'GET'} ${request.path}`, request, row] as const,
    ),
  ),
)('%s: %s', async (code, _name, request, row) => {
  const answer = await server.send(request)
  expectEnvelope(answer, code, row)
  expect(answer.body.error.retry_after_seconds).toBeNull()
})

test('internal_error: 500 that tells nothing of the inside, and retriable', async () => {
  const uploads = join(server.dataDir, 'uploads')
  rmSync(uploads, { recursive: true, force: true })
  writeFileSync(uploads, 'a file where a folder should be')
  const form =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsku\r\n1\r\n--x--\r\n'
  const answer = await server.post('/imports', form, { 'content-type': 'multipart/form-data; boundary=x' })
  expectEnvelope(answer, 'internal_error', { status: 500, retriable: true })
  expect(answer.text).not.toMatch(/ENOTDIR|EEXIST|uploads|\n\s+at /)
  rmSync(uploads)
})

test('the eight codes are these', () => {
  expect(Object.keys(errorCodes).sort()).toEqual(
    [...Object.keys(rows), 'rate_limited', 'internal_error'].sort(),
  )
})
