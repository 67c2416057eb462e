import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockStandbyFolder, startServer } from '../../index.ts'
import { runVitrine } from '../../testing/command-line.ts'
import { sendRequest, type TestRequest } from '../../testing/http-client.ts'
import { skusIn } from '../../testing/replicated-server.ts'
import { testServer } from '../../testing/test-server.ts'
import type { Workspace } from '#shared/app-surface.ts'
import { ServerLease } from './server-lease.ts'
import { openLeasePlace } from './lease-place.ts'
import { parseLease, takenBy } from './replica-lease.ts'
import { identityOf } from './server-identity.ts'
import { Standby, type Promotion } from './standby.ts'
import { StandbyFiles } from './standby-files.ts'
import type { ServeReads } from './standby-reads.ts'

const attributes = [
  { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
]
const log = pino({ level: 'silent' })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-standby-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const addressOf = () => ({ kind: 'file', path: join(folder, 'replica') }) as const

/** A server that holds the lease in its replica. */
async function serverWithStandby() {
  const lease = await ServerLease.open({
    address: addressOf(),
    identity: { id: 'first', name: 'first:/data' },
  })
  const server = await testServer({
    attributes,
    replicate: { address: addressOf(), retentionDays: 7, lease },
  })
  return { server, lease, write: (sku: string) => server.post('/products', { attributes: { sku } }) }
}

async function follow(dataDir: string, serveReads?: ServeReads) {
  const end = new AbortController()
  const lock = lockStandbyFolder(dataDir)
  const standby = await Standby.open({ lock, address: addressOf(), dataDir, log, serveReads })
  const running = standby.run(end.signal)
  return { standby, running, end: () => end.abort(), files: new StandbyFiles(dataDir) }
}

test('[STANDBY-02] a standby has what its server has sent, says how far it is, lets no command make a catalog in its folder, and takes its place on a word', async () => {
  const { server, write } = await serverWithStandby()
  await write('A-1')
  const dataDir = join(folder, 'second')
  const following = await follow(dataDir)
  await expect
    .poll(() => following.files.readStatus(), { timeout: 15_000 })
    .toMatchObject({ phase: 'following', server: 'first:/data', as_of: expect.any(String), fault: null })
  await write('A-2')
  const command = await runVitrine(['workspace', 'create', 'Here', '--data', dataDir])
  expect([command.code, command.stderr]).toEqual([1, expect.stringContaining('stands by while another')])
  expect(existsSync(join(dataDir, 'vitrine.db'))).toBe(false)
  const { workspace } = server
  await server[Symbol.asyncDispose]()

  await following.files.wishPromotion()
  const promotion = (await following.running) as Promotion
  expect(promotion).toMatchObject({ term: 2, from_server: 'first:/data', was_ended_in_order: true })
  expect(promotion.lease.address).toMatchObject({ path: join(folder, 'replica', 'after-1') })
  const file = join(dataDir, 'workspaces', basename(workspace.file))
  expect(skusIn([{ ...workspace, file }], workspace.id)).toEqual(['A-1', 'A-2'])
  expect(existsSync(join(dataDir, 'standby', 'copies'))).toBe(false)

  const former = { address: addressOf(), identity: { id: 'first', name: 'first:/data' } }
  await expect(ServerLease.open(former)).rejects.toThrow(`${dataDir} has taken over and is the server now`)
  await promotion.lease.release()
}, 60_000)

test('[STANDBY-03] a server whose lease was taken writes nothing more, acknowledges nothing, and is told who has it', async () => {
  const { server, lease, write } = await serverWithStandby()
  expect((await write('B-1')).status).toBe(201)
  const place = await openLeasePlace(addressOf())
  const stored = await place.read()
  const known = parseLease(stored?.text ?? '')
  if (!known || !stored) throw new Error('There is no lease.')
  const taken = takenBy({ id: 'second', name: 'second:/data' }, known, new Date().toISOString())
  // The server may renew it in between.
  for (let version = stored.version; (await place.replace(JSON.stringify(taken), version)) === undefined;)
    version = (await place.read())?.version ?? ''

  expect(await lease.lost).toBe('second:/data')
  expect(await write('B-2')).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  expect((await server.get('/products?limit=5')).body.pagination.total).toBe(1)
  await sleep(1000)
  const { status, body } = await server.send({ path: '/health' })
  expect([status, body.reasons]).toEqual([503, ['lease_not_renewed']])
  await server[Symbol.asyncDispose]()
  // A server that ends in order does not give back a lease that it no longer has.
  expect(parseLease((await place.read())?.text ?? '')).toMatchObject({ term: 2, is_released: false })
}, 60_000)

test('[STANDBY-03] while the lease cannot be renewed nothing is written, and then again', async () => {
  const { server, lease, write } = await serverWithStandby()
  lease.fence.close()
  expect((await write('C-1')).status).toBe(503)
  // The next renewal opens it.
  await expect.poll(() => lease.fence.isOpen, { timeout: 10_000 }).toBe(true)
  expect((await write('C-2')).status).toBe(201)
  await server[Symbol.asyncDispose]()
}, 60_000)

test('[STANDBY-04] a standby is refused a folder that holds a catalog, and a server without its lease one that has a standby', async () => {
  const { server } = await serverWithStandby()
  const full = join(folder, 'full')
  await runVitrine(['workspace', 'create', 'Here', '--data', full])
  const ran = await runVitrine(['standby', '--from', `file://${addressOf().path}`, '--data', full])
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('holds a catalog already')])
  const alone = await runVitrine(['serve', '--replicate', `file://${addressOf().path}`, '--data', full])
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('has a standby: first:/data')])
  const other = ['serve', '--with-standby', '--replicate', `file://${addressOf().path}`, '--data', full]
  const second = await runVitrine(other)
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('first:/data has taken over')])
  await server[Symbol.asyncDispose]()
}, 60_000)

