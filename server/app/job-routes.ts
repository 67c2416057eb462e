import type { FastifyInstance } from 'fastify'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { readQuery } from '../edge/query-string.ts'
import { jobsOf, workspaceOf, writeContext } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'
import { refuseBody } from '../edge/structural-faults.ts'

type JobParams = { Params: { id: string } }

/** What the owner may do to jobs: to stop one, to try one again that has failed, and to take a whole import back. */
export async function jobRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))

  app.post<JobParams>('/jobs/:id/cancel', { schema: { summary: 'Cancel a job' } }, async (request, reply) => {
    const { id } = request.params
    const answer = await workspaceOf(request).call('cancelJob', { id })
    jobsOf(request).stop(id)
    return sendAnswer(reply, answer)
  })

  app.post<JobParams>(
    '/jobs/:id/retry',
    { schema: { summary: 'Try a failed job again' } },
    async (request, reply) => {
      const answer = await workspaceOf(request).call('retryJob', { id: request.params.id })
      jobsOf(request).wake()
      return sendAnswer(reply, answer)
    },
  )

  app.post<JobParams>(
    '/jobs/:id/undo',
    { schema: { summary: 'Take back a whole import' } },
    async (request, reply) => {
      const faults = [...readQuery(request).settle(), ...refuseBody(request)]
      const input = { id: request.params.id, faults, context: writeContext(request) }
      const answer = await workspaceOf(request).call('enqueueUndoImport', input)
      jobsOf(request).wake()
      return sendAnswer(reply, answer)
    },
  )
}
