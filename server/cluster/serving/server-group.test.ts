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
