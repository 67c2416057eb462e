import type { Provider } from '#shared/providers.ts'
import type { Answer } from '../answer.ts'
import { CatalogError, validationFailed } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkRun, type RunRequest, type SentRun } from '../generation-runs/run-request.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { enqueueJob } from './queue.ts'

/** What a run was asked to do; the input of its job. */
export interface GenerationInput {
  readonly request: RunRequest
  readonly provider: string
  readonly model: string
  /** In dollars; null where nothing is paid. */
  readonly budget: number | null
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface EnqueueGeneration extends SentRun {
  readonly provider: Pick<Provider, 'id'>
  readonly model: string
  /** Whether its calls cost something. */
  readonly isPaid: boolean
  /** Whether whoever asks may spend. */
  readonly maySpend: boolean
  readonly context: WriteContext
}

/** Queues a run: 202 with the job. One that costs needs a budget, and of a key the leave of the owner. */
export function enqueueGeneration(tx: WritableDb, asked: EnqueueGeneration): Answer {
  const { body, provider, model, context, isPaid } = asked
  const request = checkRun(tx, asked)
  const budget = body.budget ?? null
  if (isPaid && !asked.maySpend) throw mayNotSpend()
  if (isPaid && budget === null) throw validationFailed([{ field: 'budget', issue: 'budget_required' }])
  const editId = nextIdentity(tx).uuid
  const input: GenerationInput = { request, provider: provider.id, model, budget, edit_id: editId, context }
  const { type, attributes, mode } = request
  const metadata = {
    workflow: 'generation',
    via: context.via,
    type,
    attributes,
    mode,
    provider: provider.id,
    model,
    budget,
    edit_id: editId,
  }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'generation', input, metadata })
}

function mayNotSpend(): CatalogError {
  return new CatalogError(
    'forbidden',
    'Keys may not start runs that cost something in this workspace. The owner can allow it in the settings, or name a provider that costs nothing.',
  )
}
