import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServer } from '../index.ts'
import { runVitrine } from '../testing/command-line.ts'
import { sendRequest } from '../testing/http-client.ts'
import { runHere } from '../testing/in-process-host.ts'
import { objectStore } from '../testing/object-store.ts'
import { parseReplicaAddress } from './replica-address.ts'
import { replicatedServer, type ReplicatedServer, skusIn } from '../testing/replicated-server.ts'

let replica: ReplicatedServer
beforeAll(async () => (replica = await replicatedServer()))
afterAll(() => replica[Symbol.asyncDispose]())

describe.skipIf(process.platform === 'win32')('when Litestream is killed', () => {
  test('[REPLICA-04] it is started again and goes on where it was', async () => {
    const { restarts } = await replica.status()
    const found = spawnSync('pgrep', ['-x', 'litestream', '-a'], { encoding: 'utf8' }).stdout
    const ours = found.split('\n').find((line) => line.includes(replica.server.dataDir))
    process.kill(Number(ours?.split(' ')[0]), 'SIGKILL')
    await replica.write('D-1')
    await expect.poll(async () => (await replica.status()).restarts).toBe(restarts + 1)
    await expect.poll(() => replica.isReplicated()).toBe(true)
    expect((await replica.status()).alarm).toBeNull()
  })
})

test('[REPLICA-01] what is saved last before an end is sent too, and the next start goes on in the same series', async () => {
  const place = { kind: 'file', path: join(replica.folder, 'second-replica') } as const
  const dataDir = join(replica.folder, 'second')
  const replicate = { address: place, retentionDays: 7 }
  const first = await startServer({ dataDir, port: 0, threadEntry: runHere, replicate })
  const { id } = await first.createWorkspaceFile(join(replica.folder, 'elsewhere.vitrine'), 'Elsewhere')
  const headers = { authorization: `Bearer ${first.sessionToken}`, 'vitrine-workspace': id }
  const ask = (path: string, body: object) =>
    sendRequest(first.origin, { method: 'POST', path: `/api/v1${path}`, headers, body })
  await ask('/attributes', {
    name: 'SKU',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await ask('/products', { attributes: { sku: 'LAST' } })
  await first.close()
  const series = () => readdirSync(join(place.path, 'workspaces', id, 'generations'))
  expect(series()).toHaveLength(1)

  const target = join(replica.folder, 'second-restored')
  const ran = await runVitrine(['restore', '--from', `file://${place.path}`, '--data', target])
  expect(skusIn(ran.last['workspaces'] as Workspace[], id)).toEqual(['LAST'])

  const second = await startServer({ dataDir, port: 0, threadEntry: runHere, replicate })
  const session = { authorization: `Bearer ${second.sessionToken}` }
  const states = async () => {
    const { body } = await sendRequest(second.origin, { path: '/app/v1/replication', headers: session })
    return body.data.databases.map(({ state }: { state: string }) => state)
  }
  // Nothing is written: Litestream is asked for the content of the replica.
  await expect.poll(states).toEqual(['current', 'current'])
  await second.close()
  expect(series()).toHaveLength(1)
})

test('[REPLICA-05] no line of the log names a credential', async () => {
  writeFileSync(join(replica.folder, 'not-a-folder'), '')
  process.env['VITRINE_REPLICA_PASSWORD'] = 'not-a-folder'
  try {
    const replicate = {
      address: { kind: 'file', path: join(replica.folder, 'not-a-folder', 'r') },
      retentionDays: 7,
    } as const
    const dataDir = join(replica.folder, 'third')
    const faulty = await startServer({ dataDir, port: 0, threadEntry: runHere, replicate })
    const log = () => readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8').split('\n')
    const faults = () => log().filter((line) => line.includes('Litestream reports a fault'))
    await expect.poll(() => faults().length).toBeGreaterThan(0)
    await faulty.close()
    expect(faults().filter((line) => line.includes('not-a-folder'))).toEqual([])
  } finally {
    delete process.env['VITRINE_REPLICA_PASSWORD']
  }
})

test('[REPLICA-01] [REPLICA-05] a bucket holds a replica too, with keys that come from the environment', async () => {
  await using store = await objectStore()
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'KEYOFTHETEST')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret-of-the-test')
  const from = `s3://bucket/team?endpoint=${store.endpoint}&region=eu-central-1`
  const dataDir = join(replica.folder, 'in-bucket')
  const replicate = { address: parseReplicaAddress(from), retentionDays: 7 }
  const server = await startServer({ dataDir, port: 0, threadEntry: runHere, replicate })
  const { id } = await server.createWorkspaceFile(join(replica.folder, 'bucket.vitrine'), 'Bucket')
  const headers = { authorization: `Bearer ${server.sessionToken}`, 'vitrine-workspace': id }
  const ask = (path: string, body: object) =>
    sendRequest(server.origin, { method: 'POST', path: `/api/v1${path}`, headers, body })
  await ask('/attributes', {
    name: 'SKU',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await ask('/products', { attributes: { sku: 'IN-BUCKET' } })
  await server.close()
  expect([...store.keysSeen]).toEqual(['KEYOFTHETEST'])
  expect(readFileSync(join(dataDir, 'replication', 'litestream.yml'), 'utf8')).not.toContain('KEYOFTHETEST')

  const ran = await runVitrine(['restore', '--from', from, '--data', join(replica.folder, 'from-bucket')])
  expect(skusIn(ran.last['workspaces'] as Workspace[], id)).toEqual(['IN-BUCKET'])
})
