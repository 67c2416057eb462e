import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { RowSource } from './row-source.ts'
import { sampleEntity } from '../../query/testing/samples.ts'

const row = (index: number, updated_at = '2026-01-01T00:00:00.000Z', name = `row ${index}`) =>
  sampleEntity(`id-${index}`, { label: name, updated_at, attributes: { name } })

function setUp(size: number) {
  const server = { size, failures: [] as Error[], gone: [] as number[] }
  const asked: number[] = []
  const aborted: number[] = []
  let orders = 1
  const read = async (offset: number, limit: number, signal: AbortSignal) => {
    asked.push(offset)
    signal.addEventListener('abort', () => aborted.push(offset))
    await new Promise((resolve) => setTimeout(resolve, 1))
    const failure = server.failures.shift()
    if (failure) throw failure
    const count = Math.max(0, Math.min(limit, server.size - offset))
    const rows = Array.from({ length: count }, (_, index) =>
      server.gone.includes(offset + index) ? undefined : row(offset + index),
    )
    return { rows, total: server.size, order: `order ${orders}` }
  }
  const source = new RowSource({ read, renew: () => (orders += 1) })
  return { source, server, asked, aborted }
}

/** Waits by turns of the event loop, not by time: a read takes one turn, however slow the machine is. */
async function settle(turns = 12): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('loads what is in view and one page ahead', async () => {
  const { source, asked } = setUp(100_000)
  source.want({ first: 0, last: 40 })
  await settle()
  expect(asked).toEqual([0, 200])
  expect(source.rowCount).toBe(100_000)
  expect(source.rowAt(3)?.id).toBe('id-3')
  expect(source.positionOf('id-250')).toBe(250)
})

test('a jump gives up what is out of reach and asks for the new place only', async () => {
  const { source, asked, aborted } = setUp(100_000)
  source.want({ first: 0, last: 40 })
  await settle()
  source.want({ first: 20_000, last: 20_040 })
  source.want({ first: 50_000, last: 50_040 })
  await settle()
  expect(asked.slice(2)).toEqual([20_000, 20_200, 50_000, 50_200])
  expect(aborted).toEqual([20_000, 20_200])
  expect(source.rowAt(50_010)?.id).toBe('id-50010')
  expect(source.rowAt(20_010)).toBeUndefined()
})

test('a place that is given up and wanted again before its answer has come is loaded', async () => {
  const { source } = setUp(100_000)
  source.want({ first: 0, last: 40 })
  await settle()
  source.want({ first: 20_000, last: 20_040 })
  source.want({ first: 50_000, last: 50_040 })
  source.want({ first: 20_000, last: 20_040 })
  await settle()
  expect(source.rowAt(20_010)?.id).toBe('id-20010')
})

test('keeps a bounded number of pages', async () => {
  const { source } = setUp(100_000)
  for (let first = 0; first < 30_000; first += 200) {
    source.want({ first, last: first + 40 })
    await settle(3)
  }
  expect([...source.loadedRows()].length).toBeLessThanOrEqual(60 * 200)
  expect(source.positionOf('id-10')).toBeUndefined()
})

test('puts newer states in place and ignores overtaken ones', async () => {
  const { source } = setUp(10)
  source.want({ first: 0, last: 9 })
  await settle()
  source.replace([row(3, '2026-01-03T00:00:00.000Z', 'newer')])
  source.replace([row(3, '2026-01-02T00:00:00.000Z', 'overtaken')])
  expect(source.rowAt(3)?.label).toBe('newer')
})

test('a page that was read before a row was written does not bring its old values back', async () => {
  const { source } = setUp(300)
  source.want({ first: 0, last: 40 })
  await settle()
  source.reread()
  source.replace([row(5, '2026-01-02T00:00:00.000Z', 'written')])
  await settle()
  expect(source.rowAt(5)?.label).toBe('written')
  expect(source.rowAt(6)?.label).toBe('row 6')
})

test('an entity created here comes last, or is held behind the last row until a refresh', async () => {
  const { source, server } = setUp(10)
  source.want({ first: 0, last: 9 })
  await settle()
  source.append(row(10), true)
  expect([source.rowCount, source.rowAt(10)?.id]).toEqual([11, 'id-10'])

  source.append(row(99), false)
  expect([source.rowCount, source.heldCount, source.positionOf('id-99')]).toEqual([12, 1, 11])
  server.size = 12
  source.refresh()
  await settle()
  expect([source.rowCount, source.heldCount]).toEqual([12, 0])
})

test('a refresh shows the old rows until the new ones are there', async () => {
  const { source, server } = setUp(10)
  source.want({ first: 0, last: 9 })
  await settle()
  server.size = 9
  source.refresh()
  expect(source.rowAt(9)?.id).toBe('id-9')
  await settle()
  expect([source.rowCount, source.rowAt(9)]).toEqual([9, undefined])
})

test('a failure is told and cleared by the next success', async () => {
  const { source, server } = setUp(10)
  server.failures.push(new ApiError({ status: 400, code: 'validation_failed', message: 'Bad filter.' }))
  source.want({ first: 0, last: 9 })
  await settle()
  expect(source.state.get().error?.message).toBe('Bad filter.')
  source.refresh()
  await settle()
  expect(source.state.get()).toMatchObject({ total: 10, error: undefined })
})

test('a range is loaded even out of view, and stays while the view goes on', async () => {
  const { source, aborted } = setUp(100_000)
  source.want({ first: 0, last: 40 })
  await settle()
  const loading = source.load({ first: 40_000, last: 40_900 })
  source.want({ first: 90_000, last: 90_040 })
  expect(await loading).toBe(true)
  expect([source.rowAt(40_000)?.id, source.rowAt(40_900)?.id]).toEqual(['id-40000', 'id-40900'])
  expect(aborted).not.toContain(40_000)
})

test('a range that cannot be had is told', async () => {
  const { source, server } = setUp(1_000)
  source.want({ first: 0, last: 40 })
  await settle()
  server.failures.push(new ApiError({ status: 404, code: 'not_found', message: 'Gone.' }))
  expect(await source.load({ first: 600, last: 610 })).toBe(false)
})

test('a row that is gone leaves its place blank, and the others where they are', async () => {
  const { source, server } = setUp(10)
  server.gone.push(3)
  source.want({ first: 0, last: 9 })
  await settle()
  expect([source.isGone(3), source.isGone(4), source.rowAt(3)]).toEqual([true, false, undefined])
  expect(source.positionOf('id-4')).toBe(4)
})
