import type { BulkEdit } from '#shared/edits.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Answer } from '../answer.ts'
import { type BulkEditInput, checkBulkEdit } from '../edits/bulk-edit.ts'
import type { UndoInput } from '../edits/undo-chunk.ts'
import { startUndo, type UndoEdit } from '../edits/undo-edit.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { enqueueJob } from './queue.ts'

export interface EnqueueBulkEdit {
  readonly body: Partial<BulkEdit>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Queues a bulk edit: 202 with the job, whose metadata names the `edit_id` to undo it by; a dry run has none. */
export function enqueueBulkEdit(tx: WritableDb, request: EnqueueBulkEdit): Answer {
  const { body, faults, context } = request
  const change = checkBulkEdit(tx, body, faults)
  const editId = nextIdentity(tx).uuid
  const uuid = nextIdentity(tx).uuid
  const told = { workflow: 'bulk_edit', via: context.via, type: change.type }
  const input: BulkEditInput = { change, edit_id: editId, context }
  if (change.dry_run !== true)
    return enqueueJob(tx, { uuid, name: 'bulk_edit', input, metadata: { ...told, edit_id: editId } })
  return enqueueJob(tx, { uuid, name: 'bulk_edit', input, metadata: { ...told, dry_run: true } })
}

/** Queues the undo of a large edit: 202 with the job. */
export function enqueueUndo(tx: WritableDb, { id, faults, context }: UndoEdit): Answer {
  const { type, entities, isMerge } = startUndo(tx, { id, faults, context })
  const editId = nextIdentity(tx).uuid
  const edit = id.toLowerCase()
  const input: UndoInput = { type, edit, entities, is_merge: isMerge, edit_id: editId, context }
  const metadata = { workflow: 'undo_edit', via: context.via, type, undoes: edit, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'undo_edit', input, metadata })
}
