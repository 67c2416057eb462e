import type { EntityType } from '#shared/entities.ts'
import { type DecisionsResult, maxRowErrors } from '#shared/jobs.ts'
import type { ProposalChoice } from '#shared/schemas/proposals.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { listProposalNumbers, listProposalsNumbered } from '../../store/tables/proposals.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { makesWay } from '../entities/write-entity.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type Action, decideAll } from './decide.ts'
import { checkProposalFilter, type EntityFilter } from './list-proposals.ts'

export interface DecisionsInput {
  readonly type: EntityType
  readonly action: Action
  readonly where: Pick<ProposalChoice, 'attribute' | 'job_id' | 'verified'>
  readonly list?: EntityFilter | undefined
  readonly newest: number
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface DecisionsState extends Omit<DecisionsResult, 'edit_id'> {
  readonly position: number
  readonly is_changed: boolean
}

export function listDecisionIds(db: ReadableDb, input: DecisionsInput, behind: number): number[] {
  const faults = new Faults()
  const { type, where, list, newest } = input
  const filter = checkProposalFilter(db, { type, ...where, list }, faults, 'where.')
  // The definitions may have changed since the job was queued.
  faults.throwIfAny()
  return listProposalNumbers(db, filter, { behind, newest })
}

export interface DecideChunk {
  readonly jobId: string
  readonly input: DecisionsInput
  readonly checkpoint: DecisionsState | undefined
  readonly ids: readonly number[]
  readonly total: number
}

const atOnce = 60

/**
 * Decides some proposals in one transaction with the checkpoint; fewer where others wait for the writer. One
 * decided meanwhile counts as changed.
 */
export function decideChunk(
  tx: WritableDb,
  { jobId, input, checkpoint, ids, total }: DecideChunk,
): { isCancelled: boolean; state: DecisionsState; decided: number } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  let state = checkpoint ?? beginDecisions(total)
  let decided = 0
  while (decided < ids.length) {
    const slice = ids.slice(decided, decided + atOnce)
    state = decideSlice(tx, { type: input.type, context }, { action: input.action, ids: slice, state })
    decided += slice.length
    if (makesWay(tx, decided)) break
  }
  const progress = { current: countOf(state), total, checkpoint: state }
  return { ...saveJobProgress(tx, jobId, progress), state, decided }
}

function beginDecisions(matched: number): DecisionsState {
  const counts = { accepted: 0, rejected: 0, changed_meanwhile: 0, refused: 0 }
  return { position: 0, is_changed: false, matched, ...counts, errors: [], errors_truncated: false }
}

function countOf({ accepted, rejected, changed_meanwhile: changed, refused }: DecisionsState): number {
  return accepted + rejected + changed + refused
}

interface Slice {
  readonly action: Action
  readonly ids: readonly number[]
  readonly state: DecisionsState
}

function decideSlice(
  tx: WritableDb,
  editor: Parameters<typeof decideAll>[1],
  { action, ids, state }: Slice,
): DecisionsState {
  const open = listProposalsNumbered(viewFor(tx, editor.context.role), ids).filter(
    ({ status }) => status === 'open',
  )
  const decisions = open.map(({ uuid: id }) => ({ id, action, faults: [] }))
  const { data, isChanged } = decideAll(tx, editor, decisions)
  const counts = { accepted: 0, rejected: 0, changed_meanwhile: ids.length - open.length, refused: 0 }
  for (const { status } of data) counts[status] += 1
  const done = countOf(state)
  const errors = data.flatMap(({ index, id, field_errors: faults = [] }) =>
    faults.slice(0, 1).map(({ field, issue }) => ({ row: done + index + 1, id: id ?? '', field, issue })),
  )
  const shown = [...state.errors, ...errors].slice(0, maxRowErrors)
  return {
    position: ids.at(-1) ?? state.position,
    is_changed: state.is_changed || isChanged,
    matched: state.matched,
    accepted: state.accepted + counts.accepted,
    rejected: state.rejected + counts.rejected,
    changed_meanwhile: state.changed_meanwhile + counts.changed_meanwhile,
    refused: state.refused + counts.refused,
    errors: shown,
    errors_truncated: state.errors_truncated || state.errors.length + errors.length > shown.length,
  }
}

export function toDecisionsResult(
  { position: _position, is_changed: isChanged, ...counts }: DecisionsState,
  { edit_id: edit }: DecisionsInput,
): DecisionsResult {
  return { edit_id: isChanged ? edit : null, ...counts }
}
