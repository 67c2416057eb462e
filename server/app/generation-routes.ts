import { dataTypeTraits, holdsReferences } from '#shared/attributes.ts'
import { generationTryRoutes } from '#shared/routes/generations.ts'
import type { NewTry, TryOutcome } from '#shared/schemas/generations.ts'
import { costOf, type NotedCalls } from '../catalog/generation-runs/call-cost.ts'
import type { AskableTry } from '../catalog/generation-runs/plan-tries.ts'
import { rateLimited } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { endOf } from '../edge/request-context.ts'
import { type ProvidedRun, provideRun } from '../edge/generation-run.ts'
import type { Services } from '../edge/services.ts'
import type { FieldError } from '#shared/errors.ts'
import { asMessage, message, type Sentence } from '#shared/messages/message.ts'
import type { ValueTry, TryRequest } from '../jobs/generation/try-value.ts'
import { ModelCallError } from '../providers/model-call.ts'
import type { CalledThreads } from '../threads/pool.ts'
import { providerRoutes } from '#shared/routes/providers.ts'

const timeoutMs = 120_000
const maxAtOnce = 3
const retryAfterSeconds = 10

/** The providers of models. No answer contains a key. */
export const providerArea = area(providerRoutes, {
  'GET /providers': ({ services: { providers } }) => ({ data: providers.list() }),

  'POST /providers': async (call) => ({ data: await call.services.providers.create(call.checkedBody()) }),

  'PATCH /providers/{id}': async (call) => {
    const { providers } = call.services
    const { id } = providers.known(call.params.id)
    return { data: await providers.change(id, call.checkedBody()) }
  },

  'DELETE /providers/{id}': async ({ params, services }) => ({
    data: await services.providers.delete(params.id),
  }),

  'POST /providers/{id}/test': async ({ params, services, workspaceId }) => {
    // Throws for an unknown workspace.
    const threads = workspaceId === '' ? undefined : await services.workspaces.get(workspaceId)
    const note = threads && ((calls: NotedCalls) => threads.call('noteCalls', calls))
    return { data: await services.providers.test(params.id, note) }
  },
})

export const generationTryArea = area(generationTryRoutes, () => {
  let running = 0
  return {
    'POST /generation-tries/estimate': ({ newWrite: { body, faults }, services, workspace, client }) => {
      const run = provideTry(services, body, faults)
      const tried = { ...definitionOf(run, body), ids: body.ids ?? [] }
      const asked = { provider: run.provider.id, model: run.models[wished] }
      return workspace.call('estimateTries', { ...tried, ...asked }, client)
    },

    'POST /generation-tries': async ({ newWrite: { body, faults }, services, workspace, reply }) => {
      if (running >= maxAtOnce) throw rateLimited(message('generation.too_many_tries'), retryAfterSeconds)
      running += 1
      try {
        const run = provideTry(services, body, faults)
        const planned = await workspace.call('planTry', { ...definitionOf(run, body), id: body.id ?? '' })
        const attempt = { services, workspace, run, planned, signal: endOf(reply) }
        return { data: planned.skip === null ? await ask(attempt, body.budget) : answerOf(planned) }
      } finally {
        running -= 1
      }
    },
  }
})

type TryBody = Partial<Pick<NewTry, 'type' | 'key' | 'definition' | 'provider' | 'model'>>

const wished = 'tried'

function provideTry(
  { providers }: Services,
  { provider, model, definition }: TryBody,
  faults: readonly FieldError[],
): ProvidedRun {
  const wish = {
    key: wished,
    medium: 'text',
    model: definition?.generation_model ?? null,
    known: null,
  } as const
  const body = { ...(provider && { provider }), ...(model && { model }) }
  return provideRun(providers, { body, wishes: [wish], faults })
}

function definitionOf({ faults, provider }: ProvidedRun, { type, key, definition }: TryBody) {
  const body = { type: type ?? '', key, definition: definition ?? {} }
  return { body, faults, canSearchWeb: provider.canSearchWeb }
}

interface Attempt {
  readonly services: Services
  readonly workspace: CalledThreads
  readonly run: ProvidedRun
  readonly planned: AskableTry
  readonly signal: AbortSignal
}

/** Notes the call before it is made and settles it afterwards, whatever its outcome. */
async function ask(
  { services, workspace, run, planned, signal }: Attempt,
  budget = Infinity,
): Promise<TryOutcome> {
  const access = await openAccess(services, run, workspace)
  if ('refusal' in access) return { ...answerOf(planned), status: 'failed', ...asMessage(access.refusal) }
  const { model, medium, price } = access.model
  const named = { provider: run.provider.id, model }
  const reserved = costOf(price, medium, planned.most) ?? 0
  if (reserved > budget) return { ...answerOf(planned), skip: 'budget_reached' }
  const [reservation = 0] = await workspace.call('reserveCalls', {
    reservations: [{ job: null, ...named, reserved }],
  })
  let tried: ValueTry = { outcome: null, calls: [] }
  try {
    const { files } = planned
    const request = { planned, ...access, provider: run.provider.id, files, timeoutMs }
    tried = await services.models.tryValue(request, signal)
  } finally {
    await workspace.call('settleTry', { reservation, ...named, calls: tried.calls })
  }
  return answerOf(planned, tried)
}

type Access = Pick<TryRequest, 'called' | 'model'> | { readonly refusal: Sentence }

async function openAccess(
  { providers }: Services,
  run: ProvidedRun,
  workspace: CalledThreads,
): Promise<Access> {
  const model = run.models[wished]
  if (!model) throw new Error('A try without a model is refused before it is asked.')
  const row = providers.known(run.provider.id)
  try {
    const structuredOutput = await providers.structuredOutputOf(row, model.model, (calls) =>
      workspace.call('noteCalls', calls),
    )
    return { called: await providers.forCall(row.id), model: { ...model, structuredOutput } }
  } catch (error) {
    if (error instanceof ModelCallError) return { refusal: error.sentence }
    throw error
  }
}

function answerOf(
  planned: AskableTry,
  { outcome, calls }: ValueTry = { outcome: null, calls: [] },
): TryOutcome {
  const { id, label, skip, prompt } = planned
  const costs = calls.map(({ cost }) => cost)
  const result = {
    id,
    label,
    skip,
    value: null,
    evidence: [],
    note: null,
    message: null,
    tokens: { input: sum(calls.map(({ input }) => input)), output: sum(calls.map(({ output }) => output)) },
    cost: costs.includes(null) ? null : sum(costs.map((cost) => cost ?? 0)),
    prompt: prompt.prompt,
  }
  if (!outcome || outcome.kind === 'skipped') return { ...result, status: 'skipped' }
  if (outcome.kind === 'not_stated') return { ...result, status: 'not_stated' }
  if (outcome.kind === 'failed') return { ...result, status: 'failed', ...asMessage(outcome.sentence) }
  const { value, evidence, note } = outcome.answer
  return {
    ...result,
    status: 'value',
    value: shown(planned, value),
    evidence: [...evidence],
    note,
  }
}

function shown({ definition, context: { labels } }: AskableTry, value: unknown): unknown {
  const { reference, data_type: dataType } = definition
  if (!holdsReferences(dataTypeTraits[dataType]) || !reference?.type) return value
  const stub = (id: unknown) => ({
    id,
    type: reference.type,
    label: labels.find((known) => known.id === id)?.label ?? null,
  })
  return Array.isArray(value) ? value.map(stub) : stub(value)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
