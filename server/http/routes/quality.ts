import { entityTypes } from '#shared/entities.ts'
import { forEachType } from '#shared/routes/entity-types.ts'
import { qualityRoutes } from '#shared/routes/quality.ts'
import { qualityWorkRoutes } from '#shared/routes/quality-work.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { requireScopeOf } from '../../edge/require-scopes.ts'

/** Rules of quality, their findings, and the score. The type of a finding decides about the scope. */
export const qualityArea = area(qualityRoutes, {
  'GET /quality/rules': ({ workspace, query, faults, client }) =>
    workspace.call('listQualityRules', { ...query, faults }, client),

  'POST /quality/rules': ({ workspace, newWrite }) => workspace.call('createQualityRule', newWrite),

  'PATCH /quality/rules/{id}': ({ workspace, params, write }) =>
    workspace.call('updateQualityRule', { ...params, ...write }),

  'GET /quality/findings': ({ workspace, request, query, paging, faults, client }) => {
    requireScopeOf(request, 'read', query.type ?? 'product')
    return workspace.call('listFindings', { ...paging, ...query, faults }, client)
  },

  'GET /quality/summary': ({ workspace, request, query, faults, client }) => {
    requireScopeOf(request, 'read', query.type ?? 'product')
    return workspace.call('summarizeQuality', { ...query, faults }, client)
  },

  ...forEachType(
    entityTypes,
    'GET /{plural}/{id}/quality',
    (type) =>
      ({
        workspace,
        request,
        params,
        faults,
        client,
      }: Call<'GET /products/{id}/quality', (typeof qualityRoutes)['GET /products/{id}/quality']>) => {
        requireScopeOf(request, 'read', type)
        return workspace.call('readQuality', { type, ...params, faults }, client)
      },
  ),

  'POST /quality/findings/accept': ({ workspace, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    return workspace.call('acceptFinding', newWrite)
  },
})

export const qualityWorkArea = area(qualityWorkRoutes, {
  'POST /quality/checks': async ({ workspace, jobs, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    const answer = await workspace.call('enqueueChecks', newWrite)
    jobs.wake()
    return answer
  },

  'POST /quality/fix': async ({ workspace, jobs, request, newWrite, client }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    const { body, faults } = newWrite
    if (body.dry_run === true) return workspace.call('previewFix', { body, faults }, client)
    const answer = await workspace.call('fixValues', newWrite)
    if (answer.status === 202) jobs.wake()
    return answer
  },
})
