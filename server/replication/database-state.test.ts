import { expect, test } from 'vitest'
import { DatabaseState } from './replication-status.ts'
import { readLitestreamLine } from './litestream-process.ts'

const start = Date.parse('2026-01-05T10:00:00.000Z')
const at = (seconds: number) => start + seconds * 1000
const line = (seconds: number, members: object) => {
  const time = new Date(at(seconds)).toISOString().replace('Z', '456789Z')
  const read = readLitestreamLine(JSON.stringify({ time, level: 'INFO', db: '/d/a', ...members }))
  if (!read) throw new Error('Nothing was read.')
  return read
}

function send(state: DatabaseState, seconds: number, offset: number): void {
  const position = `78a6/00000002:${offset}`
  state.note(line(seconds, { msg: 'write wal segment', position }))
  state.note(line(seconds + 1, { msg: 'wal segment written', position, sz: 100 }))
}

test('[REPLICA-08] what was committed before a sending began is in the replica once it is sent', () => {
  const state = new DatabaseState()
  send(state, 10, 4152)
  expect([state.position, state.replicatedTo]).toEqual(['78a6/00000002:4252', at(10)])
  state.observe(at(11), at(9))
  expect([state.condition, state.lagMs(at(11))]).toEqual(['current', 0])
})

test('[REPLICA-08] the lag is the age of the oldest change that is not in the replica', () => {
  const state = new DatabaseState()
  send(state, 0, 0)
  state.observe(at(3600), at(3599))
  expect([state.condition, state.lagMs(at(3600))]).toEqual(['behind', 1000])
  state.observe(at(3610), at(3610))
  expect(state.lagMs(at(3610))).toBe(11_000)
  send(state, 3605, 100)
  state.observe(at(3612), at(3610))
  expect(state.lagMs(at(3612))).toBe(7000)
  send(state, 3611, 200)
  state.observe(at(3613), at(3610))
  expect(state.lagMs(at(3613))).toBe(0)
})

test('[REPLICA-08] a new generation is behind until its first copy is made', () => {
  const state = new DatabaseState()
  send(state, 0, 0)
  state.note(line(1, { msg: 'sync: new generation', generation: '9b' }))
  state.observe(at(2), at(0))
  state.observe(at(70), at(0))
  expect([state.condition, state.lagMs(at(70))]).toEqual(['copying', 70_000])
  state.note(line(71, { msg: 'snapshot written', position: '9b/00000000:0' }))
  send(state, 72, 0)
  state.observe(at(73), at(0))
  expect([state.condition, state.lagMs(at(73))]).toEqual(['current', 0])
})

test('of what nobody has spoken yet nothing old counts, and what the replica was found to hold does', () => {
  const state = new DatabaseState()
  state.observe(at(0), at(-86_400))
  expect([state.isUnknown, state.condition, state.lagMs(at(5))]).toEqual([true, 'copying', 5000])
  state.noteFound(at(-86_399), '78a6')
  state.observe(at(6), at(-86_400))
  expect([state.isUnknown, state.condition, state.lagMs(at(6))]).toEqual([false, 'current', 0])
})

test('a fault is told until something is sent again, and a file that is gone is missing', () => {
  const state = new DatabaseState()
  state.note(line(0, { level: 'ERROR', msg: 'monitor error', error: 'access denied' }))
  expect(state.fault).toBe('monitor error: access denied')
  send(state, 1, 0)
  expect(state.fault).toBeUndefined()
  state.observe(at(2), undefined)
  expect(state.condition).toBe('missing')
})

test.each(['', 'not JSON', '[]', 'null', '{"level":"INFO","msg":"litestream","version":"v0.3.13"}'])(
  'the line %j tells nothing of a database',
  (text) => expect(readLitestreamLine(text)).toBeUndefined(),
)
