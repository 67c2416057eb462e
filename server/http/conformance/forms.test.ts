import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

/** Forms that no browser sends are refused with the place of each fault, as all faults are (specification, Errors). */
const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const form = (...parts: readonly string[]) => `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`
const file = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsku\r\n1'

interface Fault {
  readonly field: string
  readonly issue: string
}

describe.each(['/imports', '/sources', '/files'])('%s', (path) => {
  test.each([
    ['a field without a name', form('Content-Disposition: form-data; nom="type"\r\n\r\nproduct', file)],
    ['a field with an empty name', form('Content-Disposition: form-data; name=""\r\n\r\nproduct', file)],
    ['a file without a name', form('Content-Disposition: form-data; filename="b.csv"\r\n\r\nsku', file)],
  ])('%s is a fault of the body', async (_name, body) => {
    const { status, body: answer } = await server.post(path, body, multipart)
    expect(status).toBe(400)
    const fields = (answer.error.field_errors as Fault[]).map(({ field }) => field)
    expect(fields).toContain('body')
    expect(fields.every((field) => typeof field === 'string' && field !== '')).toBe(true)
  })

  test.each([
    [
      'names of members of every object',
      form('Content-Disposition: form-data; name="__proto__"\r\n\r\n1', file),
    ],
    ['a broken boundary', '--y\r\n\r\n--y--\r\n'],
    ['nothing', ''],
    ['a form that is cut off', form(file).slice(0, -8)],
  ])('%s: 400 in the envelope', async (_name, body) => {
    const { status, body: answer } = await server.post(path, body, multipart)
    expect([status, answer.error.code]).toEqual([400, 'validation_failed'])
  })
})

const ofFile = (name: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`

test.each([
  ['a file', '/files', 64, ofFile('file')],
  ['a file', '/sources', 33, ofFile('file')],
  ['a part that is not asked for', '/sources', 33, ofFile('x')],
  ['a part that never begins', '/files', 64, '--x\r\n'],
])(
  '%s without an end to %s is read up to a bound, then the connection is ended, and others are served [ORDER-18]',
  async (_what, path, takenMb, beginning) => {
    const sentMb = await sendWithoutEnd(path, beginning)
    expect(sentMb).toBeGreaterThan(takenMb)
    expect(sentMb).toBeLessThan(takenMb + 64 + 32)
    expect((await server.get('/products')).status).toBe(200)
    await expect.poll(() => readdir(join(server.dataDir, 'uploads')).catch(() => [])).toEqual([])
  },
)

test('a file that is much too large is refused with its fault where its length is known [ORDER-18]', async () => {
  const form = new FormData()
  form.set('file', new Blob([Buffer.alloc(140 * 1024 * 1024)]), 'film.mp4')
  const headers = { authorization: `Bearer ${server.key}` }
  const answer = await fetch(`${server.server.origin}/api/v1/files`, { method: 'POST', headers, body: form })
  const { error } = (await answer.json()) as { error: { field_errors: Fault[] } }
  expect([answer.status, error.field_errors]).toMatchObject([400, [{ field: 'file' }]])
})

/** Sends a form with this beginning until the server ends the connection; returns the sent MB. */
async function sendWithoutEnd(path: string, beginning: string): Promise<number> {
  const { hostname, port } = new URL(server.server.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = [
    `POST /api/v1${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${server.key}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Transfer-Encoding: chunked',
  ]
  const chunk = (content: string) => `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`
  socket.write(`${head.join('\r\n')}\r\n\r\n${chunk(beginning)}`)
  const more = Buffer.from(chunk('z'.repeat(1024 * 1024)))
  await new Promise<void>((resolve) => {
    const send = () => {
      while (!socket.destroyed && socket.write(more));
    }
    socket.on('drain', send).on('close', () => resolve())
    send()
  })
  return socket.bytesWritten / 1024 / 1024
}
