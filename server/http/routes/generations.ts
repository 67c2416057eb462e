import { generationRoutes } from '#shared/routes/generations.ts'
import { area } from '../../edge/area.ts'
import { refuseMissing } from '../../edge/authenticate.ts'
import type { Call } from '../../edge/call.ts'
import { maySpend, provideRun } from '../../edge/generation-run.ts'
import { callerOf } from '../../edge/request-context.ts'
import { requireScopeOf } from '../../edge/type-scope.ts'

/** Runs that generate values, what they would cost, and what was spent. */
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
  const { type, attributes } = body
  const { readsSources, wishes } = await workspace.call('readGenerationNeeds', { type, attributes })
  if (readsSources) refuseMissing(callerOf(request), ['read:sources'])
  return provideRun(services.providers, { body, wishes, faults })
}
