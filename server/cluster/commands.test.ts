import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { hasRqlite, type RqliteNodes, startRqlite } from '../testing/rqlite-nodes.ts'
import { Lease } from './database/lease.ts'
import { RqliteClient } from './database/rqlite-client.ts'

const quick = [
  '-raft-timeout',
  '300ms',
  '-raft-election-timeout',
  '300ms',
  '-raft-leader-lease-timeout',
  '200ms',
]

describe.skipIf(!hasRqlite())('with three nodes', () => {
  let cluster: RqliteNodes
  let folder: string
  let file: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-cluster-cli-'))
    file = join(folder, 'cluster.json')
    cluster = await startRqlite(3, quick)
    const nodes = cluster.nodes.map(({ address }) => address)
    writeFileSync(file, JSON.stringify({ databases: { Shop: { nodes } } }))
  })
  afterAll(async () => {
    await cluster[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  const run = (...args: string[]) => runVitrine(['cluster', ...args, '--cluster', file])
  const named = () => JSON.parse(readFileSync(file, 'utf8')).databases.Shop.nodes as string[]
  const leaderAnd = async () => {
    const { last } = await run('status')
    const leader = cluster.nodes.find(({ id }) => id === last['leader'])
    const [first, second] = cluster.nodes.filter((node) => node !== leader)
    if (!leader || !first || !second) throw new Error('There is no leader.')
    return { leader, first, second }
  }

  test('[RQLITE-03] [RQLITE-18] [RQLITE-33] status tells who leads, who answers and how far each is, and which server writes', async () => {
    const { code, last } = await run('status')
    expect([code, last['writable'], last['advice']]).toEqual([0, true, []])
    expect(last['nodes']).toMatchObject(
      cluster.nodes.map(({ id, address, raft }) => ({
        id,
        address,
        raft,
        answers: true,
        reachable: true,
        voter: true,
      })),
    )
    const { stdout } = await runForPeople(['cluster', 'status', '--cluster', file])
    expect(stdout).toMatch(
      /^Shop: can be written\n {2}n1 at http:\/\/127\.0\.0\.1:\d+: (leader|follower), up to date\n/,
    )
    expect(last['server']).toBeNull()
    const client = new RqliteClient({ database: 'Shop', nodes: cluster.nodes.map(({ address }) => address) })
    const claim = await new Lease(client, { holder: 'vm1:/var/lib/vitrine' }).claim(5000)
    expect(claim.kind).toBe('taken')
    const lease = new Lease(
      client,
      { holder: 'vm1:/var/lib/vitrine' },
      claim.kind === 'taken' ? claim.run : '',
    )
    const beating = setInterval(() => void lease.beat(1), 200)
    const served = await runForPeople(['cluster', 'status', '--cluster', file])
    clearInterval(beating)
    expect(served.stdout).toContain('Shop: can be written, served by vm1:/var/lib/vitrine')
    const silent = await run('status')
    expect([silent.code, silent.last['writable'], silent.last['server_alive']]).toEqual([1, false, false])
    expect(silent.last['advice']).toEqual([expect.stringContaining('holds the lease and does not renew it')])
    await lease.release(1)
    await client.close()
    expect((await run('status', '--workspace', 'Depot')).stderr).toContain('It names Shop.')
  })

  test('[RQLITE-04] a node that is down is told with what to do, is taken out, and is named again once it has all', async () => {
    const { first } = await leaderAnd()
    await first.stop()
    await expect
      .poll(async () => (await run('status')).last['advice'])
      .toEqual([expect.stringContaining(first.address)])

    const added = await run('add', first.address)
    expect([added.code, added.stderr]).toEqual([1, expect.stringContaining('does not answer')])
    const removed = await run('remove', first.id)
    const { address, id, raft } = first
    expect([removed.code, removed.last]).toEqual([0, { database: 'Shop', id, raft, address }])
    expect(named()).not.toContain(address)
    expect((await run('remove', first.id)).stderr).toContain('No member is known')

    first.wipe()
    first.start()
    await first.untilReady()
    expect((await run('add', first.address)).code).toBe(0)
    expect(named().toSorted()).toEqual(cluster.nodes.map(({ address }) => address).toSorted())
  })

  test('[RQLITE-34] a client learns who the members are, and goes on where the node that it knew is gone', async () => {
    const { leader, first, second } = await leaderAnd()
    const client = new RqliteClient({ database: 'Shop', nodes: [first.address] })
    try {
      expect(await client.query('SELECT 1')).toEqual([[1]])
      await expect
        .poll(async () => {
          await first.stop()
          return client.query('SELECT 1', [], 3000)
        })
        .toEqual([[1]])
      await second.isReady()
    } finally {
      first.start()
      await Promise.all([first, leader].map((node) => node.untilReady()))
      await client.close()
    }
  })

  test('[RQLITE-04] nobody is taken out whom the others need to write, and a lost majority is told', async () => {
    const { leader, first, second } = await leaderAnd()
    await first.stop()
    await expect
      .poll(async () => (await run('remove', second.address)).stderr)
      .toContain('nothing could be written')
    expect(named()).toContain(second.address)
    await second.stop()
    await expect.poll(async () => (await run('status')).last['writable']).toBe(false)
    const { code, last } = await run('status')
    expect([code, last['advice']]).toEqual([
      1,
      expect.arrayContaining([expect.stringContaining('a single server goes on reading')]),
    ])
    expect((await run('add', leader.address)).stderr).toContain('no leader')
  })
})

test('[RQLITE-03] the file is named, and a node by its address', async () => {
  expect(await runVitrine(['cluster', 'status'])).toMatchObject({ code: 2 })
  expect(await runVitrine(['cluster', 'add', 'db4', '--cluster', '/nowhere.json'])).toMatchObject({ code: 2 })
})
