import { expect, test } from 'vitest'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/plan/import-state.ts'
import type { FileRows, RowBatch } from '../../catalog/imports/read/file-rows.ts'
import { RepeatedKeys } from '../../catalog/imports/write/repeated-keys.ts'
import type { ImportBatch, RowOutcome } from '../../catalog/imports/write/write-rows.ts'
import type { JobContext } from '../job-context.ts'
import { writeRows } from './import-batches.ts'
import type { ImportTarget } from './import-target.ts'
import { type TriedImport, TriedRows } from './tried-import.ts'

const rowOf = (row: number) => ({ row, cells: [`S-${row}`, 'x'] })
const column = { index: 0, key: 'sku', header: 'sku', reason: 'key' }
const state = {
  columns: [column],
  merge_key: 'sku',
  pass: 1,
  done: 0,
  total: 3000,
  late: 0,
  result: { created_attributes: [] },
} as unknown as ImportState
const request = { type: 'product', mapping: {} } as unknown as ImportRequest
const sent = { rows: {} as FileRows, pictureFiles: undefined }
const file = { request, sent }

/** Tries rows of which every fiftieth changes something, a thousand at a time. */
function tryRows(change: (row: number) => Partial<RowOutcome> = () => ({})): TriedRows {
  const tried = new TriedRows(7)
  for (let done = 0; done < 3000; done += 1000) {
    const outcomes = Array.from({ length: 1000 }, (_, index): RowOutcome => {
      const row = rowOf(done + index + 1)
      const status = row.row % 50 === 0 ? ('updated' as const) : ('unchanged' as const)
      return { row, status, entity: row.row + 100, ...change(row.row) }
    })
    tried.add({ broken: [], upTo: done + 1000 } as unknown as ImportBatch, outcomes)
  }
  return tried
}

const batchesOf = (tried: TriedRows, more: object = {}) => tried.batchesOf({ ...state, ...more }, file) ?? []

test('of a try are left the rows that change something; the others are told with their entities [automation 9.7]', () => {
  const [batch, ...more] = batchesOf(tryRows())
  expect(more).toEqual([])
  expect(batch?.upTo).toBe(3000)
  expect(batch?.rows).toEqual(Array.from({ length: 60 }, (_, index) => rowOf((index + 1) * 50)))
  expect(batch?.unchanged).toHaveLength(2940)
  expect(batch?.unchanged?.[0]).toEqual({ row: 1, entity: 101 })
})

test('a row that leads to an entity that the try has made itself is left to write [automation 9.7]', () => {
  const tried = tryRows((row) =>
    row === 1 ? { status: 'created', entity: 9 } : row === 2 ? { entity: 9 } : {},
  )
  expect(batchesOf(tried)[0]?.rows.slice(0, 2)).toEqual([rowOf(1), rowOf(2)])
})

test('a row with a refused cell is left to write, so that the cell is told [automation 9.7]', () => {
  const tried = tryRows((row) => (row === 4 ? { hasFlaws: true } : {}))
  expect(batchesOf(tried)[0]?.rows[0]).toEqual(rowOf(4))
})

test.each([
  ['a file without a key', { merge_key: undefined }],
  ['rows by their ids', { merge_key: 'id' }],
  ['rows that waited for others', { pass: 2 }],
  ['new attributes', { result: { created_attributes: ['colour'] } }],
  ['other spellings', { result: { created_attributes: [], aliases: [] } }],
])('%s is read again as a whole [automation 9.7]', (_name, more) => {
  expect(tryRows().batchesOf({ ...state, ...more } as ImportState, file)).toBeUndefined()
})

test('where most rows change, the file is read again rather than kept [automation 9.7]', () => {
  const tried = new TriedRows(0)
  const outcomes = Array.from({ length: 1000 }, (_, row): RowOutcome => ({
    row: rowOf(row),
    status: 'updated',
  }))
  for (let part = 0; part < 51; part += 1)
    tried.add({ broken: [], upTo: part } as unknown as ImportBatch, outcomes)
  expect(tried.batchesOf(state, file)).toBeUndefined()
})

/** A writer that takes batches, and finds the workspace changed from the batch with this number on. */
function writerWith(staleAt: number) {
  const taken: ImportBatch[] = []
  const target = {
    read: () => undefined,
    write: (batch: ImportBatch) => {
      if (batch.asOf !== undefined && taken.length === staleAt)
        return Promise.resolve({ isCancelled: false, isStale: true, state: batch.state, ms: 0 })
      taken.push(batch)
      const newest = batch.asOf === undefined ? {} : { newest: batch.asOf + batch.rows.length }
      return Promise.resolve({
        isCancelled: false,
        ms: 0,
        state: { ...batch.state, done: batch.upTo },
        ...newest,
      })
    },
  } as unknown as ImportTarget
  return { target, taken }
}

const context = {
  jobId: 'job',
  signal: new AbortController().signal,
  isCancelRequested: () => false,
} as unknown as JobContext
const all = Array.from({ length: 3000 }, (_, index) => rowOf(index + 1))
const source = {
  async *batches(skip: number): AsyncGenerator<RowBatch> {
    yield await Promise.resolve({ rows: all.slice(skip), broken: [], upTo: 3000 })
  },
  async *records() {
    yield* await Promise.resolve(all)
  },
} as unknown as FileRows

async function written(batches: readonly RowBatch[], staleAt: number) {
  const { target, taken } = writerWith(staleAt)
  const tried = { sent, batches, asOf: 7, repeated: new RepeatedKeys(state) } as unknown as TriedImport
  const end = await writeRows({ context, request, source, target, pictures: undefined, state }, tried)
  return { end, taken }
}

const halves: RowBatch[] = [
  { rows: [rowOf(50)], broken: [], upTo: 1000, unchanged: [{ row: 1, entity: 101 }] },
  { rows: [rowOf(2000)], broken: [], upTo: 3000, unchanged: [{ row: 1001, entity: 1101 }] },
]

test('each batch of a try knows the newest event that the one before has made [automation 9.7]', async () => {
  const { taken, end } = await written(halves, -1)
  expect(taken.map(({ rows, asOf }) => [rows.length, asOf])).toEqual([
    [1, 7],
    [1, 8],
  ])
  expect(end.state.done).toBe(3000)
})

test('from where somebody else has written, all rows are read and written as without a try [automation 9.7]', async () => {
  const { taken } = await written(halves, 1)
  const [first, ...rest] = taken
  expect(first?.unchanged).toEqual([{ row: 1, entity: 101 }])
  expect(rest.flatMap(({ rows }) => rows.map(({ row }) => row))).toEqual(
    all.slice(1000).map(({ row }) => row),
  )
  expect(rest.every(({ unchanged, asOf }) => unchanged === undefined && asOf === undefined)).toBe(true)
})

test('a batch that was tried before somebody else wrote changes nothing, and says so [automation 9.7]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.define({ name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field' })
  const asked = { ...request, context: ownerContext }
  const batch = { jobId: 'job', request: asked, state, upTo: 1, rows: [rowOf(1)], broken: [], asOf: 0 }
  expect(await workspace.threads.call('importRows', batch)).toMatchObject({
    isStale: true,
    state: { done: 0 },
  })
  expect(await workspace.products()).toEqual([])
})