test('[STANDBY-05] a restore takes the series that the lease names, and an earlier one for an earlier moment', async () => {
  const { server, write } = await serverWithStandby()
  await write('D-1')
  const { workspace } = server
  await server[Symbol.asyncDispose]()
  await sleep(1100)
  const moment = new Date().toISOString()
  const dataDir = join(folder, 'second')
  const following = await follow(dataDir)
  await following.files.wishPromotion()
  const { lease } = (await following.running) as Promotion
  await lease.release()
  const held = await ServerLease.open({ address: addressOf(), identity: await identityOf(dataDir) })
  const replicate = { address: addressOf(), retentionDays: 7, lease: held }
  const second = await startServer({ dataDir, port: 0, replicate })
  const headers = { authorization: `Bearer ${second.sessionToken}`, 'vitrine-workspace': workspace.id }
  await fetch(`${second.baseUrl}/products`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ attributes: { sku: 'D-2' } }),
  })
  await second.close()

  const restore = async (name: string, ...more: string[]) => {
    const from = `file://${addressOf().path}`
    const ran = await runVitrine(['restore', '--from', from, '--data', join(folder, name), ...more])
    return skusIn((ran.last['workspaces'] ?? []) as Workspace[], workspace.id)
  }
  expect(await restore('newest')).toEqual(['D-1', 'D-2'])
  expect(await restore('earlier', '--at', moment)).toEqual(['D-1'])
}, 90_000)

test('[STANDBY-07] a standby lets people read its copy if that is wanted, says of when each answer is, and takes no change', async () => {
  const { server, write } = await serverWithStandby()
  await write('E-1')
  const origins: string[] = []
  const following = await follow(join(folder, 'second'), async (dataDir, asOf) => {
    const unasked = { isForOneCommand: true, takesAnyRequest: true }
    const reading = await startServer({ dataDir, port: 0, ...unasked, readOnly: { asOf } })
    origins.push(reading.origin)
    return reading
  })
  const ask = async (path: string, more: Partial<TestRequest> = {}) =>
    sendRequest(origins.at(-1) ?? '', { path, headers: { authorization: `Bearer ${server.key}` }, ...more })
  await expect.poll(() => origins.length, { timeout: 20_000 }).toBe(1)
  const skus = async () => {
    const { body, headers } = await ask('/api/v1/products?limit=9')
    expect(String(headers['vitrine-as-of'])).toMatch(/^\d{4}-.*Z$/)
    return (body.data ?? []).map(({ attributes: { sku } }: { attributes: { sku: string } }) => sku)
  }
  expect(await skus()).toEqual(['E-1'])
  expect((await ask('/api/v1/products/query', { method: 'POST', body: { limit: 1 } })).status).toBe(200)
  const refused = await ask('/api/v1/products', { method: 'POST', body: { attributes: { sku: 'E-9' } } })
  expect([refused.status, refused.body.error.message]).toEqual([
    503,
    expect.stringContaining('This is a standby'),
  ])
  expect((await ask('/health', { headers: {} })).body).toMatchObject({
    status: 'failing',
    reasons: ['reads_only'],
  })

  await write('E-2')
  await expect.poll(skus, { timeout: 30_000, interval: 500 }).toEqual(expect.arrayContaining(['E-1', 'E-2']))
  following.end()
  await following.running
  await expect(ask('/health')).rejects.toThrow('ECONNREFUSED')
  await server[Symbol.asyncDispose]()
}, 90_000)

test.each([
  [['standby'], 'Name the replica'],
  [['standby', '--from', 'https://shop.example'], 'A replica is named by'],
  [['standby', '--from', 'file:///r', '--promote-after', '3'], 'from 10 to 86400'],
  [['serve', '--with-standby'], '--with-standby goes with --replicate'],
])('[STANDBY-06] %j is wrong usage', async (args, words) => {
  const { code, stderr } = await runVitrine([...args, '--data', join(folder, 'unused')])
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
})

test('[STANDBY-06] promote says where no standby runs', async () => {
  const { code, stderr } = await runVitrine(['promote', '--data', join(folder, 'nobody')])
  expect([code, stderr]).toEqual([1, expect.stringContaining('No standby runs on')])
})
