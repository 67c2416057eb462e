import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
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
  test.each([
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
    await upload({ file: png }, writer)
    const read = (key: string) => server.get(`/files/${hashOf(png)}`, { authorization: `Bearer ${key}` })
    expect((await read(writer)).status).toBe(403)
    expect((await read(reader)).status).toBe(200)
  })
})
