import { duplicateRoutes } from '#shared/routes/duplicates.ts'
import { area } from '../../edge/area.ts'
import { readableTypes } from '../../edge/caller.ts'
import { readRunFilter } from '../../edge/generation-run.ts'
import { callerOf } from '../../edge/request-context.ts'
import { requireScopeOf } from '../../edge/type-scope.ts'

/** Entities that may be one: the search, what it found, and what somebody says of it. */
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
