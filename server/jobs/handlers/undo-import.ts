import type { UndoImportState } from '../../catalog/imports/undo-import.ts'
import { isCancelRequested, readCheckpoint } from '../../store/tables/jobs.ts'
import type { JobContext } from '../../threads/job-thread.ts'
import type { JobEnd } from '../queue.ts'

/** Takes back a whole import, the last row first. Cancelled, what was taken back stays so. */
export async function undoImport({ jobId, call, read, signal }: JobContext): Promise<JobEnd> {
  const known = read((db) => readCheckpoint(db, jobId)) as UndoImportState | undefined
  for (let behind = known?.position ?? 0; ;) {
    // Aborted but not cancelled: the workspace closes, and the job goes on from its checkpoint at the next start.
    if (!read((db) => isCancelRequested(db, jobId))) signal.throwIfAborted()
    const { isCancelled, isDone, state } = await call('undoImportChunk', { jobId, behind })
    if (isDone || isCancelled) return { status: isDone ? 'completed' : 'cancelled', result: toResult(state) }
    behind = state.position
  }
}

function toResult({ position: _position, matched, ...counts }: UndoImportState): object {
  return { changes: matched, ...counts }
}
