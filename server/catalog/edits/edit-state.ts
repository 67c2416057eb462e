import type { FieldError } from '#shared/errors.ts'
import { type EditResult, maxRowErrors } from '#shared/jobs.ts'
import { issueInWords, issueSentence } from '#shared/describe-fault.ts'
import { message } from '#shared/messages/message.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { isAtCheckpoint } from '../../store/tables/jobs.ts'
import { type CatalogError, conflict } from '../errors.ts'

/** One fault of one entity; `row` is its number among those that the job went through. */
export interface EditRowError extends Omit<FieldError, 'did_you_mean' | 'expected' | 'acceptable_values'> {
  readonly row: number
  readonly id: string
}

/** How far a bulk edit or the undo of a large edit has come: the checkpoint of its job. */
export interface EditState {
  /** Behind which entity or event the job goes on. */
  readonly position: number
  readonly matched: number
  readonly changed: number
  readonly unchanged: number
  readonly failed: number
  readonly errors: readonly EditRowError[]
  readonly errors_truncated: boolean
}

/** What one chunk did. */
export interface EditCounts {
  changed: number
  unchanged: number
  failed: number
  errors: { readonly row: number; readonly id: string | null; readonly error: CatalogError }[]
}

/** The state of a job that has not begun. */
export function beginState(matched: number): EditState {
  return { position: 0, matched, changed: 0, unchanged: 0, failed: 0, errors: [], errors_truncated: false }
}

/** Throws where another has gone on with the job, or it has ended: the sender's chunk is then not written. */
export function assertAtCheckpoint(tx: WritableDb, jobId: string, checkpoint: object | undefined): void {
  if (!isAtCheckpoint(tx, jobId, checkpoint)) throw conflict(message('job.has_moved_on'))
}

/** The state after a chunk; the first hundred row errors are kept. */
export function addErrors(state: EditState, counts: EditCounts): EditState {
  const room = maxRowErrors - state.errors.length
  const errors = counts.errors.slice(0, room + 1).flatMap(toRowErrors)
  return {
    ...state,
    changed: state.changed + counts.changed,
    unchanged: state.unchanged + counts.unchanged,
    failed: state.failed + counts.failed,
    errors: [...state.errors, ...errors.slice(0, room)],
    errors_truncated: state.errors_truncated || errors.length > room || counts.errors.length > room,
  }
}

function toRowErrors({ row, id, error }: EditCounts['errors'][number]): EditRowError[] {
  const place = { row, id: id ?? '' }
  if (error.fieldErrors.length === 0) return [{ ...place, field: '', ...issueSentence(error.sentence) }]
  return error.fieldErrors.map((fault) => ({ ...place, field: fault.field, ...issueInWords(fault) }))
}

/** What the job tells at its end. */
export function toResult({ position: _position, ...counts }: EditState, editId: string): EditResult {
  return { edit_id: counts.changed > 0 ? editId : null, ...counts }
}
