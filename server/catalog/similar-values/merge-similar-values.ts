import type { MergeClustersResult, MergeClusters } from '#shared/similar-values.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { listDistinctStored } from '../../store/computed/attribute-values.ts'
import { refuseRestricted } from '../attributes/attribute-config.ts'
import { type MergedOptions, mergeOptions, planOptions } from '../attributes/merge-options.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { ListedRows } from '../query/list-entities.ts'
import { readWithin } from '../query/slow-list.ts'
import {
  checkMerge,
  type CheckedMerge,
  namesEntities,
  type SentMerge,
  type SentFilter,
} from './check-merge.ts'
import { planNamed, toNamedResult, mergeSome, planMerge, sampleMerge } from './merge-values.ts'
import { eachHeldValue, isWhole } from './read-spellings.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { leaveValueAliases } from '../merging/leave-aliases.ts'
import type { MergeGroup } from '../merging/merge-entities.ts'

export const maxEntitiesWithoutJob = 1_000

export interface MergePreview {
  readonly result: MergeClustersResult
  readonly ids: readonly number[] | undefined
  readonly isNamed: boolean
}

export function previewMerge(db: ReadableDb, sent: SentMerge): MergePreview {
  const merge = checkMerge(db, sent)
  const list = { type: merge.type, rows: merge.rows, request: sent.filter ?? { clauses: [] }, terms: [] }
  if (namesEntities(merge.attribute)) {
    const named = readWithin(db, list, () => planNamed(db, merge))
    return { result: toNamedResult(named, null), ids: undefined, isNamed: true }
  }
  const { matching, ids } = readWithin(db, list, () => planMerge(db, merge))
  const sample = sampleMerge(db, merge, ids)
  const options = previewOptions(db, merge, ids)
  return {
    result: { matching, changed: ids.length, edit_id: null, sample, ...(options && { options }) },
    ids: ids.length > maxEntitiesWithoutJob ? undefined : ids,
    isNamed: false,
  }
}

function previewOptions(
  db: ReadableDb,
  merge: CheckedMerge,
  ids: readonly number[],
): MergeClustersResult['options'] {
  const { attribute, targets } = merge
  const planned = planOptions(attribute, targets, function* others() {
    yield* listDistinctStored(db, attribute, ['trashed_entity'])
    if (isWhole(merge.rows)) return
    const mergedIds = new Set(ids)
    for (const [id, value] of eachHeldValue(db, { ...merge, rows: unfilteredRows }))
      if (!mergedIds.has(id)) yield value
  })
  return planned && toPreview(planned)
}

const unfilteredRows: ListedRows = { clauses: [], join: 'and', search: undefined }

function toPreview({ removed, remaining }: MergedOptions): NonNullable<MergeClustersResult['options']> {
  return { removed: [...removed], kept: [...remaining] }
}

export interface SimilarValuesMerge extends SentMerge {
  readonly preview: MergePreview
  readonly context: WriteContext
}

/** Merges values in the request itself: answers 200 with the changes under one `edit_id`. */
export function mergeSimilarValues(
  tx: WritableDb,
  { preview, context, ...sent }: SimilarValuesMerge,
): Answer {
  const merge = checkMerge(viewFor(tx, context.role), sent)
  const { type, attribute, targets } = merge
  refuseRestricted([attribute], context)
  const editId = nextIdentity(tx).uuid
  const editContext = { ...context, edit_id: editId }
  const ids = preview.ids ?? []
  const { changed } = mergeSome(
    tx,
    { type, attribute: attribute.key, targets, ids, context: editContext },
    false,
  )
  const current = attributesOf(tx, type).byId.get(attribute.id) ?? attribute
  const options = mergeOptions(tx, current, targets, editContext)
  const isChanged = changed > 0 || (options?.removed.length ?? 0) > 0
  if (isChanged) leaveValueAliases(tx, current, targets, editContext)
  const result: MergeClustersResult = {
    ...preview.result,
    changed,
    edit_id: isChanged ? editId : null,
    ...(options && { options: toPreview(options) }),
  }
  return dataAnswer(200, JSON.stringify(result))
}

export interface ValueMergeInput {
  readonly body: MergeClusters
  readonly filter?: SentFilter | undefined
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

export interface ValueMergeState extends Omit<MergeClustersResult, 'edit_id'> {
  readonly position: number
  readonly total: number
}

interface ValueMergeChunk {
  readonly jobId: string
  readonly input: ValueMergeInput
  readonly checkpoint: ValueMergeState | undefined
  readonly ids: readonly number[]
  readonly found: { readonly matching: number; readonly total: number }
  readonly isLast: boolean
}

/** Merges one chunk and stores its checkpoint; the last chunk also merges the attribute's options. */
export function mergeSimilarValuesChunk(
  tx: WritableDb,
  { jobId, input, checkpoint, ids, found, isLast }: ValueMergeChunk,
): { isCancelled: boolean; isDone: boolean; state: ValueMergeState; done: number } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const merge = checkMerge(viewFor(tx, input.context.role), {
    body: input.body,
    filter: input.filter,
    faults: [],
  })
  const { type, attribute, targets } = merge
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  const previous = checkpoint ?? { ...found, position: 0, changed: 0, sample: sampleMerge(tx, merge, ids) }
  const { done, changed } = mergeSome(tx, { type, attribute: attribute.key, targets, ids, context }, true)
  const isDone = isLast && done === ids.length
  const options = isDone ? mergeOptions(tx, attribute, targets, context) : undefined
  if (isDone) leaveValueAliases(tx, attribute, targets, context)
  const state: ValueMergeState = {
    ...previous,
    position: ids[done - 1] ?? previous.position,
    changed: previous.changed + changed,
    ...(options && { options: { removed: [...options.removed], kept: [...options.remaining] } }),
  }
  const current = Math.min(previous.total, previous.changed + done)
  const progress = { current, total: previous.total, checkpoint: state }
  return { ...saveJobProgress(tx, jobId, progress), isDone, state, done }
}

export function toValueMergeResult(
  { position: _position, total: _total, ...preview }: ValueMergeState,
  editId: string,
): MergeClustersResult {
  const isChanged = preview.changed > 0 || (preview.options?.removed.length ?? 0) > 0
  return { ...preview, edit_id: isChanged ? editId : null }
}
