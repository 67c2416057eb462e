import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { planGroups } from '../model/row-plan.ts'
import { PlannedReader } from './planned-reader.ts'
import { sampleEntity } from '../../query/testing/samples.ts'

function setUp({ totals = [10] }: { totals?: number[] } = {}) {
  const asked: string[] = []
  const list = { order: 'o1', renewals: 0 }
  const collapsed = new Set<string>()
  const reader = new PlannedReader(
    {
      renew: () => (list.renewals += 1),
      read: async (offset, limit) => {
        asked.push(`${offset}+${limit}`)
        const rows = Array.from({ length: Math.min(limit, 10 - offset) }, (_, at) =>
          sampleEntity(`r${offset + at}`),
        )
        return { rows, total: 10, order: list.order }
      },
    },
    {
      layOut: async (total) => {
        const counted = totals.length > 1 ? totals.shift() : totals[0]
        if (counted !== total) return undefined
        const groups = [
          { id: 'a', level: 0, from: 0, count: 4, below: [] },
          { id: 'b', level: 0, from: 4, count: 6, below: [] },
        ]
        return {
          plan: planGroups(groups, (id) => collapsed.has(id)),
          heads: new Map(groups.map(({ id }) => [id, { entity: sampleEntity(id) }])),
        }
      },
      readVariants: async () => [],
      onRead: async () => undefined,
    },
  )
  const read = () => reader.read(0, 200, new AbortController().signal)
  return { reader, read, asked, list, collapsed }
}

const ids = (rows: readonly (EntityResource | undefined)[]) => rows.map((each) => each?.id).join(' ')

test('heads stand between the rows, and one window of the list holds them all', async () => {
  const { read, asked } = setUp()
  const { rows, total } = await read()
  expect(ids(rows)).toBe('a r0 r1 r2 r3 b r4 r5 r6 r7 r8 r9')
  expect(total).toBe(12)
  expect(asked).toEqual(['0+1', '0+10'])
})

test('a new plan over the same order gives the rows another order by name', async () => {
  const { reader, read, collapsed } = setUp()
  const before = await read()
  collapsed.add('a')
  expect((await read()).order).toBe(before.order)
  reader.replan()
  const after = await read()
  expect(ids(after.rows)).toBe('a b r4 r5 r6 r7 r8 r9')
  expect(after.order).not.toBe(before.order)
})

test('rows that changed while their groups were counted are read anew', async () => {
  const { read, list } = setUp({ totals: [9, 10] })
  expect((await read()).total).toBe(12)
  expect(list.renewals).toBe(1)
})

test('an order that expires on the server is planned anew', async () => {
  const { read, list } = setUp()
  const before = await read()
  list.order = 'o2'
  const after = await read()
  expect(after.total).toBe(12)
  expect(after.order).not.toBe(before.order)
})

test('a plan that is laid out later than a newer one does not take its heads', async () => {
  const layouts = ['older', 'newer'].map((id) => ({
    id,
    ready: Promise.withResolvers<void>(),
  }))
  const [older, newer] = layouts
  const waiting = [...layouts]
  const reader = new PlannedReader(
    {
      renew: () => undefined,
      read: async () => ({ rows: [sampleEntity('r')], total: 1, order: 'o' }),
    },
    {
      layOut: async () => {
        const { id = '', ready } = waiting.shift() ?? {}
        await ready?.promise
        const groups = [{ id, level: 0, from: 0, count: 1, below: [] }]
        return {
          plan: planGroups(groups, () => false),
          heads: new Map([[id, { entity: sampleEntity(id) }]]),
        }
      },
      readVariants: async () => [],
      onRead: async () => undefined,
    },
  )
  const read = () => reader.read(0, 200, new AbortController().signal)
  const first = read()
  reader.replan()
  const second = read()
  newer?.ready.resolve()
  expect(ids((await second).rows)).toBe('newer r')
  older?.ready.resolve()
  expect(ids((await first).rows)).toBe('older r')
  expect([...(reader.layout?.heads.keys() ?? [])]).toEqual(['newer'])
})
