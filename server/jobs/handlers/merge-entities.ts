import type { MergeResult } from '#shared/merging.ts'
import type { JobEnd } from '../../catalog/job-queue/job-end.ts'
import type { MergeState } from '../../catalog/merging/merge-chunk.ts'
import type { JobContext } from '../job-context.ts'
import { runChunks } from '../run-chunks.ts'
import { readStoredJob } from '../stored-job.ts'

/** Merges entities to which much refers; cancelled, what was moved stays so until it is undone by the edit of the job. */
export async function mergeMany(context: JobContext): Promise<JobEnd> {
  const { jobId, call } = context
  const { input, checkpoint } = await readStoredJob(context, 'merge_entities')
  let result: MergeResult | null = null
  const { status } = await runChunks<MergeState>(context, checkpoint, async (before) => {
    const written = await call('mergeChunk', { jobId, input, checkpoint: before })
    result = written.result ?? null
    return written
  })
  return { status, result }
}
