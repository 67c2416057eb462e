import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openTrialCopy } from '../../catalog/connections/trial-copy.ts'
import { bulkEditChunk, type BulkEditInput, listBulkIds } from '../../catalog/edits/bulk-edit.ts'
import { beginState, type EditState, toResult } from '../../catalog/edits/edit-state.ts'
import { DifferenceFile } from '../difference-file.ts'
import type { JobContext } from '../job-context.ts'
import { JobPace } from '../job-pace.ts'
import { rehearsalFile, resultsFolder } from '../job-files.ts'
import { prepareResults } from '../result-files.ts'
import type { JobEnd } from '../../catalog/job-queue/job-end.ts'
import { runChunks } from '../run-chunks.ts'
import { readStoredJob } from '../stored-job.ts'

// Entities in one transaction of the writer, which ends earlier where others wait for it.
const chunkSize = 1000

/**
 * Edits everything that matches when the job starts, oldest first. What the edit itself changes does not alter what it is about;
 * resumed, it looks again for what matches behind the last entity it has dealt with.
 */
export async function bulkEdit(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const { input, checkpoint } = await readStoredJob(context, 'bulk_edit')
  if (input.change.dry_run === true) return rehearseEdit(context, input)
  const ids = read((db) => listBulkIds(db, input, checkpoint?.position ?? 0))
  const total = checkpoint?.matched ?? ids.length
  // A chunk names what it is about; the ids of all of them would go to the writer each time.
  const { ids: _ids, ...change } = input.change
  const message = { ...input, change }
  let start = 0
  const { status, state } = await runChunks<EditState>(context, checkpoint, async (before) => {
    const chunk = ids.slice(start, start + chunkSize)
    const written = await call('bulkEditChunk', {
      jobId,
      input: message,
      checkpoint: before,
      ids: chunk,
      total,
    })
    start += written.edited
    return { ...written, isDone: start >= ids.length }
  })
  return { status, result: toResult(state, input.edit_id) }
}

/** Edits a copy of the workspace that is thrown away, and tells what the edit would come to. Cut off, it begins anew. */
async function rehearseEdit(context: JobContext, input: BulkEditInput): Promise<JobEnd> {
  const { jobId } = context
  const target = rehearsalFile(context)
  const results = resultsFolder(context)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await prepareResults(results)
  const copy = await openTrialCopy(context.read, target)
  const differences = new DifferenceFile(results, jobId)
  try {
    const ids = copy.read((db) => listBulkIds(db, input, 0))
    const total = ids.length
    const pace = new JobPace(context, total)
    let state: EditState | undefined
    let isCancelled = false
    for (let start = 0; !isCancelled && (start < total || start === 0); start += chunkSize) {
      const chunk = { jobId, input, checkpoint: state, ids: ids.slice(start, start + chunkSize), total }
      const marks = new Map<number, number>()
      const written = copy.write((tx) => bulkEditChunk(tx, chunk, (row, newest) => marks.set(row, newest)))
      state = written.state
      await differences.add(copy.takeCommitted(), marks, copy.firstNewId)
      isCancelled = await pace.isCancelledAt(Math.min(start + chunkSize, total))
    }
    const result = { ...toResult(state ?? beginState(total), input.edit_id), edit_id: null }
    return {
      status: isCancelled ? 'cancelled' : 'completed',
      result: { ...result, dry_run: true, ...(await differences.close()) },
    }
  } finally {
    await differences.giveUp()
    copy.discard()
  }
}

/** Takes back a large edit, the last change first. */
export async function undoLargeEdit(context: JobContext): Promise<JobEnd> {
  const { jobId, call } = context
  const { input, checkpoint } = await readStoredJob(context, 'undo_edit')
  const { status, state } = await runChunks<EditState>(context, checkpoint, (before) =>
    call('undoChunk', { jobId, input, checkpoint: before }),
  )
  return { status, result: toResult(state, input.edit_id) }
}
