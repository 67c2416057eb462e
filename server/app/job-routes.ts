import type { FastifyInstance } from 'fastify'
import { chooseWorkspace } from '../http/authenticate.ts'
import { jobsOf, workspaceOf } from '../http/request-context.ts'
import { sendAnswer } from '../http/send-answer.ts'
import type { Services } from '../http/services.ts'

/** What the owner may do to jobs: to stop one, and to try one again that has failed. */
export async function jobRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/jobs/:id/cancel',
    { schema: { summary: 'Cancel a job' }, onRequest: chooseWorkspace(services) },
    async (request, reply) => {
      const { id } = request.params
      const answer = await workspaceOf(request).call('cancelJob', { id })
      jobsOf(request).stop(id)
      return sendAnswer(reply, answer)
    },
  )

  app.post<{ Params: { id: string } }>(
    '/jobs/:id/retry',
    { schema: { summary: 'Try a failed job again' }, onRequest: chooseWorkspace(services) },
    async (request, reply) => {
      const answer = await workspaceOf(request).call('retryJob', { id: request.params.id })
      jobsOf(request).wake()
      return sendAnswer(reply, answer)
    },
  )
}
