import { expect, test } from 'vitest'
import { adviceFor } from './cluster-advice.ts'
import { clusterHealthOf } from './cluster-health.ts'

const node = (id: string, sequence: number | undefined) => ({
  address: `http://127.0.0.1:${id}`,
  id,
  raft: `127.0.0.1:${id}2`,
  version: '8',
  leader: '1',
  isLeader: id === '1',
  applied: 900,
  committed: 900,
  sequence,
})
test('a node that cannot read its database is told as such, and how it gets another [RQLITE-03]', () => {
  const broken = { ...node('2', undefined), damage: 'database disk image is malformed' }
  const health = clusterHealthOf(
    'Shop',
    [node('1', 880), broken, node('3', 880)],
    ['1', '2', '3'].map(member),
  )
  expect(adviceFor({ ...health, server: null, server_alive: null })).toEqual([
    'http://127.0.0.1:2 cannot read its database (database disk image is malformed). Stop it, empty its folder and start it again; it gets everything from the others.',
  ])
})

const member = (id: string) => ({
  id,
  raft: `127.0.0.1:${id}2`,
  voter: true,
  reachable: true,
  leader: id === '1',
})

test('a node that has the log and not worked it off is behind, and nothing else may fail before it has [RQLITE-03]', () => {
  const reports = [node('1', 880), node('2', 300), node('3', undefined)]
  const health = {
    ...clusterHealthOf('Shop', reports, ['1', '2', '3'].map(member)),
    server: null,
    server_alive: null,
  }
  expect(health.nodes.map(({ behind }) => behind)).toEqual([0, 580, 880])
  expect(adviceFor({ ...health, server: null, server_alive: null })[0]).toBe(
    'http://127.0.0.1:2 is 580 entries behind. It catches up by itself, and until then no other node may fail; if the number grows, its disk or network is too slow.',
  )
})

test('a database can be written where a leader reaches most of the voters [RQLITE-03]', () => {
  const reports = ['1', '2', '3'].map((id) => node(id, 880))
  const isWritable = (leader: string, ...silent: string[]) =>
    clusterHealthOf(
      'Shop',
      reports,
      ['1', '2', '3'].map((id) => ({
        ...member(id),
        leader: id === leader,
        reachable: !silent.includes(id),
      })),
    ).writable
  expect([isWritable('1'), isWritable('1', '3'), isWritable('1', '2', '3'), isWritable('none')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
