import type { MergeClusters, MergeClustersResult } from '#shared/clusters.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { mergeOptions } from '../attributes/merge-options.ts'
import { assertAtCheckpoint } from '../edits/edit-state.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { MergeGroup } from '../merging/merge-entities.ts'
import { checkMerge } from './check-merge.ts'
import type { SentFilter } from './clustered-attribute.ts'
import { mergeSome, sampleMerge } from './merge-values.ts'

/** What a merge of values was asked to do; the input of its job. */
export interface ClusterMergeInput {
  readonly body: MergeClusters
  readonly filter?: SentFilter | undefined
  /** Where the values name entities: which of them become one, and what that comes to. */
  readonly named?:
    | {
        readonly groups: readonly MergeGroup[]
        readonly entities: number
        readonly result: MergeClustersResult
      }
    | undefined
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

/** How far it has come: the checkpoint of its job. */
export interface ClusterMergeState extends Omit<MergeClustersResult, 'edit_id'> {
  /** Behind which entity the job goes on. */
  readonly position: number
  readonly total: number
}

export interface ClusterMergeChunk {
  readonly jobId: string
  readonly input: ClusterMergeInput
  /** What the chunk goes on from; undefined at the start. */
  readonly checkpoint: ClusterMergeState | undefined
  readonly ids: readonly number[]
  /** How many entities hold one of the values, and how many are to change. */
  readonly found: { readonly matching: number; readonly total: number }
  /** Nothing is left behind these. */
  readonly isLast: boolean
}

/** Changes some of the entities of a merge together with the checkpoint that says so, and behind the last of them the options. */
export function mergeClustersChunk(
  tx: WritableDb,
  { jobId, input, checkpoint, ids, found, isLast }: ClusterMergeChunk,
): { isCancelled: boolean; isDone: boolean; state: ClusterMergeState; done: number } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const merge = checkMerge(tx, { body: input.body, filter: input.filter, faults: [] })
  const { type, attribute, targets } = merge
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  const before = checkpoint ?? { ...found, position: 0, changed: 0, sample: sampleMerge(tx, merge, ids) }
  const { done, changed } = mergeSome(tx, { type, attribute: attribute.key, targets, ids, context }, true)
  const isDone = isLast && done === ids.length
  const options = isDone ? mergeOptions(tx, attribute, targets, context) : undefined
  const state: ClusterMergeState = {
    ...before,
    position: ids[done - 1] ?? before.position,
    changed: before.changed + changed,
    ...(options && { options: { removed: [...options.removed], kept: [...options.kept] } }),
  }
  const current = Math.min(before.total, before.changed + done)
  const progress = { current, total: before.total, checkpoint: state }
  return { ...saveJobProgress(tx, jobId, progress), isDone, state, done }
}

/** What the job tells at its end. */
export function toClusterMergeResult(
  { position: _position, total: _total, ...told }: ClusterMergeState,
  editId: string,
): MergeClustersResult {
  const isChanged = told.changed > 0 || (told.options?.removed.length ?? 0) > 0
  return { ...told, edit_id: isChanged ? editId : null }
}
