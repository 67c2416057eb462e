import { entityTypes } from '#shared/entities.ts'
import { forEachType } from '#shared/routes/parameters.ts'
import { qualityRoutes } from '#shared/routes/quality.ts'
import { qualityWorkRoutes } from '#shared/routes/quality-work.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { requireScopeOf, requireMerging } from '../../edge/require-rights.ts'
import { duplicateRoutes } from '#shared/routes/duplicates.ts'
import { readableTypes } from '../../edge/caller.ts'
import { readRunFilter, maySpend } from '../../edge/generation-run.ts'
import { callerOf, endOf } from '../../edge/request-context.ts'
import { similarValuesRoutes } from '#shared/routes/similar-values.ts'
import { findSimilarValuesFor } from '../../edge/find-similar-values.ts'
import { readFilterText } from '../../edge/list-params.ts'

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

export const similarValuesArea = area(similarValuesRoutes, {
  'GET /quality/clusters': ({ workspace, request, query, paging, faults, client, services, reply }) => {
    requireScopeOf(request, 'read', query.type)
    const { filter, faults: wrong } = readFilterText(query.filter, 'filter')
    const asked = { ...paging, ...query, filter, faults: [...faults, ...wrong] }
    const { providers, models } = services
    const signal = endOf(reply)
    const asker = { workspace, client, providers, models, maySpend: maySpend(request, services), signal }
    return findSimilarValuesFor(asker, asked)
  },

  // A reader finds the changes; few entities are changed at once, more by a job.
  'POST /quality/clusters/merge': async ({ workspace, jobs, request, newWrite, client, services }) => {
    const { body, context } = newWrite
    requireScopeOf(request, 'write', body.type)
    const { filter, faults: wrong } = readFilterText(body.filter, 'filter')
    const sent = { body, filter, faults: [...newWrite.faults, ...wrong] }
    const preview = await workspace.call('previewClusterMerge', sent, client)
    if (body.dry_run === true) return { data: preview.result }
    if (preview.isNamed) requireMerging(request, services, body.type)
    if (preview.ids) return workspace.call('mergeClusters', { ...sent, preview, context })
    const merge = { ...sent, context }
    const answer = preview.isNamed
      ? await workspace.call('mergeNamedClusters', merge)
      : await workspace.call('enqueueClusterMerge', merge)
    if (answer.status === 202) jobs.wake()
    return answer
  },
})

export const duplicateArea = area(duplicateRoutes, {
  'POST /duplicates': async ({ workspace, jobs, request, newWrite }) => {
    const { body, faults, context } = newWrite
    requireScopeOf(request, 'write', body.type)
    const { list, faults: wrong } = readRunFilter(body)
    const answer = await workspace.call('enqueueDuplicates', {
      body,
      list,
      faults: [...faults, ...wrong],
      context,
    })
    jobs.wake()
    return answer
  },

  'GET /duplicates': ({ workspace, request, query: { type, ...query }, paging, faults, client }) => {
    requireScopeOf(request, 'read', type)
    const readable = readableTypes(callerOf(request))
    const types = readable.filter((one) => type === undefined || one === type)
    return workspace.call('listDuplicates', { ...paging, ...query, type, types, faults }, client)
  },

  'PATCH /duplicates/{id}': async ({ workspace, request, params, write }) => {
    requireScopeOf(request, 'write', await workspace.call('findDuplicateType', params))
    return workspace.call('decideDuplicate', { ...params, ...write })
  },
})
