import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function upload(parts: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>, key = server.key) {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value]), 'a.bin')
  }
  const encoded = new Response(form)
  return server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
    authorization: `Bearer ${key}`,
  })
}

describe('POST /files (decisions, Files)', () => {
  test('keeps bytes once by their SHA-256 and tells the path that an attribute holds', async () => {
    const first = await upload({ file: png })
    const hash = hashOf(png)
    expect(first.status).toBe(201)
    expect(first.body.data).toEqual({
      hash,
      path: `files/${hash}.png`,
      media_type: 'image/png',
      size: png.byteLength,
    })
    expect(first.headers.location).toBe(`/api/v1/files/${hash}`)
    const again = await upload({ file: png })
    expect([again.status, again.body]).toEqual([200, first.body])

    const read = await server.get(`/files/${hash.toUpperCase()}`)
    expect(read.status).toBe(200)
    expect(read.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="${hash}.png"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(Number(read.headers['content-length'])).toBe(png.byteLength)
  })

  test('an SVG is never served as a document', async () => {
    const { body } = await upload({ file: svg })
    const { headers } = await server.get(`/files/${body.data.hash}`)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  test.each([
    ['no file', {}, [['file', 'required']]],
    ['bytes of no known kind', { file: Buffer.from('<html></html>') }, [['file', 'invalid_value']]],
    ['no bytes', { file: Buffer.from('') }, [['file', 'invalid_value']]],
    [
      'further fields',
      { note: 'x', file: png },
      [['note', 'Send one file, in the part named file, and nothing else.']],
    ],
  ])('%s is refused', async (_name, parts, faults) => {
    const { status, body } = await upload(parts)
    expect(status).toBe(400)
    expect(body.error.field_errors.map(({ field, issue }: Record<string, string>) => [field, issue])).toEqual(
      faults,
    )
  })

  test('a file beyond the limit is refused in words, after it was taken in', async () => {
    const { status, body } = await upload({ file: Buffer.alloc(65 * 1024 * 1024) })
    expect(status).toBe(400)
    expect(body.error.field_errors).toEqual([{ field: 'file', issue: 'The file is larger than 64 MiB.' }])
  })

  test('anything but a form is refused, its faults in the query too', async () => {
    const { status, body } = await server.post('/files', { file: 'x' })
    expect([status, body.error.field_errors[0].field]).toEqual([400, 'body'])
    const cut = await server.post('/files', '--b\r\nContent-Dis', {
      'content-type': 'multipart/form-data; boundary=b',
    })
    expect([cut.status, cut.body.error.code]).toEqual([400, 'validation_failed'])
  })

  test('needs write:images and read:images', async () => {
    const reader = await server.issueKey(['read:images'])
    const writer = await server.issueKey(['write:images'])
    expect((await upload({ file: png }, reader)).status).toBe(403)
    const read = (key: string) => server.get(`/files/${hashOf(png)}`, { authorization: `Bearer ${key}` })
    expect((await read(writer)).status).toBe(403)
    expect((await read(reader)).status).toBe(200)
  })
})

test.each(['0'.repeat(64), 'x', '..%2f..%2fetc'])('GET /files/%s is not found', async (hash) => {
  const { status, body } = await server.get(`/files/${hash}`)
  expect([status, body.error.code]).toEqual([404, 'not_found'])
})
