import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Workspace } from '#shared/app-surface.ts'
import { runVitrine } from '../testing/command-line.ts'
import { replicatedServer, type ReplicatedServer, skusIn } from '../testing/replicated-server.ts'
import { testServer } from '../testing/test-server.ts'

let replica: ReplicatedServer
beforeAll(async () => (replica = await replicatedServer()))
afterAll(() => replica[Symbol.asyncDispose]())

test('[REPLICA-08] the status tells where the replica lies and how far each database has come', async () => {
  await replica.write('A-1')
  // Polled until all of it is replicated: the server also writes into vitrine.db by itself, such as when a
  // key was used.
  await expect
    .poll(() => replica.status())
    .toMatchObject({
      to: `file://${replica.place}`,
      is_running: true,
      kept_days: 7,
      lag_seconds: 0,
      alarm: null,
      databases: [
        { workspace_id: null, name: 'vitrine.db', state: 'current' },
        { workspace_id: replica.server.workspace.id, name: 'Test', state: 'current', fault: null },
      ],
    })
  const [, workspace] = (await replica.status()).databases
  expect(workspace?.position).toMatch(/^[0-9a-f]{16}\/[0-9a-f]{8}:\d+$/)
})

test('[REPLICA-05] its configuration is for its owner only', () => {
  const file = join(replica.server.dataDir, 'replication', 'litestream.yml')
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('[REPLICA-02] a replicated workspace is sound for a check, whatever Litestream keeps in it', async () => {
  await replica.write('B-0')
  await expect.poll(() => replica.isReplicated()).toBe(true)
  const path = `/app/v1/workspaces/${replica.server.workspace.id}/check`
  expect((await replica.server.asOwner({ method: 'POST', path })).body.data).toEqual({
    ok: true,
    findings: [],
  })
})

test('[REPLICA-01] [REPLICA-07] what was saved is restored as it was at any moment, in a folder of its own', async () => {
  const skusOf = ({ workspaces }: { workspaces: Workspace[] }) =>
    skusIn(workspaces, replica.server.workspace.id).filter((sku) => /B-[12]/.test(sku))
  await replica.write('B-1')
  await expect.poll(() => replica.isReplicated()).toBe(true)
  // The moment separates changes within the same second, too.
  const moment = new Date()
  await replica.write('B-2')
  const made = await replica.server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces',
    body: { name: 'Second' },
  })
  await expect.poll(() => replica.isReplicated('registry')).toBe(true)
  await expect.poll(() => replica.isReplicated()).toBe(true)
  await expect.poll(() => existsSync(join(replica.place, 'workspaces', made.body.data.id))).toBe(true)

  const newest = await replica.restore('newest')
  expect([newest.code, newest.last]).toMatchObject([0, { ok: true, missing: [], damaged: [] }])
  expect(newest.workspaces.map(({ name }) => name)).toEqual(['Test', 'Second'])
  expect(newest.workspaces.every(({ file }) => file.startsWith(newest.dataDir))).toBe(true)
  expect(skusOf(newest)).toEqual(['B-1', 'B-2'])
  expect(existsSync(newest.workspaces[1]?.file ?? '')).toBe(true)
  expect(readdirSync(join(newest.dataDir, 'workspaces')).some((name) => name.includes('.tmp'))).toBe(false)

  const earlier = await replica.restore('earlier', '--at', moment.toISOString())
  expect(earlier.workspaces.map(({ name }) => name)).toEqual(['Test'])
  expect(skusOf(earlier)).toEqual(['B-1'])
  expect(made.status).toBe(201)
})

test('[REPLICA-03] a workspace whose backup is put back is replicated as it is then', async () => {
  await replica.write('D-1')
  const path = `/app/v1/workspaces/${replica.server.workspace.id}/backups`
  const { body } = await replica.server.asOwner({ method: 'POST', path })
  await replica.write('D-2')
  await expect.poll(() => replica.isReplicated()).toBe(true)
  const restore = { method: 'POST', path: `${path}/${body.data.id}/restore` }
  expect((await replica.server.asOwner(restore)).status).toBe(200)
  await replica.write('D-3')
  await expect.poll(() => replica.isReplicated()).toBe(true)
  const { workspaces } = await replica.restore('after-backup')
  const skus = skusIn(workspaces, replica.server.workspace.id)
  expect(skus.filter((sku) => sku.startsWith('D-'))).toEqual(['D-1', 'D-3'])
})

test('[REPLICA-07] [SPACE-12] a restore replaces nothing, leaves nothing where it fails, and can be moved', async () => {
  const full = join(replica.folder, 'full')
  await runVitrine(['workspace', 'create', 'Here', '--data', full])
  const before = readdirSync(full)
  const refused = await runVitrine(['restore', '--from', `file://${replica.place}`, '--data', full])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is not empty')])
  expect(readdirSync(full)).toEqual(before)

  const home = join(replica.folder, 'home')
  const theirs = ['.cache', 'lost+found']
  for (const name of theirs) mkdirSync(join(home, name), { recursive: true })
  const late = ['--at', '2020-01-01T00:00:00Z']
  const failedAtHome = await replica.restore('home', ...late)
  expect([failedAtHome.code, readdirSync(home).toSorted()]).toEqual([1, theirs.toSorted()])
  expect((await replica.restore('home')).last).toMatchObject({ ok: true })
  expect(readdirSync(home)).toEqual(expect.arrayContaining([...theirs, 'vitrine.db']))
  const moved = join(replica.folder, 'moved')
  renameSync(home, moved)
  const { lines } = await runVitrine(['workspace', 'list', '--data', moved])
  expect(JSON.stringify(lines)).toContain(join(moved, 'workspaces'))

  const nowhere = join(replica.folder, 'nowhere')
  for (const args of [
    ['--from', `file://${join(replica.folder, 'no-replica')}`],
    ['--from', `file://${replica.place}`, '--at', '2020-01-01T00:00:00Z'],
  ]) {
    const failed = await runVitrine(['restore', ...args, '--data', nowhere])
    expect([failed.code, existsSync(nowhere)]).toEqual([1, false])
  }
})

test.each([
  [['restore', '--from', 'https://shop.example'], 'A replica is named by'],
  [['restore', '--from', 'file:///r', '--at', 'yesterday'], '--at takes a moment'],
  [['restore', '--from', 'file:///r', '--at', '2999-01-01'], 'that is past'],
  [['restore', 'backup-1', '--from', 'file:///r'], 'restored whole'],
  [['restore'], 'vitrine restore BACKUP'],
  [['serve', '--replicate-days', '3'], 'goes with --replicate'],
  [['serve', '--replicate', 'file:///r', '--replicate-days', 'all'], 'from 1 to 366'],
  [['serve', '--replicate', 'sftp://ann:hunter2@h/r'], 'Leave the credentials out'],
])('[REPLICA-06] %j is wrong usage', async (args, words) => {
  const { code, stderr } = await runVitrine([...args, '--data', join(replica.folder, 'unused')])
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
})

test('[REPLICA-08] without a replica there is no status', async () => {
  await using plain = await testServer()
  expect((await plain.asOwner({ path: '/app/v1/replication' })).body).toEqual({ data: null })
})
