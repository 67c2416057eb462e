import type { ImportResult } from '#shared/jobs.ts'
import type { ImportRequest, ImportState } from '../../catalog/imports/import-state.ts'
import type { ImportBatch } from '../../catalog/imports/import-rows.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import { getJobInput, isCancelRequested, readCheckpoint } from '../../store/jobs.ts'
import type { JobContext } from '../../threads/job-thread.ts'
import type { JobEnd } from '../queue.ts'
import { readCsv, scanCsv, type CsvFormat } from './csv-file.ts'
import { openRehearsal } from './rehearsal.ts'

/** Where the rows of an import go: the workspace's writer, or a copy of the workspace for a dry run. */
export interface ImportTarget {
  start(input: { jobId: string; scan: FileScan }): Promise<ImportState>
  write(batch: ImportBatch): Promise<{ isCancelled: boolean; result: ImportResult }>
  /** Adds what only this target can tell to the result. */
  describe(): object
  close(): Promise<void>
}

/**
 * Imports an uploaded file. The file is read twice: once to decide everything that can be wrong with it as a whole before
 * anything is written, then to write it batch by batch. Resumed, it goes on behind the last batch that was committed.
 */
export async function importFile(context: JobContext): Promise<JobEnd> {
  const request = context.read((db) => getJobInput(db, context.jobId)) as ImportRequest
  const { scan, format } = await scanCsv(request.file, context.signal)
  const target = request.dry_run ? await openRehearsal(context, request.file) : writerTarget(context)
  try {
    const known = request.dry_run ? undefined : context.read((db) => readCheckpoint(db, context.jobId))
    const state = (known as ImportState | undefined) ?? (await target.start({ jobId: context.jobId, scan }))
    const { isCancelled, result } = await writeAll(context, target, { file: request.file, format, state })
    const { ignored_columns, format: read, merge_key } = state
    const told = { ...result, rows: scan.rows, ignored_columns, merge_key: merge_key ?? null, ...read }
    return {
      status: isCancelled ? 'cancelled' : 'completed',
      result: { ...told, dry_run: request.dry_run, ...target.describe() },
    }
  } finally {
    await target.close()
  }
}

function writerTarget(context: JobContext): ImportTarget {
  return {
    start: (input) => context.call('startImport', input),
    write: (batch) => context.call('importRows', batch),
    describe: () => ({}),
    close: () => Promise.resolve(),
  }
}

interface Work {
  readonly file: string
  readonly format: CsvFormat
  readonly state: ImportState
}

/** While the writer stores one batch, the next is parsed; no more than that is in memory. */
async function writeAll(context: JobContext, target: ImportTarget, { file, format, state }: Work) {
  let { done } = state
  let answer = { isCancelled: false, result: state.result }
  let pending: Promise<typeof answer> | undefined
  for await (const { rows, broken, upTo } of readCsv(file, format, state.done)) {
    answer = (await pending) ?? answer
    pending = undefined
    if (answer.isCancelled) return answer
    if (context.signal.aborted) break
    pending = target.write({ jobId: context.jobId, done, upTo, rows, broken })
    // Awaited above or below; a failure in between must not count as unhandled.
    pending.catch(() => undefined)
    done = upTo
  }
  const { result } = (await pending) ?? answer
  const isCancelled = context.read((db) => isCancelRequested(db, context.jobId))
  // Not cancelled but aborted: the workspace closes, and the job goes on from its checkpoint at the next start.
  if (!isCancelled) context.signal.throwIfAborted()
  return { isCancelled: isCancelled && done < state.total, result }
}
