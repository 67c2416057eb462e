import { generationRoutes } from '#shared/routes/generations.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { maySpend, provideRun, readRunFilter } from '../../edge/generation-run.ts'
import { callerOf } from '../../edge/request-context.ts'
import { requireScopeOf, refuseMissing } from '../../edge/require-rights.ts'
import { entityTypes } from '#shared/entities.ts'
import { forEachType } from '#shared/routes/parameters.ts'
import { proposalRoutes } from '#shared/routes/proposals.ts'
import { missingScopes } from '../../edge/caller.ts'

type ProvenanceKey = 'GET /products/{id}/provenance'
type ProvenanceCall = Call<ProvenanceKey, (typeof proposalRoutes)[ProvenanceKey]>

/**
 * Proposed values, decisions about them and their origin. The request names the type, and with it the
 * scope.
 */
export const proposalArea = area(proposalRoutes, {
  'GET /proposals': ({ workspace, request, query, paging, faults, client }) => {
    requireScopeOf(request, 'read', query.type)
    const { list, faults: wrong } = readFilter(query)
    return workspace.call(
      'listProposals',
      { ...paging, ...query, list, faults: [...faults, ...wrong] },
      client,
    )
  },

  'POST /proposals': ({ workspace, request, newWrite }) => {
    requireScopeOf(request, 'propose', newWrite.body.type)
    const mayReadSources = missingScopes(callerOf(request), ['read:sources']).length === 0
    return workspace.call('proposeValues', { ...newWrite, mayReadSources })
  },

  // Few are decided at once; a job decides more than fit into one transaction.
  'POST /proposals/decide': async ({ workspace, jobs, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    const { list, faults: wrong } = readFilter(newWrite.body.where ?? {})
    const faults = [...newWrite.faults, ...wrong]
    const answer = await workspace.call('decideProposals', { ...newWrite, list, faults })
    if (answer.status === 202) jobs.wake()
    return answer
  },

  ...forEachType(
    entityTypes,
    'GET /{plural}/{id}/provenance',
    (type) =>
      ({ workspace, params, faults, client }: ProvenanceCall) =>
        workspace.call('readProvenance', { type, ...params, faults }, client),
  ),
})

function readFilter({ filter, filter_join: join }: Parameters<typeof readRunFilter>[0]) {
  return readRunFilter({ filter: filter ?? (join === undefined ? undefined : ''), filter_join: join })
}

export const generationArea = area(generationRoutes, {
  'POST /generations/estimate': async (call) =>
    call.workspace.call('estimateGeneration', await readRun(call), call.client),

  'POST /generations': async (call) => {
    const run = await readRun(call)
    const leave = { maySpend: maySpend(call.request, call.services), context: call.context }
    const answer = await call.workspace.call('enqueueGeneration', { ...run, ...leave })
    call.jobs.wake()
    return answer
  },

  'GET /generations/spend': ({ workspace, query, faults }) =>
    workspace.call('readSpend', { ...query, faults }),
})

type RunKey = 'POST /generations'
type RunCall = Call<RunKey, (typeof generationRoutes)[RunKey | 'POST /generations/estimate']>

async function readRun({ newWrite: { body, faults }, request, workspace, services }: RunCall) {
  requireScopeOf(request, 'write', body.type)
  const { readsSources, wishes } = await workspace.call('readGenerationNeeds', body)
  if (readsSources) refuseMissing(callerOf(request), ['read:sources'])
  return provideRun(services.providers, { body, wishes, faults })
}
