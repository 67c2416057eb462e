import { type BulkEditInput, listBulkIds } from '../../catalog/edits/bulk-edit.ts'
import { type EditState, resultOf } from '../../catalog/edits/edit-state.ts'
import type { UndoInput } from '../../catalog/edits/undo-chunk.ts'
import { getJobInput, isCancelRequested, readCheckpoint } from '../../store/tables/jobs.ts'
import type { JobContext } from '../../threads/job-thread.ts'
import type { JobEnd } from '../queue.ts'

// Large enough to be fast, small enough to let other writes in between.
const chunkSize = 250

/**
 * Edits everything that matches when the job starts, oldest first. What the edit itself changes does not alter what it is about;
 * resumed, it looks again for what matches behind the last entity it has dealt with.
 */
export async function bulkEdit(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const input = read((db) => getJobInput(db, jobId)) as BulkEditInput
  const known = read((db) => readCheckpoint(db, jobId)) as EditState | undefined
  let behind = known?.position ?? 0
  const ids = read((db) => listBulkIds(db, input, behind))
  const total = known?.matched ?? ids.length
  for (let start = 0; ;) {
    stopIfClosing(context)
    const chunk = ids.slice(start, start + chunkSize)
    const { isCancelled, state } = await call('bulkEditChunk', { jobId, behind, ids: chunk, total })
    start += chunkSize
    behind = state.position
    const isDone = start >= ids.length
    if (isCancelled || isDone) return endOf(state, isDone, input.edit_id)
  }
}

function endOf(state: EditState, isDone: boolean, editId: string): JobEnd {
  return { status: isDone ? 'completed' : 'cancelled', result: resultOf(state, editId) }
}

/** Takes back a large edit, the last change first. */
export async function undoLargeEdit(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const input = read((db) => getJobInput(db, jobId)) as UndoInput
  const known = read((db) => readCheckpoint(db, jobId)) as EditState | undefined
  for (let behind = known?.position ?? 0; ;) {
    stopIfClosing(context)
    const { isCancelled, isDone, state } = await call('undoChunk', { jobId, behind })
    if (isCancelled || isDone) return endOf(state, isDone, input.edit_id)
    behind = state.position
  }
}

/** Aborted but not cancelled: the workspace closes, and the job goes on from its checkpoint at the next start. */
function stopIfClosing({ jobId, read, signal }: JobContext): void {
  if (!read((db) => isCancelRequested(db, jobId))) signal.throwIfAborted()
}
