import type { RowBatch } from '../../catalog/imports/read/file-rows.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { test, expect } from 'vitest'
import { BatchPace } from './import-batches.ts'

async function* batchesOf(...batches: RowBatch[]): AsyncGenerator<RowBatch> {
  yield* batches
}

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ row: first + index, cells: ['x'] }))
const flaw = (row: number) => ({ row, field: '', ...issueSentence('broken'), value: '' })

test('batches get as small as the writer is slow, and large again; no row and no flaw is lost', async () => {
  const pace = new BatchPace()
  const given: RowBatch[] = [
    { rows: rowsFrom(1, 100), broken: [], upTo: 100 },
    { rows: rowsFrom(102, 90), broken: [flaw(101), flaw(195)], upTo: 200 },
    { rows: rowsFrom(201, 60), broken: [], upTo: 260 },
  ]
  const taken: RowBatch[] = []
  for await (const batch of pace.slice(batchesOf(...given))) {
    taken.push(batch)
    pace.heed(batch.rows.length, batch.upTo < 200 ? batch.rows.length : batch.rows.length / 1000)
  }

  expect(taken[0]?.rows).toHaveLength(100)
  expect(taken.slice(1).map(({ rows }) => rows.length)).toEqual([45, 45, 60])
  expect(taken.flatMap(({ rows }) => rows)).toEqual(given.flatMap(({ rows }) => rows))
  expect(taken.map(({ broken }) => broken.map(({ row }) => row))).toEqual([[], [101], [195], []])
  expect(taken.map(({ upTo }) => upTo)).toEqual([100, 146, 200, 260])
})

test('a writer that is very slow gets five rows at a time, a fast one never more than a thousand', () => {
  const pace = new BatchPace()
  expect(pace.rows).toBe(1000)
  pace.heed(10, 1000)
  expect(pace.rows).toBe(5)
  for (let round = 0; round < 50; round += 1) pace.heed(100, 0.01)
  expect(pace.rows).toBe(1000)
})
