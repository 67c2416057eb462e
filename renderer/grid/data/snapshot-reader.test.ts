import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/api-error.ts'
import { SnapshotReader, type Window } from './page-cache.ts'

const entity = (id: string) => ({ id }) as EntityResource
const signal = new AbortController().signal

function setUp() {
  const asked: Window[] = []
  const server = { count: 0, expired: new Set<string>(), gone: [] as number[], isDown: false }
  const reader = new SnapshotReader(async (window) => {
    asked.push(window)
    await Promise.resolve()
    if (server.isDown) throw new ApiError({ status: 0, code: 'unreachable', message: 'Down.' })
    if (server.expired.has(window.snapshot)) {
      const fieldErrors = [{ field: 'snapshot', issue: 'invalid_value' as const }]
      throw new ApiError({ status: 400, code: 'validation_failed', message: 'No.', fieldErrors })
    }
    if (window.snapshot === 'new') server.count += 1
    const snapshot = window.snapshot === 'new' ? `s${server.count}` : window.snapshot
    return { rows: [entity('a'), entity('b')], total: 4, snapshot, gone: server.gone }
  })
  return { reader, server, asked: () => asked.map(({ offset, snapshot }) => `${offset} ${snapshot}`) }
}

test('the first window freezes the order, the others wait for it and read from it', async () => {
  const { reader, asked } = setUp()
  const pages = await Promise.all([reader.read(0, 200, signal), reader.read(200, 200, signal)])
  await reader.read(400, 200, signal)
  expect(asked()).toEqual(['0 new', '200 s1', '400 s1'])
  expect(pages.map(({ order }) => order)).toEqual(['s1', 's1'])
})

test('one that has expired is frozen anew without a word', async () => {
  const { reader, server, asked } = setUp()
  await reader.read(0, 200, signal)
  server.expired.add('s1')
  expect((await reader.read(200, 200, signal)).order).toBe('s2')
  expect(asked()).toEqual(['0 new', '200 s1', '200 new'])
})

test('a failure to freeze is told, and tried anew with the next window', async () => {
  const { reader, server } = setUp()
  server.isDown = true
  const both = await Promise.allSettled([reader.read(0, 200, signal), reader.read(200, 200, signal)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  server.isDown = false
  expect((await reader.read(0, 200, signal)).order).toBe('s1')
})

test('rows that are gone leave holes, so that the others keep their places', async () => {
  const { reader, server } = setUp()
  server.gone = [1, 2]
  const { rows } = await reader.read(0, 200, signal)
  expect(rows.map((row) => row?.id)).toEqual(['a', undefined, undefined, 'b'])
})
