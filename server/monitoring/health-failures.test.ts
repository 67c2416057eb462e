import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const health = (server: TestServer, headers: Record<string, string> = {}) =>
  server.send({ path: '/health', headers })
const forwarded = { 'x-forwarded-for': '203.0.113.7' }

// Health is looked at once a second.
const soon = { timeout: 10_000, interval: 200 }

test('a workspace whose file is gone makes it 503, with the reason for all and the file for who is here [TEAM-16]', async () => {
  await using server = await testServer()
  const { file, name } = server.workspace
  expect((await health(server)).body).toMatchObject({ status: 'ok', failures: [] })

  renameSync(file, `${file}.away`)
  await expect.poll(async () => (await health(server)).status, soon).toBe(503)
  const { body } = await health(server)
  expect(body).toMatchObject({
    status: 'failing',
    failures: [{ reason: 'workspace_not_opened', message: expect.stringContaining(`"${name}"`) }],
  })
  const anonymous = await health(server, forwarded)
  expect([anonymous.status, anonymous.body]).toEqual([
    503,
    { status: 'failing', reasons: ['workspace_not_opened'] },
  ])

  renameSync(`${file}.away`, file)
  await expect.poll(async () => (await health(server)).status, soon).toBe(200)
})

test('a workspace that could not be opened is told, and no more once it is mended [TEAM-16]', async () => {
  await using server = await testServer()
  const created = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces',
    body: { name: 'Second' },
  })
  const { file, id } = created.body.data
  renameSync(file, `${file}.away`)
  writeFileSync(file, 'no database')
  const path = '/api/v1/attributes'
  await server.asOwner({ path, headers: { 'vitrine-workspace': id } })
  await expect.poll(async () => (await health(server)).body.reasons, soon).toEqual(['workspace_not_opened'])
  renameSync(`${file}.away`, file)
  await expect.poll(async () => (await health(server)).status, soon).toBe(200)
})

test.skipIf(process.getuid?.() === 0)('a folder that may not be written makes it 503 [TEAM-16]', async () => {
  await using server = await testServer()
  const folder = dirname(server.workspace.file)
  chmodSync(folder, 0o500)
  onTestFinished(() => chmodSync(folder, 0o700))
  await expect.poll(async () => (await health(server)).body.reasons, soon).toEqual(['workspace_not_written'])
})

const disk = mountSmallDisk(128)

describe.skipIf(!disk)('a disk of its own (which root alone can mount)', () => {
  test('it is 503 while the disk is nearly full [TEAM-16]', async () => {
    onTestFinished(() => disk?.[Symbol.dispose]())
    await using server = await testServer({ parent: disk?.folder })
    expect((await health(server)).status).toBe(200)
    disk?.fill(5_000_000)
    await expect.poll(async () => (await health(server)).body.reasons, soon).toEqual(['disk_nearly_full'])
    disk?.makeRoom()
    await expect.poll(async () => (await health(server)).status, soon).toBe(200)
  })
})

test('it is 503 while the replica is further behind than its alarm allows [TEAM-16]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-late-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a-file'), '')
  const replicate = {
    address: { kind: 'file', path: join(folder, 'a-file', 'r') },
    retentionDays: 7,
  } as const
  await using server = await testServer({ replicate })
  await server.asOwner({ method: 'POST', path: '/app/v1/workspaces', body: { name: 'Second' } })
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 120_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect.poll(async () => (await health(server)).body.reasons, soon).toContain('replica_behind')
})
