import { jobControlRoutes } from '#shared/routes/job-control.ts'
import { area } from '../edge/area.ts'
import { refuseBody } from '../edge/structural-faults.ts'

/** What the owner may do to jobs: to stop one, to try one again that has failed, and to take a whole import back. */
export const jobControlArea = area(jobControlRoutes, {
  'POST /jobs/{id}/cancel': async ({ workspace, jobs, params }) => {
    const answer = await workspace.call('cancelJob', params)
    jobs.stop(params.id.toLowerCase())
    return answer
  },

  'POST /jobs/{id}/retry': async ({ workspace, jobs, params }) => {
    const answer = await workspace.call('retryJob', params)
    jobs.wake()
    return answer
  },

  'POST /jobs/{id}/undo': async ({ workspace, jobs, params, faults, context, request }) => {
    const input = { ...params, faults: [...faults, ...refuseBody(request)], context }
    const answer = await workspace.call('enqueueUndoImport', input)
    jobs.wake()
    return answer
  },
})
