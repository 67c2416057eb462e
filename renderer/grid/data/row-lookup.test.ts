import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntityType } from '#shared/entities.ts'
import {
  type LookupPorts,
  originOf,
  RowLookup,
  readOrigins,
  mayChangeReferrers,
  readReferrers,
} from './row-lookup.ts'
import type { EventKind } from '#shared/events.ts'
import { toColumn, type GridAttribute } from '../../query/columns.ts'
import { sampleAttribute, sampleEntity, sampleEvent } from '../../query/testing/samples.ts'

const row = (id: string, parent_id: string | null = 'p') => sampleEntity(id, { parent_id })

const rows = Array.from({ length: 1000 }, (_, index) => row(`r${index}`))
const asked: (readonly string[])[] = []
let answer = 'first'

function lookup(ports: Partial<LookupPorts<string>> = {}): RowLookup<string> {
  return new RowLookup({
    rowAt: (index) => rows[index],
    isNeeded: () => true,
    fetch: (wanted) => {
      asked.push(wanted.map(({ id }) => id))
      return Promise.resolve(new Map(wanted.map(({ id }) => [id, `${id} ${answer}`])))
    },
    ...ports,
  })
}

beforeEach(() => {
  asked.length = 0
  answer = 'first'
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('only the rows on which the view rests are asked for, and only once', async () => {
  const known = lookup()
  known.want({ first: 0, last: 9 })
  known.want({ first: 500, last: 509 })
  await vi.runAllTimersAsync()
  known.want({ first: 504, last: 513 })
  await vi.runAllTimersAsync()
  expect(asked.map((ids) => [ids[0], ids.length])).toEqual([
    ['r500', 10],
    ['r510', 4],
  ])
  expect(known.of(rows[505]!)).toBe('r505 first')
  expect(known.of(rows[0]!)).toBeUndefined()
})

test('a row that was read again shows what was known and is asked for again', async () => {
  const present = [row('a')]
  const known = lookup({ rowAt: (index) => present[index] })
  known.want({ first: 0, last: 0 })
  await vi.runAllTimersAsync()
  present[0] = row('a')
  answer = 'second'
  expect(known.of(present[0])).toBe('a first')
  known.want({ first: 0, last: 0 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual([['a'], ['a']])
  expect(known.of(present[0])).toBe('a second')
})

test('a hundred reasons to renew are one question about the rows in view', async () => {
  const known = lookup()
  known.want({ first: 0, last: 2 })
  await vi.runAllTimersAsync()
  answer = 'second'
  for (let count = 0; count < 100; count += 1) known.renew()
  expect(known.of(rows[1]!)).toBe('r1 first')
  await vi.runAllTimersAsync()
  expect(asked).toEqual([
    ['r0', 'r1', 'r2'],
    ['r0', 'r1', 'r2'],
  ])
  expect(known.of(rows[1]!)).toBe('r1 second')
})

test('an answer that is late does not take the place of a newer one', async () => {
  const waiting: ((text: string) => void)[] = []
  const known = lookup({
    fetch: async (wanted) => {
      const text = await new Promise<string>((resolve) => waiting.push(resolve))
      return new Map(wanted.map(({ id }) => [id, text]))
    },
  })
  known.want({ first: 0, last: 0 })
  await vi.runAllTimersAsync()
  known.renew()
  await vi.runAllTimersAsync()
  expect(waiting).toHaveLength(1)
  waiting[0]?.('old')
  await vi.runAllTimersAsync()
  waiting[1]?.('new')
  await vi.runAllTimersAsync()
  expect(known.of(rows[0]!)).toBe('new')
})

test('rows out of view are loaded 200 at a time, without those that are known', async () => {
  const known = lookup()
  expect(await known.load(rows.slice(0, 450))).toBe(true)
  expect(await known.load(rows.slice(440, 460))).toBe(true)
  expect(asked.map(({ length }) => length)).toEqual([200, 200, 50, 10])
  const away = lookup({ fetch: () => Promise.reject(new Error('away')) })
  expect(await away.load(rows.slice(0, 1))).toBe(false)
})

test('nothing is asked for where no column shows it; a failed question is asked again', async () => {
  const idle = lookup({ isNeeded: () => false })
  idle.want({ first: 0, last: 5 })
  await vi.runAllTimersAsync()
  expect(asked).toEqual([])

  let tries = 0
  const failing = lookup({
    fetch: () => {
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

test('what is inherited names the parent, what a column computes is not told', async () => {
  const ports = {
    fetchOrigins: () => Promise.resolve({ a: { size: 'inherited', cost: 'computed' } } as const),
    fetchByIds: (ids: readonly string[]) =>
      Promise.resolve(ids.map((id) => ({ ...row(id, null), label: 'Chair' }))),
  }
  const variant = { ...row('a'), attributes: { size: 'L', cost: 3 } }
  const origins = await readOrigins([variant, row('b')], ports)
  const inherited = { kind: 'inherited', from: 'Chair', value: 'L' }
  expect([...(origins.get('a') ?? [])]).toEqual([['size', inherited]])
  expect(origins.get('b')?.size).toBe(0)

  const written = { ...variant, attributes: { size: 'M', cost: 3 } }
  expect([variant, written].map((one) => originOf(origins.get('a'), one, 'size'))).toEqual([
    inherited,
    undefined,
  ])
})

const column = (key: string, more: Partial<GridAttribute>) =>
  toColumn(sampleAttribute(key, { entity_type: 'vendor', ...more }))
const name = column('name', { is_primary: true })
const products = column('products', {
  data_type: 'inverse_reference',
  reference: { type: 'product', attribute: 'vendor' },
})

const event = (kind: EventKind, type?: EntityType) =>
  sampleEvent('x', {
    event: kind,
    entity: type ? { id: 'x', type, label: null } : null,
    ...(kind.startsWith('attribute.') && {
      attribute: { id: 'a', key: 'vendor', entity_type: 'product' },
    }),
  })

test.each([
  ['a change of the referring type', event('entity.updated', 'product'), true],
  ['one that goes to the trash', event('entity.deleted', 'product'), true],
  ['one that comes back', event('entity.restored', 'product'), true],
  ['a change of another type', event('entity.updated', 'image'), false],
  ['another definition', event('attribute.updated'), true],
  ['the end of a job', event('job.completed'), false],
])('%s', (_name, change, may) => {
  expect(mayChangeReferrers(change, [name, products])).toBe(may)
  expect(mayChangeReferrers(change, [name])).toBe(false)
})

test('a row that nothing refers to is known as such', async () => {
  const found = { a: { products: { total: 1, first: [] } } }
  const known = await readReferrers([{ id: 'a' }, { id: 'b' }], () => Promise.resolve(found))
  expect([...known]).toEqual([
    ['a', found.a],
    ['b', {}],
  ])
})
