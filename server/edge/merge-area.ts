import { mergeRoutes } from '#shared/routes/merging.ts'
import { area } from './area.ts'
import { requireMerging } from './may-merge.ts'

/** Entities merged into one of them: on the owner's surface, and for keys that may merge on the public API. */
export const mergeArea = area(mergeRoutes, {
  'POST /entities/merge': async ({ workspace, jobs, request, newWrite, services }) => {
    requireMerging(request, services, newWrite.body.type)
    const answer = await workspace.call('mergeEntities', newWrite)
    if (answer.status === 202) jobs.wake()
    return answer
  },
})
