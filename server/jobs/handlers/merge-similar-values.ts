import { findEntityType } from '#shared/entities.ts'
import type { MergeState } from '../../catalog/merging/merge-chunk.ts'
import { checkMerge } from '../../catalog/similar-values/check-merge.ts'
import {
  type ValueMergeState,
  toValueMergeResult,
} from '../../catalog/similar-values/merge-similar-values.ts'
import { planMerge } from '../../catalog/similar-values/merge-values.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type JobContext, readStoredJob, type StoredJob } from '../job-context.ts'
import { runChunks } from '../run-chunks.ts'

const chunkSize = 1000

/**
 * Merges values of everything that matches at the start, oldest first; changes before a cancellation stay.
 */
export async function mergeMany(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const stored = await readStoredJob(context, 'cluster_merge')
  const { input } = stored
  if (input.named) return mergeNamed(context, input, input.named, stored.checkpoint)
  const checkpoint = stored.checkpoint && 'total' in stored.checkpoint ? stored.checkpoint : undefined
  const { matching, ids } = read((db) =>
    planMerge(
      db,
      checkMerge(db, { body: input.body, filter: input.filter, faults: [] }),
      checkpoint?.position,
    ),
  )
  const found = { matching, total: ids.length }
  let start = 0
  const { status, state } = await runChunks<ValueMergeState>(context, checkpoint, async (before) => {
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
  return { status, result: toValueMergeResult(state, input.edit_id) }
}

type Input = StoredJob<'cluster_merge'>['input']

async function mergeNamed(
  context: JobContext,
  { body, edit_id: editId, context: asked }: Input,
  { groups, entities, result }: NonNullable<Input['named']>,
  stored: StoredJob<'cluster_merge'>['checkpoint'],
): Promise<JobEnd> {
  const { jobId, call } = context
  const type = findEntityType(body.type) ?? 'vendor'
  const input = { type, groups, entities, edit_id: editId, context: asked }
  const checkpoint = stored && 'merged' in stored ? stored : undefined
  const { status } = await runChunks<MergeState>(context, checkpoint, (before) =>
    call('mergeChunk', { jobId, input, checkpoint: before }),
  )
  return { status, result }
}
