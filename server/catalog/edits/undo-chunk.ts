import type { EntityType } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { listEditEvents } from '../../store/tables/edits.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import { readLoggedPlaces, moveHangersBack } from '../../store/tables/merge-changes.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { makesWay, writingMany } from '../entities/collect-values.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { Outcome } from './edit-outcome.ts'
import { addErrors, assertAtCheckpoint, beginState, type EditCounts, type EditState } from './edit-state.ts'
import { acceptedBy } from './undo-edit.ts'
import type { Undo } from './undo-event.ts'
import { undoOptions } from './undo-options.ts'
import { undoStep } from './undo-step.ts'

/** What the undo of a large edit was asked to do; the input of its job. */
export interface UndoInput {
  readonly type: EntityType
  /** The edit to take back. */
  readonly edit: string
  readonly entities: number
  /** Whether entities come back by it, or go again; older jobs do not tell. */
  readonly is_merge?: boolean | undefined
  /** The edit that the undo is itself. */
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

const chunkSize = 1000

export interface UndoChunk {
  readonly jobId: string
  readonly input: UndoInput
  /** What the chunk goes on from; undefined at the start. */
  readonly checkpoint: EditState | undefined
}

/** Takes back some changes of an edit, the last first, together with the checkpoint that says so; fewer where others wait for the writer. */
export function undoChunk(
  tx: WritableDb,
  { jobId, input, checkpoint }: UndoChunk,
): { isCancelled: boolean; isDone: boolean; state: EditState } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const { is_merge: isMerge = false } = input
  const undo = undoOf(tx, jobId, input)
  const before = checkpoint ?? beginUndo(tx, input, undo)
  const events = listEditEvents(tx, input.edit, {
    before: before.position || Number.MAX_SAFE_INTEGER,
    limit: chunkSize,
  })
  const counts: EditCounts = { changed: 0, unchanged: 0, failed: 0, errors: [] }
  const done = before.changed + before.unchanged + before.failed
  // Undoing a merge restores and deletes entities, which moves others: rows read in advance would be out of date.
  const ids = isMerge ? [] : events.map(({ entity }) => entity)
  const rows = new Map(listEntityRows(tx, ids).map((row) => [row.id, row]))
  let undone = 0
  const write = isMerge ? (fn: () => void) => fn() : together(tx, undo.type)
  write(() => {
    for (const event of events) {
      undone += 1
      count(undoStep(tx, undo, event, done + undone, rows.get(event.entity)), counts)
      // An entity with a second event in the chunk has changed by then and is read again.
      rows.delete(event.entity)
      if (makesWay(tx, undone)) break
    }
  })
  const state = addErrors({ ...before, position: events[undone - 1]?.sequence ?? before.position }, counts)
  const progress = { current: done + undone, total: input.entities, checkpoint: state }
  const isDone = undone === events.length && events.length < chunkSize
  if (isDone) moveHangersBack(tx, input.edit, input.edit_id)
  return { ...saveJobProgress(tx, jobId, progress), isDone, state }
}

function undoOf(tx: WritableDb, jobId: string, { type, edit, is_merge: isMerge, ...input }: UndoInput): Undo {
  return {
    type,
    accepted: acceptedBy(tx, edit),
    places: isMerge ? readLoggedPlaces(tx, edit) : undefined,
    context: { ...input.context, job_id: jobId, edit_id: input.edit_id },
  }
}

/** The options of an edit come back before the values that were among them. */
function beginUndo(tx: WritableDb, { edit, entities }: UndoInput, undo: Undo): EditState {
  undoOptions(tx, edit, undo)
  return beginState(entities)
}

function together(tx: WritableDb, type: EntityType): (fn: () => void) => void {
  return (fn) => writingMany(tx, attributesOf(tx, type), new Set(), fn)
}

/** An entity counts as changed if anything of it was taken back; values that are others by now are left as they are. */
function count(outcomes: readonly Outcome[], counts: EditCounts): void {
  const refused = outcomes.find((outcome) => outcome.status === 'refused')
  if (refused) counts.errors.push({ row: refused.index, id: refused.id, error: refused.error })
  if (outcomes.some((outcome) => outcome.status === 'applied' && outcome.isChanged)) counts.changed += 1
  else counts[refused ? 'failed' : 'unchanged'] += 1
}
