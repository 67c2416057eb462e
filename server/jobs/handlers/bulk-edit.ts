import { listBulkIds } from '../../catalog/edits/bulk-edit.ts'
import { type EditState, toResult } from '../../catalog/edits/edit-state.ts'
import type { JobContext } from '../job-context.ts'
import type { JobEnd } from '../../catalog/job-queue/queue.ts'
import { runChunks } from '../run-chunks.ts'
import { readStoredJob } from '../stored-job.ts'

// Large enough to be fast, small enough to let other writes in between.
const chunkSize = 250

/**
 * Edits everything that matches when the job starts, oldest first. What the edit itself changes does not alter what it is about;
 * resumed, it looks again for what matches behind the last entity it has dealt with.
 */
export async function bulkEdit(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const { input, checkpoint } = await readStoredJob(context, 'bulk_edit')
  const ids = read((db) => listBulkIds(db, input, checkpoint?.position ?? 0))
  const total = checkpoint?.matched ?? ids.length
  let start = 0
  const { status, state } = await runChunks<EditState>(context, checkpoint, async (before) => {
    const chunk = ids.slice(start, start + chunkSize)
    const written = await call('bulkEditChunk', { jobId, input, checkpoint: before, ids: chunk, total })
    start += chunkSize
    return { ...written, isDone: start >= ids.length }
  })
  return { status, result: toResult(state, input.edit_id) }
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
