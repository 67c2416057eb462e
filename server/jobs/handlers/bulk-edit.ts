import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openTrialCopy } from '../../catalog/connections/trial-copy.ts'
import { bulkEditChunk, type BulkEditInput, listBulkIds } from '../../catalog/edits/bulk-edit.ts'
import { beginState, type EditState, toResult } from '../../catalog/edits/edit-outcome.ts'
import { DifferenceFile, prepareResults } from '../result-files.ts'
import { type JobContext, readStoredJob, type StoredJob } from '../job-context.ts'
import { JobPace, runChunks } from '../run-chunks.ts'
import { rehearsalFile, resultsFolder } from '../job-files.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type FixState, listFixIds, toFixResult } from '../../catalog/quality/fix-values.ts'
import {
  type DecisionsState,
  listDecisionIds,
  toDecisionsResult,
} from '../../catalog/proposals/decide-chunk.ts'
import type { MergeResult } from '#shared/duplicates.ts'
import type { MergeState } from '../../catalog/merging/merge-chunk.ts'
import { missingForUndo, type UndoImportState } from '../../catalog/imports/write/undo-import.ts'
import { makeIndexesFor } from '../make-index.ts'
import { findEntityType } from '#shared/entities.ts'
import { checkMerge } from '../../catalog/similar-values/check-merge.ts'
import {
  type ValueMergeState,
  toValueMergeResult,
} from '../../catalog/similar-values/merge-similar-values.ts'
import { planMerge } from '../../catalog/similar-values/merge-values.ts'

// Entities in one transaction of the writer, which ends earlier where others wait for it.
const chunkSize = 1000

/**
 * Edits everything that matches at the start, oldest first. A resumed job looks for matches after its last
 * entity.
 */
export async function bulkEdit(context: JobContext): Promise<JobEnd> {
  const { jobId, call, read } = context
  const { input, checkpoint } = await readStoredJob(context, 'bulk_edit')
  if (input.change.dry_run === true) return rehearseEdit(context, input)
  const ids = read((db) => listBulkIds(db, input, checkpoint?.position ?? 0))
  const total = checkpoint?.matched ?? ids.length
  // A chunk has its own ids; all ids would go to the writer each time.
  const { ids: _ids, ...change } = input.change
  const message = { ...input, change }
  let start = 0
  const { status, state } = await runChunks<EditState>(context, checkpoint, async (before) => {
    const chunk = ids.slice(start, start + chunkSize)
    const written = await call('bulkEditChunk', {
      jobId,
      input: message,
      checkpoint: before,
      ids: chunk,
      total,
    })
    start += written.edited
    return { ...written, isDone: start >= ids.length }
  })
  return { status, result: toResult(state, input.edit_id) }
}

/**
 * Edits a copy of the workspace and reports what the edit would change. After an interruption it begins
 * again.
 */
async function rehearseEdit(context: JobContext, input: BulkEditInput): Promise<JobEnd> {
  const { jobId } = context
  const target = rehearsalFile(context)
  const results = resultsFolder(context)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await prepareResults(results)
  const copy = await openTrialCopy(context.read, target)
  const differences = new DifferenceFile(results, jobId)
  try {
    const ids = copy.read((db) => listBulkIds(db, input, 0))
    const total = ids.length
    const pace = new JobPace(context, total)
    let state: EditState | undefined
    let isCancelled = false
    for (let start = 0; !isCancelled && (start < total || start === 0); start += chunkSize) {
      const chunk = { jobId, input, checkpoint: state, ids: ids.slice(start, start + chunkSize), total }
      const marks = new Map<number, number>()
      const written = copy.write((tx) => bulkEditChunk(tx, chunk, (row, newest) => marks.set(row, newest)))
      state = written.state
      await differences.add(copy.takeCommitted(), marks, copy.firstNewId)
      isCancelled = await pace.isCancelledAt(Math.min(start + chunkSize, total))
    }
    const result = { ...toResult(state ?? beginState(total), input.edit_id), edit_id: null }
    return {
      status: isCancelled ? 'cancelled' : 'completed',
      result: { ...result, dry_run: true, ...(await differences.close()) },
    }
  } finally {
    await differences.giveUp()
    copy.discard()
  }
}

export async function undoLargeEdit(context: JobContext): Promise<JobEnd> {
  const { jobId, call } = context
  const { input, checkpoint } = await readStoredJob(context, 'undo_edit')
  const { status, state } = await runChunks<EditState>(context, checkpoint, (before) =>
    call('undoChunk', { jobId, input, checkpoint: before }),
  )
  return { status, result: toResult(state, input.edit_id) }
}

/**
 * Fixes everything that matches at the start, oldest first; a resumed job continues after its last entity.
 */
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

/** Decides all proposals that match at the start, the oldest first; decisions before a cancellation stay. */
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

/** Merges entities with many references; moves before a cancellation stay until they are undone. */
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

/** Undoes a whole import, the last row first. After a cancellation the undone part stays undone. */
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

/**
 * Merges values of everything that matches at the start, oldest first; changes before a cancellation stay.
 */
export async function mergeSimilarValues(context: JobContext): Promise<JobEnd> {
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
