import { createHash, randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { withoutCodes } from '../../testing/without-codes.ts'

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
    expect(withoutCodes(body.error.field_errors)).toEqual([
      { field: 'file', issue: 'The file is larger than 64 MiB.' },
    ])
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

describe('[FILE-06] a picture in the size of its place', () => {
  const stored = async (bytes: Buffer<ArrayBuffer>) => {
    const { body } = await upload({ file: bytes })
    const path = `/files/${server.workspace.id}/${body.data.path.slice('files/'.length)}`
    return async (side: number | string) => {
      const { origin, sessionToken } = server.server
      const headers = { authorization: `Bearer ${sessionToken}` }
      const answer = await fetch(`${origin}${path}?side=${side}`, { headers })
      return { headers: Object.fromEntries(answer.headers), bytes: Buffer.from(await answer.arrayBuffer()) }
    }
  }
  const noise = (width: number, height: number) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

  test('a photograph is scaled to the side that is asked for, and to none that is not offered', async () => {
    const photo = Buffer.from(await noise(900, 600).png().toBuffer())
    const read = await stored(photo)
    const small = await read(96)
    expect(small.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 96, height: 64 })
    expect((await read(96)).bytes).toEqual(small.bytes)
    for (const side of [97, '96px', 100_000]) expect((await read(side)).bytes).toEqual(photo)
  })

  test('what is small, a drawing, or no picture after all is sent as it is', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${'<g/>'.repeat(20_000)}</svg>`
    const broken = Buffer.concat([png, randomBytes(50_000)])
    for (const bytes of [Buffer.from(await noise(20, 20).png().toBuffer()), Buffer.from(drawing), broken]) {
      const read = await stored(bytes)
      expect((await read(96)).bytes).toEqual(bytes)
    }
  })

  test('a picture of more pixels than a photograph has is not unpacked', async () => {
    const bomb = blackPng(10_100, 10_000)
    expect(bomb.length).toBeGreaterThan(24 * 1024)
    const read = await stored(bomb)
    expect((await read(96)).bytes).toEqual(bomb)
  })
})

function blackPng(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
