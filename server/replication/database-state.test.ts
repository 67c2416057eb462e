import { expect, test } from 'vitest'
import { DatabaseState } from './database-state.ts'
import { readLitestreamLine } from './litestream-process.ts'

const start = Date.parse('2026-01-05T10:00:00.000Z')
const at = (seconds: number) => start + seconds * 1000
const line = (members: object) => {
  const read = readLitestreamLine(JSON.stringify({ level: 'INFO', db: '/d/a', ...members }))
  if (!read) throw new Error('Nothing was read.')
  return read
}

function send(state: DatabaseState, salts: string, offset: number): void {
  state.note(line({ msg: 'wal segment written', position: `78a6/00000002:${offset - 100}`, sz: 100 }), salts)
}

function observe(state: DatabaseState, seconds: number, salts: string, offset: number): void {
  state.observe({ monotonic: BigInt(seconds), wall: at(seconds) }, { salts, offset })
}

test('[REPLICA-08] what was committed before an end of the log was found is in the replica once that end is sent', () => {
  const state = new DatabaseState()
  observe(state, 9, 'a', 4152)
  observe(state, 10, 'a', 8272)
  send(state, 'a', 4152)
  expect([state.position, state.sentUntil?.wall, state.condition]).toEqual([
    '78a6/00000002:4152',
    at(9),
    'behind',
  ])
  send(state, 'a', 8272)
  observe(state, 11, 'a', 8272)
  expect([state.sentUntil?.wall, state.condition, state.lagMs(at(11))]).toEqual([at(11), 'current', 0])
})

test('[REPLICA-08] the lag is the age of the oldest change that is not in the replica', () => {
  const state = new DatabaseState()
  observe(state, 0, 'a', 100)
  send(state, 'a', 100)
  observe(state, 3600, 'a', 200)
  expect([state.condition, state.lagMs(at(3601))]).toEqual(['behind', 1000])
  observe(state, 3605, 'a', 300)
  expect(state.lagMs(at(3610))).toBe(10_000)
  send(state, 'a', 200)
  expect(state.lagMs(at(3612))).toBe(7000)
  send(state, 'a', 300)
  expect(state.lagMs(at(3613))).toBe(0)
})

test('a log that has begun again is sent after all of the one before it, and an older one says nothing of it', () => {
  const state = new DatabaseState()
  observe(state, 0, 'a', 100)
  observe(state, 1, 'a', 9000)
  observe(state, 2, 'b', 100)
  observe(state, 3, 'b', 200)
  send(state, 'before', 50_000)
  expect(state.sentUntil).toBeUndefined()
  send(state, 'b', 100)
  expect([state.sentUntil?.wall, state.lagMs(at(4))]).toEqual([at(2), 1000])
})

test('[REPLICA-08] a new generation is behind until its first copy is made', () => {
  const state = new DatabaseState()
  observe(state, 0, 'a', 100)
  send(state, 'a', 100)
  observe(state, 1, 'a', 100)
  state.note(line({ msg: 'sync: new generation', generation: '9b' }))
  observe(state, 71, 'a', 100)
  expect([state.condition, state.lagMs(at(71)), state.sentUntil]).toEqual(['copying', 70_000, undefined])
  state.note(line({ msg: 'snapshot written', position: '9b/00000000:0' }))
  send(state, 'a', 100)
  observe(state, 73, 'a', 100)
  expect([state.condition, state.lagMs(at(73))]).toEqual(['current', 0])
})

test('of what was there before nothing is known, until the replica is found to hold it; later changes count', () => {
  const state = new DatabaseState()
  observe(state, 0, 'a', 100)
  expect([state.isUnknown, state.condition, state.lagMs(at(5)), state.sentUntil]).toEqual([
    true,
    'copying',
    5000,
    undefined,
  ])
  observe(state, 5, 'a', 100)
  expect(state.sentSinceStart?.wall).toBe(at(5))
  observe(state, 6, 'a', 200)
  observe(state, 7, 'a', 200)
  expect(state.sentSinceStart?.wall).toBe(at(5))
  state.noteFound('78a6')
  expect([state.isUnknown, state.condition, state.sentUntil?.wall, state.lagMs(at(7))]).toEqual([
    false,
    'behind',
    at(5),
    1000,
  ])
})

test('a replica that cannot be reached for long costs no more memory, and then says too little, not too much', () => {
  const state = new DatabaseState()
  for (let second = 0; second < 5000; second++) observe(state, second, 'a', second)
  send(state, 'a', 4000)
  expect(state.sentUntil?.wall).toBe(at(998))
  send(state, 'a', 4999)
  expect([state.sentUntil?.wall, state.condition]).toEqual([at(4999), 'current'])
})

test('a fault is told until something is sent again, and a file that is gone is missing', () => {
  const state = new DatabaseState()
  state.note(line({ level: 'ERROR', msg: 'monitor error', error: 'access denied' }))
  expect(state.fault).toBe('monitor error: access denied')
  send(state, 'a', 200)
  expect(state.fault).toBeUndefined()
  state.observe({ monotonic: 2n, wall: at(2) }, undefined)
  expect(state.condition).toBe('missing')
})

test.each(['', 'not JSON', '[]', 'null', '{"level":"INFO","msg":"litestream","version":"v0.3.13"}'])(
  'the line %j tells nothing of a database',
  (text) => expect(readLitestreamLine(text)).toBeUndefined(),
)
