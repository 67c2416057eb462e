import type { FastifyInstance } from 'fastify'
import { validationFailed } from '../../catalog/errors.ts'
import { takePaging } from '../../edge/list-params.ts'
import { readQuery } from '../../edge/query-string.ts'
import { workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'

/** Polling of asynchronous jobs. */
export async function jobRoutes(app: FastifyInstance): Promise<void> {
  const config = { scopes: ['read:jobs'] } as const

  app.get('/jobs', { config, schema: { summary: 'List jobs, newest first' } }, (request, reply) => {
    const query = readQuery(request)
    const status = query.takeOne('status')
    const name = query.takeOne('name')
    const input = { ...takePaging(query), status, name, faults: query.settle() }
    return sendAnswer(reply, workspaceOf(request).call('listJobs', input))
  })

  app.get<{ Params: { id: string } }>(
    '/jobs/:id',
    { config, schema: { summary: 'Read one job' } },
    async (request, reply) => {
      const faults = readQuery(request).settle()
      const answer = await workspaceOf(request).call('getJob', { id: request.params.id })
      if (faults.length > 0) throw validationFailed(faults)
      return sendAnswer(reply, answer)
    },
  )
}
