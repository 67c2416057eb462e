import { type BulkEdit, maxEditValues } from '#shared/bulk-operations.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { type BulkEditInput, checkBulkEdit } from '../edits/bulk-edit.ts'
import { type UndoInput, startUndo, type UndoEdit, requireOwn } from '../edits/undo-edit.ts'
import type { WriteContext } from '../events/record-event.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { enqueueJob, contextOfJob } from './queue.ts'
import { newestProposal } from '../../store/tables/proposals.ts'
import { decideProposals, type DecideRequest, findManyDecisions } from '../proposals/decide.ts'
import type { DecisionsInput } from '../proposals/decide-chunk.ts'
import type { QualityFix } from '#shared/quality.ts'
import {
  beginFix,
  checkFix,
  type FixInput,
  fixSome,
  listFixIds,
  toFixResult,
  unitOfFix,
} from '../quality/fix-values.ts'
import { findEditAutomation } from '../../store/tables/automations.ts'
import { getEntityRow, listEntityRows, nextIdentity } from '../../store/tables/entities.ts'
import { rowJson } from '../entities/entity-json.ts'
import { type CheckMerge, checkMerge } from '../merging/check-merge.ts'
import { type MergeInput, mergeChunk } from '../merging/merge-chunk.ts'
import { countMoves, mergeGroups, type MergePlan, type MovedCounts } from '../merging/merge-entities.ts'
import { resolveSurvivorValues } from '../merging/taken-values.ts'
import { checkDuplicateSearch, type SearchInput, type SentSearch } from '../duplicates/search-request.ts'
import type { EntityType } from '#shared/entities.ts'
import { Faults } from '../errors.ts'
import { findType } from '../quality/known-rules.ts'
import { checkUndoImport, type UndoImportInput } from '../imports/write/undo-import.ts'

interface EnqueueBulkEdit {
  readonly body: Partial<BulkEdit>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Queues a bulk edit: 202 with the job, whose metadata names the `edit_id` to undo it by; a dry run has none. */
export function enqueueBulkEdit(tx: WritableDb, request: EnqueueBulkEdit): Answer {
  const { body, faults, context } = request
  const change = checkBulkEdit(viewFor(tx, context.role), body, faults)
  const editId = nextIdentity(tx).uuid
  const uuid = nextIdentity(tx).uuid
  const metadata = { workflow: 'bulk_edit', via: context.via, type: change.type }
  const input: BulkEditInput = { change, edit_id: editId, context }
  if (change.dry_run !== true)
    return enqueueJob(tx, { uuid, name: 'bulk_edit', input, metadata: { ...metadata, edit_id: editId } })
  return enqueueJob(tx, { uuid, name: 'bulk_edit', input, metadata: { ...metadata, dry_run: true } })
}

export function enqueueUndo(tx: WritableDb, { id, faults, context }: UndoEdit): Answer {
  const { type, entities, isMerge, creates } = startUndo(tx, { id, faults, context })
  const editId = nextIdentity(tx).uuid
  const edit = id.toLowerCase()
  const input: UndoInput = {
    type,
    edit,
    entities,
    is_merge: isMerge || creates.length > 0,
    edit_id: editId,
    context: { ...context, automation: findEditAutomation(tx, edit) },
  }
  const metadata = { workflow: 'undo_edit', via: context.via, type, undoes: edit, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'undo_edit', input, metadata })
}

/** Decides proposals: 200 with an outcome for each, or 202 with a job where too many match. */
export function decideOrEnqueue(tx: WritableDb, request: DecideRequest): Answer {
  const many = findManyDecisions(viewFor(tx, request.context.role), request)
  if (!many) return decideProposals(tx, request)
  const { type, action } = many
  const { list, context } = request
  const { attribute, job_id, verified } = request.body.where ?? {}
  const input: DecisionsInput = {
    type,
    action,
    where: {
      ...(attribute !== undefined && { attribute }),
      ...(job_id !== undefined && { job_id }),
      ...(verified !== undefined && { verified }),
    },
    ...(list && { list }),
    newest: newestProposal(tx),
    edit_id: nextIdentity(tx).uuid,
    context,
  }
  const metadata = { workflow: 'decide_proposals', via: context.via, type, action, edit_id: input.edit_id }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'decide_proposals', input, metadata })
}

