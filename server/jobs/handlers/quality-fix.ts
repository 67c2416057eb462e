import type { JobEnd } from '../../catalog/job-queue/job-end.ts'
import { type FixState, listFixIds, toFixResult } from '../../catalog/quality/fix-values.ts'
import type { JobContext } from '../job-context.ts'
import { runChunks } from '../run-chunks.ts'
import { readStoredJob } from '../stored-job.ts'

// A transaction of the writer, which others make end earlier.
const chunkSize = 1000

/** Mends what matches when the job starts, oldest first; resumed, it goes on behind the last entity that it has dealt with. */
export async function fixMany(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const { input, checkpoint } = await readStoredJob(context, 'quality_fix')
  const ids = read((db) => listFixIds(db, input, checkpoint?.position ?? 0))
  let start = 0
  const { status, state } = await runChunks<FixState>(context, checkpoint, async (before) => {
    const chunk = ids.slice(start, start + chunkSize)
    const written = await call('fixChunk', {
      jobId,
      input,
      checkpoint: before,
      ids: chunk,
      total: ids.length,
    })
    start += written.fixed
    return { ...written, isDone: start >= ids.length }
  })
  return { status, result: toFixResult(state, input.edit_id) }
}
