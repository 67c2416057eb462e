import { missingForUndo, type UndoImportState } from '../../catalog/imports/undo-import.ts'
import type { JobContext } from '../job-context.ts'
import type { JobEnd } from '../../catalog/job-queue/job-end.ts'
import { makeIndexesFor } from '../make-index.ts'
import { runChunks } from '../run-chunks.ts'
import { readStoredJob } from '../stored-job.ts'

/** Takes back a whole import, the last row first. Cancelled, what was taken back stays so. */
export async function undoImport(context: JobContext): Promise<JobEnd> {
  const { jobId, call } = context
  const { input, checkpoint } = await readStoredJob(context, 'undo_import')
  await makeIndexesFor(context, context.read(missingForUndo))
  const { status, state } = await runChunks<UndoImportState>(context, checkpoint, (before) =>
    call('undoImportChunk', { jobId, input, checkpoint: before }),
  )
  const { position: _position, attributes_left: _left, matched, ...counts } = state
  return { status, result: { changes: matched, ...counts } }
}
