import type { FastifyInstance } from 'fastify'
import { BulkEdit } from '#shared/schemas/edits.ts'
import { checkNew } from '../../edge/check-write.ts'
import { jobsOf, workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import { refuseWithout, requireScopeOf } from '../type-scope.ts'

/** One change to everything that matches a filter, worked off by a job. */
export async function bulkEditRoutes(app: FastifyInstance): Promise<void> {
  app.post(
    '/bulk-edits',
    {
      onRequest: refuseWithout('write'),
      schema: { summary: 'Change everything that matches a filter', body: BulkEdit },
      attachValidation: true,
    },
    async (request, reply) => {
      const write = checkNew<Partial<BulkEdit>>(request)
      requireScopeOf(request, 'write', write.body.type)
      const answer = await workspaceOf(request).call('enqueueBulkEdit', write)
      jobsOf(request).wake()
      return sendAnswer(reply, answer)
    },
  )
}
