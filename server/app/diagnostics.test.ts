import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

const key = `vtr_live_${'k'.repeat(40)}`

test('diagnostics tell versions, files with their sizes, and the last lines of the log without credentials', async () => {
  appendFileSync(join(server.dataDir, 'logs/server.log'), `{"msg":"a line with ${key}"}\n`)
  await server.get('/products?limit=1')
  const { status, body } = await server.asOwner({ path: '/app/v1/diagnostics' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    node: process.versions.node,
    electron: null,
    file_format: expect.any(Number),
    workspaces: [{ id: server.workspace.id, is_open: true, bytes: expect.any(Number), last_check: null }],
  })
  expect(body.data.log.at(-1)).toContain('a line with vtr_live_[redacted]')
  expect(JSON.stringify(body)).not.toContain(key)
})

test('the exported log carries the version and no credential', async () => {
  appendFileSync(join(server.dataDir, 'logs/server.log'), `{"msg":"asked","authorization":"Bearer ${key}"}\n`)
  const { body } = await server.asOwner({ path: '/app/v1/diagnostics/log' })
  expect(body.data.name).toMatch(/^vitrine-log-\d{4}-\d\d-\d\d\.txt$/)
  expect(body.data.text).toMatch(/^Vitrine \d/)
  expect(body.data.text).not.toContain(key)
})

test('a key of a script reads neither', async () => {
  for (const path of ['/app/v1/diagnostics', '/app/v1/diagnostics/log']) {
    const { status } = await server.send({ path, headers: { authorization: `Bearer ${server.key}` } })
    expect(status).toBe(401)
  }
})
