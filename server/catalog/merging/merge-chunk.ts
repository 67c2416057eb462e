import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { MergeResult } from '#shared/duplicates.ts'
import { message } from '#shared/messages/message.ts'
import { parseJson } from '../../store/database/json.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { getEntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { rowJson } from '../entities/entity-json.ts'
import { conflict } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { addMoved, finishMerge, type MergeGroup, moveSome, type MovedCounts } from './merge-entities.ts'

export interface MergeInput {
  readonly type: EntityType
  readonly groups: readonly MergeGroup[]
  readonly entities: number
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface MergeState {
  readonly position: number
  readonly changed: number
  readonly references: number
  readonly variants: number
  readonly merged: readonly string[]
}

// A transaction of this size does not delay other writes for long.
const chunkSize = 500

export interface MergeChunk {
  readonly jobId: string
  readonly input: MergeInput
  readonly checkpoint: MergeState | undefined
}

/**
 * Moves some references to the merged entities, or ends a group without any left, together with the
 * checkpoint.
 */
export function mergeChunk(
  tx: WritableDb,
  { jobId, input, checkpoint }: MergeChunk,
): { isCancelled: boolean; isDone: boolean; state: MergeState; result?: MergeResult } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const before = checkpoint ?? { position: 0, changed: 0, references: 0, variants: 0, merged: [] }
  const { groups, edit_id: editId, entities } = input
  const group = groups[before.position]
  const state = group ? advance(tx, input, { group, before, jobId }) : before
  const isDone = state.position >= groups.length
  const progress = {
    current: Math.min(state.changed, entities) + state.position,
    total: entities + groups.length,
    checkpoint: state,
  }
  const { isCancelled } = saveJobProgress(tx, jobId, progress)
  return {
    isCancelled,
    isDone,
    state,
    ...(isDone && { result: toResult(viewFor(tx, input.context.role), groups, { editId, state }) }),
  }
}

interface Advance {
  readonly group: MergeGroup
  readonly before: MergeState
  readonly jobId: string
}

function advance(
  tx: WritableDb,
  { type, ...input }: MergeInput,
  { group, before, jobId }: Advance,
): MergeState {
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  const merged = listEntityRows(tx, group.merge).map(({ uuid }) => uuid)
  const isThere = merged.length === group.merge.length && listEntityRows(tx, [group.keep]).length === 1
  if (!isThere) throw conflict(message('duplicate.entity_in_trash'))
  const moved = moveSome(tx, type, group, { limit: chunkSize, context })
  const counted: MergeState = { ...before, ...addMoved(before, moved) }
  if (moved.references + moved.variants > 0)
    return { ...counted, changed: before.changed + Math.min(chunkSize, moved.references + moved.variants) }
  finishMerge(tx, type, group, context)
  return { ...counted, position: before.position + 1, merged: [...before.merged, ...merged] }
}

interface MergeEnd {
  readonly editId: string
  readonly state: MergeState
}

function toResult(db: ReadableDb, groups: readonly MergeGroup[], { editId, state }: MergeEnd): MergeResult {
  const entity: EntityResource = parseJson(rowJson(db, getEntityRow(db, groups[0]?.keep ?? 0)))
  const { merged, references, variants } = state
  const moved: MovedCounts = { references, variants }
  return { edit_id: editId, entity, merged, moved }
}
