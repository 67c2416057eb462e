import type { FieldError } from '#shared/errors.ts'
import type { Answer } from '../answer.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkUndoImport, type UndoImportInput } from '../imports/undo-import.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { requireOwn } from '../edits/own-steps.ts'
import { contextOfJob, enqueueJob } from './queue.ts'

export interface UndoImport {
  readonly id: string
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Queues the undo of a whole import: 202 with the job. */
export function enqueueUndoImport(tx: WritableDb, { id, faults, context }: UndoImport): Answer {
  const { job, changes } = checkUndoImport(tx, { id, faults })
  const { actor } = contextOfJob(tx, job)
  requireOwn(actor ? [actor] : [], context)
  const editId = nextIdentity(tx).uuid
  const input: UndoImportInput = { import: job, changes, edit_id: editId, context }
  const metadata = { workflow: 'undo_import', via: context.via, undoes: job, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'undo_import', input, metadata })
}
