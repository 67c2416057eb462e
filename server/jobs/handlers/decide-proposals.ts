import type { JobEnd } from '../../catalog/job-queue/job-end.ts'
import {
  type DecisionsState,
  listDecisionIds,
  toDecisionsResult,
} from '../../catalog/proposals/decide-chunk.ts'
import type { JobContext } from '../job-context.ts'
import { runChunks } from '../run-chunks.ts'
import { readStoredJob } from '../stored-job.ts'

// A transaction of the writer, which others make end earlier.
const chunkSize = 1000

/** Decides all proposals that match when the job starts, the first made first; cancelled, what was decided stays so. */
export async function decideMany(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const { input, checkpoint } = await readStoredJob(context, 'decide_proposals')
  const ids = read((db) => listDecisionIds(db, input, checkpoint?.position ?? 0))
  const total = checkpoint?.matched ?? ids.length
  let start = 0
  const { status, state } = await runChunks<DecisionsState>(context, checkpoint, async (before) => {
    const chunk = ids.slice(start, start + chunkSize)
    const written = await call('decideChunk', { jobId, input, checkpoint: before, ids: chunk, total })
    start += written.decided
    return { ...written, isDone: start >= ids.length }
  })
  return { status, result: toDecisionsResult(state, input) }
}
