import { expect, test } from 'vitest'
import { DatabaseState } from './database-state.ts'
import { describeReplication } from './replication-status.ts'

const now = Date.parse('2026-01-05T10:00:00.000Z')
const workspaces = [{ id: 'w1', name: 'Shop', file: '/d/shop.vitrine' }]

const momentAt = (wall: number) => ({ monotonic: BigInt(wall) * 1_000_000n, wall })

function statusAt(lagMs: number, downMs?: number) {
  const [registry, shop] = [new DatabaseState(), new DatabaseState()]
  for (const state of [registry, shop]) {
    state.observe(momentAt(now - 3_600_000), { salts: 'a', offset: 4152 })
    state.noteFound('78a6')
  }
  if (lagMs > 0) shop.observe(momentAt(now - lagMs), { salts: 'a', offset: 8272 })
  return describeReplication(
    {
      address: { kind: 'file', path: '/r' },
      retentionDays: 7,
      workspaces,
      states: new Map([
        ['vitrine.db', registry],
        ['w1', shop],
      ]),
      program: { path: '/bin/litestream', version: '0.3.13' },
      isRunning: downMs === undefined,
      restarts: 0,
      downSince: downMs === undefined ? undefined : now - downMs,
      fault: 'denied',
    },
    now,
  )
}

test('[REPLICA-08] the lag is that of the database that is furthest behind, and no alarm before a minute', () => {
  expect(statusAt(0)).toMatchObject({ lag_seconds: 0, alarm: null, fault: null })
  expect(statusAt(60_000)).toMatchObject({ lag_seconds: 60, alarm: null })
  expect(statusAt(60_000).databases.map(({ state }) => state)).toEqual(['current', 'behind'])
})

test('[REPLICA-08] after a minute there is an alarm with its beginning', () => {
  const since = new Date(now - 61_000).toISOString()
  expect(statusAt(61_000).alarm).toEqual({ kind: 'lagging', since })
  expect(statusAt(0, 61_000)).toMatchObject({ alarm: { kind: 'stopped', since }, fault: 'denied' })
  expect(statusAt(0, 60_000).alarm).toBeNull()
})