interface FixValues {
  readonly body: Partial<QualityFix>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Fixes the values of an attribute: 200 with the result, or 202 with a job where there are many. */
export function fixValues(tx: WritableDb, { body, faults, context }: FixValues): Answer {
  const view = viewFor(tx, context.role)
  const request = checkFix(view, body, faults)
  const ids = listFixIds(view, request)
  const editId = nextIdentity(tx).uuid
  const input: FixInput = { ...request, unit: unitOfFix(tx, request), edit_id: editId, context }
  if (ids.length <= maxEditValues) {
    const state = fixSome(tx, input, beginFix(ids.length), ids, { ...context, edit_id: editId })
    return dataAnswer(200, JSON.stringify(toFixResult(state, editId)))
  }
  const metadata = { workflow: 'quality_fix', via: context.via, type: request.type, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'quality_fix', input, metadata })
}

interface MergeRequest extends CheckMerge {
  readonly context: WriteContext
}

/** Merges entities: 200 with the survivor, or 202 with a job where more than 10,000 others change for it. */
export function mergeOrEnqueue(tx: WritableDb, request: MergeRequest): Answer {
  const { role } = request.context
  const view = viewFor(tx, role)
  const plan = checkMerge(view, request)
  const { entities, ...moves } = countMoves(tx, plan)
  const shown = view.hidden ? { ...moves, references: countMoves(view, plan).references } : moves
  for (const group of plan.groups) resolveSurvivorValues(tx, plan.type, group)
  if (request.body.dry_run === true) return mergeAnswer(view, plan, { editId: null, moved: shown })
  const editId = nextIdentity(tx).uuid
  if (entities <= maxEditValues) {
    const merged = uuidsOf(tx, plan)
    const moved = mergeGroups(tx, plan, { ...request.context, edit_id: editId })
    return mergeAnswer(view, plan, { editId, moved: view.hidden ? shown : moved, merged })
  }
  const { type } = plan
  const input: MergeInput = {
    ...plan,
    groups: [...plan.groups],
    entities,
    edit_id: editId,
    context: request.context,
  }
  const metadata = { workflow: 'merge_entities', via: request.context.via, type, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'merge_entities', input, metadata })
}

interface MergeSummary {
  readonly editId: string | null
  readonly moved: MovedCounts
  readonly merged?: readonly string[]
}

function mergeAnswer(db: ReadableDb, plan: MergePlan, { editId, moved, merged }: MergeSummary): Answer {
  const [group] = plan.groups
  const entity = rowJson(db, getEntityRow(db, group?.keep ?? 0))
  const metadata = JSON.stringify({ edit_id: editId, merged: merged ?? uuidsOf(db, plan), moved })
  return dataAnswer(200, `${metadata.slice(0, -1)},"entity":${entity}}`)
}

function uuidsOf(db: ReadableDb, { groups }: MergePlan): string[] {
  const ids = groups.flatMap(({ merge }) => merge)
  return listEntityRows(db, ids).map(({ uuid }) => uuid)
}

export const mergeJobWrites = { mergeEntities: mergeOrEnqueue, mergeChunk, enqueueDuplicates }

function enqueueDuplicates(
  tx: WritableDb,
  { context, ...search }: SentSearch & { readonly context: WriteContext },
): Answer {
  const input: SearchInput = { ...checkDuplicateSearch(viewFor(tx, context.role), search), context }
  const metadata = { workflow: 'find_duplicates', via: context.via, type: input.type, by: [...input.ways] }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'find_duplicates', input, metadata })
}

interface EnqueueChecks {
  readonly body: { readonly type?: string }
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

interface ChecksInput {
  readonly type: EntityType
  readonly context: Omit<WriteContext, 'job_id'>
}

export function enqueueChecks(tx: WritableDb, { body, faults: structural, context }: EnqueueChecks): Answer {
  const faults = new Faults(structural)
  const type = findType(body.type, faults)
  faults.throwIfAny()
  const input: ChecksInput = { type, context }
  const metadata = { workflow: 'quality_check', via: context.via, type }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'quality_check', input, metadata })
}

interface UndoImport {
  readonly id: string
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

export function enqueueUndoImport(tx: WritableDb, { id, faults, context }: UndoImport): Answer {
  const { job, changes } = checkUndoImport(tx, { id, faults })
  const { actor } = contextOfJob(tx, job)
  requireOwn(actor ? [actor] : [], context)
  const editId = nextIdentity(tx).uuid
  const input: UndoImportInput = { import: job, changes, edit_id: editId, context }
  const metadata = { workflow: 'undo_import', via: context.via, undoes: job, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'undo_import', input, metadata })
}
