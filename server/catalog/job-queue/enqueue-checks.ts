import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import type { Answer } from '../answer.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findType } from '../quality/asked-rules.ts'
import { enqueueJob } from './queue.ts'

interface EnqueueChecks {
  readonly body: { readonly type?: string }
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** What a job of checks was asked for. */
interface ChecksInput {
  readonly type: EntityType
  readonly context: Omit<WriteContext, 'job_id'>
}

/** Queues the checks of a type that take a job: 202. */
export function enqueueChecks(tx: WritableDb, { body, faults: structural, context }: EnqueueChecks): Answer {
  const faults = new Faults(structural)
  const type = findType(body.type, faults)
  faults.throwIfAny()
  const input: ChecksInput = { type, context }
  const metadata = { workflow: 'quality_check', via: context.via, type }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'quality_check', input, metadata })
}
