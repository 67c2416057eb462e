import { checkMerge } from '../../catalog/clusters/check-merge.ts'
import { type ClusterMergeState, toClusterMergeResult } from '../../catalog/clusters/merge-chunk.ts'
import { planMerge } from '../../catalog/clusters/merge-values.ts'
import type { JobEnd } from '../../catalog/job-queue/job-end.ts'
import type { JobContext } from '../job-context.ts'
import { runChunks } from '../run-chunks.ts'
import { readStoredJob } from '../stored-job.ts'

// A transaction of the writer, which others make end earlier.
const chunkSize = 1000

/** Merges values of everything that holds them when the job starts, oldest first; cancelled, what was changed stays so. */
export async function mergeMany(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const { input, checkpoint } = await readStoredJob(context, 'cluster_merge')
  const { matching, ids } = read((db) =>
    planMerge(
      db,
      checkMerge(db, { body: input.body, filter: input.filter, faults: [] }),
      checkpoint?.position,
    ),
  )
  const found = { matching, total: ids.length }
  let start = 0
  const { status, state } = await runChunks<ClusterMergeState>(context, checkpoint, async (before) => {
    const chunk = ids.slice(start, start + chunkSize)
    const isLast = start + chunk.length >= ids.length
    const written = await call('mergeClustersChunk', {
      jobId,
      input,
      checkpoint: before,
      ids: chunk,
      found,
      isLast,
    })
    start += written.done
    return written
  })
  return { status, result: toClusterMergeResult(state, input.edit_id) }
}
