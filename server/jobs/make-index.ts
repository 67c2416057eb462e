import type { IndexRequests } from '../catalog/connections/reader.ts'
import { rowsToIndex } from '../catalog/connections/make-index.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'
import type { JobContext } from './job-context.ts'

export type IndexName = IndexRequests['indexes'][number]

/** The parts of making an index: calls of the writer, and the rows, which another thread reads and sorts. */
export interface IndexWork {
  call<N extends OperationName>(name: N, input: OperationInput<N>): Promise<OperationOutput<N>>
  readRows(name: IndexName): Promise<Float64Array>
}

export interface IndexProgress {
  title: string
  done: number
  total: number
}

const maxRowsPerCall = 20_000

/** Makes an index in slices, between which the writer serves calls. */
export async function makeIndex(
  work: IndexWork,
  name: IndexName,
  progress: IndexProgress = { title: '', done: 0, total: 0 },
  signal?: AbortSignal,
): Promise<void> {
  const title = await work.call('beginToIndex', { name })
  if (title === undefined) return
  progress.title = title
  try {
    const rows = await work.readRows(name)
    progress.total = rows.length
    while (progress.done < rows.length) {
      signal?.throwIfAborted()
      const next = rows.slice(progress.done, progress.done + maxRowsPerCall)
      progress.done += await work.call('indexRows', { name, rows: next })
    }
    await work.call('finishIndexing', { name })
  } catch (error) {
    // An incomplete index would only slow writes down.
    await work.call('giveUpIndexing', { name })
    throw error
  }
}

/**
 * Makes the indexes that a job needs before it begins: without them each look-up would scan all values.
 * Returns early for a cancelled job, which notices that itself.
 */
export async function makeIndexesFor(
  { call, read, signal }: JobContext,
  names: readonly IndexName[],
): Promise<void> {
  const work: IndexWork = {
    call,
    readRows: (name) => Promise.resolve(read((db) => rowsToIndex(db, { name }))),
  }
  try {
    for (const name of names) await makeIndex(work, name, undefined, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
