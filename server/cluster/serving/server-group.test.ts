import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { hasRqlite, startRqlite } from '../../testing/rqlite-nodes.ts'
import { type PeerStatus, ServerGroup } from './server-group.ts'

test.skipIf(!hasRqlite())(
  '[RQLITE-25] a server that cannot be reached is looked after at once, and loses its place where its port is closed, though its beat goes on',
  async () => {
    const cluster = await startRqlite()
    onTestFinished(() => cluster[Symbol.asyncDispose]())
    const database = { database: 'vitrine.db', nodes: cluster.nodes.map(({ address }) => address) }
    const seen: string[] = []
    let sign: PeerStatus = 'answers'
    const group = (holder: string) => {
      const events = {
        onHeld: async () => void seen.push(`${holder} serves`),
        onLost: async () => void seen.push(`${holder} has lost`),
        onAddress: () => undefined,
        probe: async () => {
          seen.push(`${holder} asks`)
          return sign
        },
        onError: (error: unknown) => void seen.push(String(error)),
        findObstacle: async () => undefined,
      }
      return new ServerGroup(database, { holder, address: holder }, events)
    }
    const [a, b] = [group('a'), group('b')]
    await a.start()
    await b.start()
    const until = async (what: string) => {
      while (!seen.includes(what)) await sleep(20)
    }
    b.suspect()
    await until('b asks')
    expect(seen).not.toContain('b serves')
    sign = 'gone'
    b.suspect()
    await until('b serves')
    await until('a has lost')
    await b.close()
    await a.close()
    expect(seen.filter((what) => what !== 'b asks')).toEqual(['a serves', 'b serves', 'a has lost'])
  },
)

test.skipIf(!hasRqlite())(
  '[RQLITE-29] [RQLITE-30] a holder is confirmed while nodes answer and not two seconds later; a server with an obstacle gives way, and not for ever',
  async () => {
    const cluster = await startRqlite()
    onTestFinished(() => cluster[Symbol.asyncDispose]())
    const database = { database: 'vitrine.db', nodes: cluster.nodes.map(({ address }) => address) }
    const said: string[] = []
    let obstacle: string | undefined = 'The disk is full.'
    const group = new ServerGroup(
      database,
      { holder: 'a', address: 'a' },
      {
        onHeld: async () => undefined,
        onLost: async () => undefined,
        onAddress: () => undefined,
        probe: async () => 'silent',
        onError: (error) => void said.push(String(error)),
        findObstacle: async () => obstacle,
      },
    )
    const starting = group.start()
    await expect
      .poll(() => said)
      .toEqual([expect.stringContaining('leaves the lease to others: The disk is full')])
    expect([group.isHolder, group.standing.obstacle]).toEqual([false, 'The disk is full.'])
    obstacle = undefined
    await starting
    await expect.poll(() => group.isConfirmed, { timeout: 5000 }).toBe(true)

    for (const node of cluster.nodes) node.pause(true)
    await expect.poll(() => group.isConfirmed, { timeout: 5000 }).toBe(false)
    expect(group.isHolder).toBe(true)
    for (const node of cluster.nodes) node.pause(false)
    await expect.poll(() => group.isConfirmed, { timeout: 10_000 }).toBe(true)
    await group.close()
  },
  60_000,
)
