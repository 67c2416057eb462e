import { BatchCollector, type RowBatch, type FileRows } from './file-rows.ts'

/** The rows with those numbers, which are in order, in batches. */
export async function* lateBatches(source: FileRows, numbers: readonly number[]): AsyncGenerator<RowBatch> {
  const waiting = new Set(numbers)
  const batch = new BatchCollector(0)
  for await (const record of source.records()) {
    if (waiting.size === 0) break
    if (!waiting.delete(record.row)) continue
    batch.add(record, undefined)
    if (batch.isFull) yield batch.take()
  }
  if (!batch.isEmpty) yield batch.take()
}
