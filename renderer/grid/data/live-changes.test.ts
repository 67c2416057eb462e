import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { LiveChanges } from './live-changes.ts'
import { RowSource } from './row-source.ts'
import { sampleEntity, sampleEvent } from '../../query/testing/samples.ts'

const rowCount = 1_000

const row = (index: number): EntityResource =>
  sampleEntity(`id-${index}`, {
    parent_id: index >= 995 ? 'id-0' : null,
    attributes: { vendor: { id: `vendor-${index % 100}`, type: 'vendor', label: 'V' } },
  })

const vendorEvent = (id: string) => sampleEvent(id, { entity: { id, type: 'vendor', label: null } })

async function setUp() {
  const asked: (readonly string[])[] = []
  const reported: [string, boolean][] = []
  const state = { isWriting: false, pages: 0 }
  const source = new RowSource({
    read: (offset, limit) => {
      state.pages += 1
      const rows = Array.from({ length: limit }, (_, index) => row(offset + index))
      return Promise.resolve({ rows, total: rowCount, order: 'order' })
    },
    renew: () => undefined,
  })
  source.want({ first: 0, last: rowCount - 1 })
  await vi.runAllTimersAsync()
  source.want({ first: 0, last: rowCount - 1 })
  await vi.runAllTimersAsync()
  state.pages = 0
  const live = new LiveChanges({
    type: 'product',
    source: () => source,
    fetchByIds: (ids) => {
      asked.push(ids)
      return Promise.resolve([])
    },
    isWriting: () => state.isWriting,
    onCameOrWent: () => undefined,
    onExists: (id, isThere) => reported.push([id, isThere]),
  })
  return { live, source, state, asked, reported }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the echo of an edit made here reads nothing again but the family of what it wrote', async () => {
  const { live, state, asked } = await setUp()
  state.isWriting = true
  for (let index = 0; index < 990; index += 1) live.handle(sampleEvent(`id-${index}`, { edit_id: 'own' }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([asked, state.pages]).toEqual([[], 0])
  live.wasOwn(['own'])
  state.isWriting = false
  await vi.runAllTimersAsync()
  expect(asked).toEqual([['id-995', 'id-996', 'id-997', 'id-998', 'id-999']])
  expect(state.pages).toBe(0)
})

test('the rows are gone through once for a thousand events', async () => {
  const { live, source } = await setUp()
  const loadedRows = vi.spyOn(source, 'loadedRows')
  for (let index = 0; index < 1_000; index += 1) live.handle(vendorEvent(`vendor-${index % 2}`))
  await vi.runAllTimersAsync()
  expect(loadedRows).toHaveBeenCalledTimes(1)
})

test('rows changed elsewhere are read again in one request, with those that refer to what changed', async () => {
  const { live, asked } = await setUp()
  live.wasOwn(['own'])
  live.handle(sampleEvent('id-7', { edit_id: 'own' }))
  live.handle(sampleEvent('id-7', { edit_id: 'another' }))
  live.handle(sampleEvent('id-9'))
  live.handle(sampleEvent('not loaded'))
  live.handle(vendorEvent('vendor-3'))
  await vi.runAllTimersAsync()
  const referring = Array.from({ length: 10 }, (_, index) => `id-${index * 100 + 3}`)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.toSorted()).toEqual(['id-7', 'id-9', ...referring].toSorted())
})

test('a changed variant brings its parent', async () => {
  const { live, asked } = await setUp()
  live.handle(sampleEvent('id-995'))
  await vi.runAllTimersAsync()
  expect(asked[0]?.toSorted()).toEqual(['id-0', 'id-995'])
})

test('so many changes made elsewhere are read quicker page by page', async () => {
  const { live, state, asked } = await setUp()
  for (let index = 0; index < 500; index += 1) live.handle(sampleEvent(`id-${index}`))
  await vi.runAllTimersAsync()
  expect(asked).toEqual([])
  expect(state.pages).toBe(rowCount / 200)
})

test('what is deleted or brought back is told at once, what changes is not', async () => {
  const { live, reported } = await setUp()
  live.handle(sampleEvent('id-1', { event: 'entity.deleted' }))
  live.handle(sampleEvent('id-1', { event: 'entity.restored' }))
  live.handle(sampleEvent('id-2'))
  expect(reported).toEqual([
    ['id-1', false],
    ['id-1', true],
  ])
})
