import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const text = { entity_type: 'product', data_type: 'single_line_text_field' }
const server = await testServer({ attributes: [{ ...text, name: 'SKU', is_primary: true }] })
afterAll(() => server[Symbol.asyncDispose]())
let id: string
beforeAll(async () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ attributes: { sku: `Chair of oak ${index}` } }))
  const { body } = await server.post('/products/batch', { items })
  id = body.data[0].id
})

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
}

async function ask(path: string, asked: string | undefined, key = server.key, method = 'GET') {
  const headers = {
    authorization: `Bearer ${key}`,
    'vitrine-workspace': server.workspace.id,
    ...(asked !== undefined && { 'accept-encoding': asked }),
  }
  return new Promise<{ encoding: string | undefined; tag: unknown; length: number; said: string }>(
    (resolve, reject) => {
      const call = request(`${server.server.origin}/api/v1${path}`, { headers, method }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const { 'content-encoding': encoding, etag: tag, 'content-length': length } = response.headers
          const said = (method === 'HEAD' ? bytes : (decoders[encoding ?? '']?.(bytes) ?? bytes)).toString()
          resolve({ encoding, tag, length: Number(length ?? bytes.length), said })
        })
      })
      call.on('error', reject).end()
    },
  )
}

test('long answers are compressed for who asks, as the client likes it best [ORDER-16]', async () => {
  const plain = await ask('/products', undefined)
  expect([plain.encoding, plain.length > 1024]).toEqual([undefined, true])
  for (const [asked, encoding] of [
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
    [';;=,', undefined],
  ] as const) {
    const answer = await ask('/products', asked)
    expect([asked, answer.encoding, answer.said]).toEqual([asked, encoding, plain.said])
    expect(answer.length < plain.length / 3).toBe(encoding !== undefined)
    expect((await ask('/products', asked, server.key, 'HEAD')).length).toBe(answer.length)
  }
})

test('short answers, the app and errors below 1 KiB are left as they are [ORDER-16]', async () => {
  expect((await ask(`/products/${id}`, 'gzip')).encoding).toBeUndefined()
  expect((await ask('/products?limit=0', 'gzip')).encoding).toBeUndefined()
  expect((await ask('/products', 'gzip, br', server.server.sessionToken)).encoding).toBeUndefined()
})

test('a compressed answer has a weak tag, which is known all the same [ORDER-16]', async () => {
  const { tag, encoding } = await ask('/attributes?type=product', 'gzip')
  expect(encoding).toBeUndefined()
  const long = 'x'.repeat(2000)
  await server.patch(`/products/${id}`, { attributes: { sku: long } })
  const packed = await ask(`/products/${id}`, 'br')
  const plain = await ask(`/products/${id}`, undefined)
  expect([packed.encoding, packed.tag]).toEqual(['br', `W/${String(plain.tag)}`])
  expect(tag).toMatch(/^"/)
  const known = { 'if-none-match': String(packed.tag) }
  expect((await server.get(`/products/${id}`, known)).status).toBe(304)
  const written = await server.patch(
    `/products/${id}`,
    { attributes: { sku: 'short' } },
    { 'if-match': String(packed.tag) },
  )
  expect(written.status).toBe(200)
})

test('files of text are compressed on their way, packed ones are not [ORDER-16]', async () => {
  for (const [format, encoding] of [
    ['csv', 'gzip'],
    ['jsonl', 'gzip'],
    ['xlsx', undefined],
  ] as const) {
    const { data } = (await server.post('/exports', { type: 'product', format })).body
    expect((await server.endedJob(data.id)).status).toBe('completed')
    const file = await ask(`/exports/${data.id}/file`, 'gzip')
    const plain = await ask(`/exports/${data.id}/file`, undefined)
    expect([format, file.encoding, file.said === plain.said]).toEqual([format, encoding, true])
  }
})

test('the reference is compressed for everybody [ORDER-16]', async () => {
  for (const path of ['/docs/', '/docs/products', '/docs/reference.js', '/docs/openapi.json']) {
    const url = `${server.server.origin}${path}`
    const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await packed.text()).toBe(await plain.text())
  }
})
