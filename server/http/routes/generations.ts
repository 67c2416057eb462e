import type { NewGeneration } from '#shared/generations.ts'
import type { ProviderKind } from '#shared/providers.ts'
import { generationRoutes } from '#shared/routes/generations.ts'
import { type Area, area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { parseListParams } from '../../edge/list-params.ts'
import { refuseMissing } from '../../edge/authenticate.ts'
import { callerOf, workspaceIdOf } from '../../edge/request-context.ts'
import { requireScopeOf } from '../../edge/type-scope.ts'
import { canSearchWeb } from '../../providers/model-call.ts'
import { isFree, priceOf } from '../../providers/prices.ts'

/** Runs that generate values: the provider is found here, for providers belong to no workspace. */
export const generationArea: Area = area(generationRoutes, {
  'POST /generations/estimate': async (call) => {
    const run = await readRun(call)
    return call.workspace.call('estimateGeneration', run, call.client)
  },

  'POST /generations': async (call) => {
    const run = await readRun(call)
    const { services, request, context, jobs } = call
    const maySpend =
      callerOf(request).kind === 'owner' ||
      services.settings.spendingOf(workspaceIdOf(request)).keys_may_spend
    const answer = await call.workspace.call('enqueueGeneration', { ...run, maySpend, context })
    jobs.wake()
    return answer
  },

  'GET /generations/spend': ({ workspace, query, faults }) =>
    workspace.call('readSpend', { ...query, faults }),
})

type RunKey = 'POST /generations'
type RunCall = Call<RunKey, (typeof generationRoutes)[RunKey | 'POST /generations/estimate']>

/** What a run is about, with its provider and what a call of that costs. */
async function readRun(call: RunCall) {
  const { body, faults: structural } = call.newWrite
  requireScopeOf(call.request, 'write', body.type)
  if (await readsSources(call, body)) refuseMissing(callerOf(call.request), ['read:sources'])
  const { list, faults } = readFilter(body)
  const row = call.services.providers.find(body.provider)
  const run = { body, list, faults: [...structural, ...faults] }
  // The catalog tells the other faults with it.
  if (!row) return { ...run, ...nobody, faults: [...run.faults, noProvider(body.provider)] }
  const model = body.model ?? row.models.text
  if (model === null) return { ...run, ...nobody, faults: [...run.faults, noModel(row.name)] }
  return {
    ...run,
    provider: { id: row.id, canSearchWeb: canSearchWeb(row.kind satisfies ProviderKind) },
    model,
    price: priceOf(row, model),
    isPaid: !isFree(row, model, 'text'),
  }
}

const nobody = { provider: { id: '', canSearchWeb: false }, model: '', price: null, isPaid: false }

function noProvider(name: string | undefined) {
  const message =
    name === undefined
      ? 'There is no provider of models yet. Add one in the app under Providers, or with vitrine provider add; a local model such as Ollama costs nothing.'
      : `There is no provider ${JSON.stringify(name)}. The owner lists them with vitrine provider list.`
  return { field: 'provider', issue: 'no_provider', message }
}

function noModel(name: string) {
  const message = `${name} names no model for texts. Send model, or say in the provider which one to take.`
  return { field: 'model', issue: 'required', message }
}

/** A filter is the query string of a list, or its JSON with groups. */
function readFilter({ filter, filter_join: join }: Partial<NewGeneration>) {
  if (filter === undefined) return { list: undefined, faults: [] }
  const text = typeof filter === 'string' ? filter.trim() : JSON.stringify(filter)
  const parameters = new URLSearchParams(text.startsWith('{') ? { filter: text } : text)
  if (join !== undefined) parameters.set('filter_join', join)
  const query = Object.fromEntries(
    [...new Set(parameters.keys())].map((key) => [key, parameters.getAll(key)]),
  )
  const { request, faults } = parseListParams(query, '')
  const { clauses, tree, q } = request
  return {
    list: { clauses, join: request.join, ...(tree && { tree }), ...(q !== undefined && { q }) },
    faults,
  }
}

async function readsSources({ workspace }: RunCall, { type, attributes = [] }: Partial<NewGeneration>) {
  return workspace.call('readsSources', { type: type ?? '', attributes })
}
