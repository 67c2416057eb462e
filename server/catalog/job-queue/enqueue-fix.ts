import { maxEditValues } from '#shared/edits.ts'
import type { FieldError } from '#shared/errors.ts'
import type { QualityFix } from '#shared/quality.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import type { WriteContext } from '../events/record-event.ts'
import {
  beginFix,
  checkFix,
  type FixInput,
  fixSome,
  listFixIds,
  toFixResult,
  unitOfFix,
} from '../quality/fix-values.ts'
import { enqueueJob } from './queue.ts'

interface FixValues {
  readonly body: Partial<QualityFix>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Mends the values of an attribute: 200 with what it came to, of many 202 with a job of the same result. */
export function fixValues(tx: WritableDb, { body, faults, context }: FixValues): Answer {
  const request = checkFix(tx, body, faults)
  const ids = listFixIds(tx, request)
  const editId = nextIdentity(tx).uuid
  const input: FixInput = { ...request, unit: unitOfFix(tx, request), edit_id: editId, context }
  if (ids.length <= maxEditValues) {
    const state = fixSome(tx, input, beginFix(ids.length), ids, { ...context, edit_id: editId })
    return dataAnswer(200, JSON.stringify(toFixResult(state, editId)))
  }
  const metadata = { workflow: 'quality_fix', via: context.via, type: request.type, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'quality_fix', input, metadata })
}
