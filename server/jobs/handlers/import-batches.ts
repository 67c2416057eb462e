import { lateRows, type ImportRequest, type ImportState } from '../../catalog/imports/plan/import-state.ts'
import {
  BatchCollector,
  type FileRows,
  type RowBatch,
  type RowFlaw,
} from '../../catalog/imports/read/file-rows.ts'
import type { FolderPictures } from '../../catalog/imports/write/folder-pictures.ts'
import { priceGuardOf } from '../../catalog/imports/write/price-guard.ts'
import { RepeatedKeys } from '../../catalog/imports/write/repeated-keys.ts'
import type { ImportBatch } from '../../catalog/imports/write/write-rows.ts'
import type { JobContext } from '../job-context.ts'
import type { ImportTarget } from './import-target.ts'
import type { TriedImport } from './tried-import.ts'

interface Work {
  readonly context: JobContext
  readonly request: ImportRequest
  readonly source: FileRows
  readonly target: ImportTarget
  readonly pictures: FolderPictures | undefined
  readonly state: ImportState
}

export interface WrittenRows {
  readonly state: ImportState
  readonly isCancelled: boolean
  readonly repeated: RepeatedKeys
}

/** Writes the rows behind those that are written already; of a file that was tried out, those that change something. */
export async function writeRows(work: Work, tried: TriedImport | undefined): Promise<WrittenRows> {
  const end = tried && (await writeTried(work, tried))
  if (end && !end.isStale) return { ...end, repeated: tried.repeated }
  const { source } = work
  const state = end?.state ?? work.state
  const repeated = new RepeatedKeys(state)
  await addRowsBefore(source, state.pass === 1 ? state.done : state.total, repeated)
  return { ...(await writePasses({ ...work, state }, repeated)), repeated }
}

/** Stops where the workspace turns out to have changed since the try. */
function writeTried(work: Work, { batches, asOf }: TriedImport): Promise<BatchesEnd> {
  return writeAll(work, holdPrices(work, batches), asOf)
}

async function addRowsBefore(source: FileRows, done: number, repeated: RepeatedKeys): Promise<void> {
  if (done === 0) return
  for await (const row of source.records()) {
    if (row.row > done) return
    repeated.add(row)
  }
}

async function writePasses(work: Work, repeated: RepeatedKeys): Promise<BatchesEnd> {
  const { context, source, target } = work
  const { jobId } = context
  for (let { state } = work; ;) {
    const { pass, done } = state
    const batches =
      pass === 1
        ? holdPrices({ ...work, state }, repeated.rejectRepeated(source.batches(done)))
        : lateBatches(
            source,
            target.read((db) => lateRows(db, jobId, done)),
          )
    const end = await writeAll({ ...work, state }, batches)
    if (end.isCancelled || end.state.late === 0) return end
    state = await target.nextPass({ jobId, state: end.state })
  }
}

/** Holds the rows with large changes of prices, where that is the setting. */
async function* holdPrices(
  { target: { read }, request, state }: Work,
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
): AsyncGenerator<RowBatch> {
  const prices = read((db) => priceGuardOf(db, request, state))
  for await (const batch of batches)
    yield prices ? read((db) => holdRows(batch, prices.listHeld(db, batch.rows))) : batch
}

function holdRows(batch: RowBatch, held: ReadonlyMap<number, RowFlaw>): RowBatch {
  if (held.size === 0) return batch
  const rows = batch.rows.filter(({ row }) => !held.has(row))
  return { ...batch, rows, broken: [...batch.broken, ...held.values()] }
}

interface BatchesEnd {
  readonly state: ImportState
  readonly isCancelled: boolean
  /** Whether the workspace has changed since the rows were tried out, so that the rest has to be read again. */
  readonly isStale?: boolean | undefined
  readonly newest?: number | undefined
}

/** Parses the next batch while the writer stores one, so that memory holds at most two. */
async function writeAll(
  { context, request, target, pictures, state }: Work,
  batches: AsyncIterable<RowBatch>,
  asOf?: number,
): Promise<BatchesEnd> {
  const { jobId } = context
  let answer: BatchesEnd = { isCancelled: false, state, newest: asOf }
  let pending: Promise<BatchesEnd> | undefined
  const pace = new BatchPace()
  const write = async (batch: ImportBatch): Promise<BatchesEnd> => {
    const { ms, ...end } = await target.write(batch)
    const rest = { ...behind(batch, end.state), asOf: end.newest }
    pace.heed(batch.rows.length - rest.rows.length, ms)
    const isWritten = end.state.done >= batch.upTo
    return isWritten || isOver(end) || context.signal.aborted ? end : write(rest)
  }
  for await (const batch of pace.slice(batches)) {
    const { rows, broken, upTo, unchanged } = pictures ? await pictures.fill(batch) : batch
    answer = (await pending) ?? answer
    pending = undefined
    if (isOver(answer)) return answer
    if (context.signal.aborted) break
    const { state: before, newest } = answer
    pending = write({ jobId, request, state: before, upTo, rows, broken, unchanged, asOf: newest })
    // Awaited above or below; a failure in between must not count as unhandled.
    pending.catch(() => undefined)
  }
  const last = (await pending) ?? answer
  const isCancelled = context.isCancelRequested()
  // Not cancelled but aborted: the workspace closes, and the job continues at the next start.
  if (!isCancelled) context.signal.throwIfAborted()
  const isLeft = last.state.done < state.total || last.state.late > 0
  return { ...last, isCancelled: isCancelled && isLeft }
}

function isOver({ isCancelled, isStale = false }: BatchesEnd): boolean {
  return isCancelled || isStale
}

function behind(batch: ImportBatch, state: ImportState): ImportBatch {
  const isBehind = ({ row }: { readonly row: number }) => row > state.done
  return {
    ...batch,
    state,
    rows: batch.rows.filter(isBehind),
    broken: batch.broken.filter(isBehind),
    unchanged: batch.unchanged?.filter(isBehind),
  }
}

async function* lateBatches(source: FileRows, numbers: readonly number[]): AsyncGenerator<RowBatch> {
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

// Larger transactions write fewer pages twice. An edit of the grid ends the running batch early, but other
// jobs wait for it, and between few slow rows no other write is let in.
const wantedMs = 80
const [fewest, most] = [5, 1000]

export class BatchPace {
  #msPerRow = 0

  get rows(): number {
    if (this.#msPerRow === 0) return most
    return Math.min(most, Math.max(fewest, Math.round(wantedMs / this.#msPerRow)))
  }

  heed(rows: number, ms: number): void {
    if (rows === 0) return
    const known = this.#msPerRow
    this.#msPerRow = known === 0 ? ms / rows : known * 0.7 + (ms / rows) * 0.3
  }

  /**
   * Splits batches that are too large into several of the same size, since each transaction has a fixed
   * cost.
   */
  async *slice(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
    for await (const batch of batches) {
      let { rows, broken, unchanged } = batch
      while (rows.length > this.rows) {
        const taken = rows.slice(0, Math.ceil(rows.length / Math.ceil(rows.length / this.rows)))
        const upTo = taken.at(-1)?.row ?? batch.upTo
        const isTaken = ({ row }: { readonly row: number }) => row <= upTo
        yield { rows: taken, broken: broken.filter(isTaken), unchanged: unchanged?.filter(isTaken), upTo }
        rows = rows.slice(taken.length)
        broken = broken.filter((flaw) => !isTaken(flaw))
        unchanged = unchanged?.filter((row) => !isTaken(row))
      }
      yield { rows, broken, unchanged, upTo: batch.upTo }
    }
  }
}
