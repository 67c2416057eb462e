import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { OriginWatch, type OriginPorts } from './origin-watch.ts'

const row = (id: string, parent: string | null = 'p'): EntityResource => ({
  id,
  type: 'product',
  label: id,
  parent_id: parent,
  created_at: null,
  updated_at: null,
  attributes: {},
})

const rows = Array.from({ length: 1000 }, (_, index) => row(`r${index}`))
const asked: (readonly string[])[] = []

function watch(ports: Partial<OriginPorts> = {}): OriginWatch {
  return new OriginWatch({
    rowAt: (index) => rows[index],
    hasDerived: () => true,
    fetchOrigins: (ids) => {
      asked.push(ids)
      return Promise.resolve(
        Object.fromEntries(ids.map((id) => [id, { size: 'inherited', cost: 'computed' }])),
      )
    },
    fetchByIds: (ids) => Promise.resolve(ids.map((id) => ({ ...row(id, null), label: 'Chair' }))),
    ...ports,
  })
}

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('only the rows on which the view rests are asked for, and only once', async () => {
  const origins = watch()
  origins.want({ first: 0, last: 9 })
  origins.want({ first: 500, last: 509 })
  await vi.runAllTimersAsync()
  origins.want({ first: 504, last: 513 })
  await vi.runAllTimersAsync()
  expect(asked.map((ids) => [ids[0], ids.length])).toEqual([
    ['r500', 10],
    ['r510', 4],
  ])
  expect([...(origins.of(rows[505]) ?? [])]).toEqual([['size', { kind: 'inherited', from: 'Chair' }]])
  expect(origins.of(rows[0])).toBeUndefined()
})

test('a row that was read again shows what was known and is asked for again', async () => {
  const present = [row('a')]
  const origins = watch({ rowAt: (index) => present[index] })
  origins.want({ first: 0, last: 0 })
  await vi.runAllTimersAsync()
  const [before, after] = [present[0], row('a')]
  present[0] = after
  origins.replaced(before, after)
  expect(origins.of(after)?.get('size')?.kind).toBe('inherited')
  origins.want({ first: 0, last: 0 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual([['a'], ['a']])
})

test('nothing is asked for where no column can show what is not its own; a failed question is asked again', async () => {
  const idle = watch({ hasDerived: () => false })
  idle.want({ first: 0, last: 5 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual([])

  let tries = 0
  const failing = watch({
    fetchOrigins: () => {
      tries += 1
      return Promise.reject(new Error('away'))
    },
  })
  for (const _ of [1, 2]) {
    failing.want({ first: 0, last: 0 })
    await vi.runAllTimersAsync()
  }
  expect(tries).toBe(2)
})
