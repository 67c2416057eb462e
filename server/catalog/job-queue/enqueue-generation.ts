import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import type { Answer } from '../answer.ts'
import { CatalogError, validationFailed } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { isPriced } from '../generation-runs/call-cost.ts'
import { checkRun, type RunRequest, type SentRun } from '../generation-runs/run-request.ts'
import type { ValueModels } from '../generation-runs/value-models.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { enqueueJob } from './queue.ts'

export interface GenerationInput {
  readonly request: RunRequest
  readonly provider: string
  readonly budget: number | null
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface EnqueueGeneration extends SentRun {
  readonly provider: { readonly id: string; readonly name: string }
  readonly model: string
  readonly models: ValueModels
  readonly maySpend: boolean
  readonly context: WriteContext
  readonly auto?: { readonly since: number; readonly until: number }
}

/**
 * Queues a run: 202 with the job. A paid run requires a known price and a budget, and a key requires the
 * owner's permission.
 */
export function enqueueGeneration(tx: WritableDb, asked: EnqueueGeneration): Answer {
  const { body, provider, model, models, context } = asked
  const request = checkRun(viewFor(tx, context.role), asked)
  const budget = body.budget ?? null
  requireLeave(asked)
  const editId = nextIdentity(tx).uuid
  const input: GenerationInput = { request, provider: provider.id, budget, edit_id: editId, context }
  const { type, attributes, mode } = request
  const metadata = {
    workflow: 'generation',
    via: context.via,
    type,
    attributes,
    mode,
    provider: provider.id,
    model,
    models: Object.fromEntries(Object.entries(models).map(([key, made]) => [key, toNamed(made)])),
    budget,
    edit_id: editId,
    ...(asked.auto && { auto: asked.auto }),
  }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'generation', input, metadata })
}

function toNamed({ medium, model }: ValueModels[string]): Pick<ValueModels[string], 'medium' | 'model'> {
  return { medium, model }
}

/** A budget cannot be kept when the price of a call is unknown. */
function requireLeave({ body, provider, models, maySpend }: EnqueueGeneration): void {
  const paid = Object.values(models).filter(({ isPaid }) => isPaid)
  if (paid.length === 0) return
  if (!maySpend) throw mayNotSpend()
  const faults: FieldError[] = []
  if (body.budget === undefined || body.budget === null)
    faults.push({ field: 'budget', issue: 'budget_required' })
  const unknown = paid.find(({ price, medium }) => !isPriced(price, medium))
  if (unknown) faults.push(priceNotKnown(provider.name, unknown.model))
  if (faults.length > 0) throw validationFailed(faults)
}

function priceNotKnown(provider: string, model: string): FieldError {
  const sentence = message('provider.price_unknown', { model, provider })
  return { field: 'provider', issue: 'price_not_known', ...sentence }
}

function mayNotSpend(): CatalogError {
  return new CatalogError(
    'forbidden',
    'Keys may not start runs that cost something in this workspace. The owner can allow it in the settings, or name a provider that costs nothing.',
  )
}
