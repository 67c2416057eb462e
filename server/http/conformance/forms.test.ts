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
