import { duplicateRoutes } from '#shared/routes/duplicates.ts'
import { area } from '../../edge/area.ts'
import { readableTypes } from '../../edge/caller.ts'
import { readRunFilter, maySpend } from '../../edge/generation-run.ts'
import { callerOf, endOf } from '../../edge/request-context.ts'
import { requireScopeOf, requireMerging } from '../../edge/require-scopes.ts'
import { clusterRoutes } from '#shared/routes/clusters.ts'
import { findClustersFor } from '../../edge/find-clusters.ts'
import { readFilterText } from '../../edge/list-params.ts'

export const clusterArea = area(clusterRoutes, {
  'GET /quality/clusters': ({ workspace, request, query, paging, faults, client, services, reply }) => {
    requireScopeOf(request, 'read', query.type)
    const { filter, faults: wrong } = readFilterText(query.filter, 'filter')
    const asked = { ...paging, ...query, filter, faults: [...faults, ...wrong] }
    const { providers, models } = services
    const signal = endOf(reply)
    const asker = { workspace, client, providers, models, maySpend: maySpend(request, services), signal }
    return findClustersFor(asker, asked)
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
