import type { FastifyInstance, FastifyRequest } from 'fastify'
import { maxEditValues } from '#shared/edits.ts'
import { Edits } from '#shared/schemas/edits.ts'
import type { Answer } from '../../catalog/answer.ts'
import { checkNew } from '../../edge/check-write.ts'
import { readQuery } from '../../edge/query-string.ts'
import { jobsOf, workspaceOf, writeContext } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import { refuseBody } from '../../edge/structural-faults.ts'
import { refuseWithout, requireScopeOf } from '../type-scope.ts'

/** Many values in one transaction, and taking them back. The type stands in the body, and with it the scope. */
export async function editRoutes(app: FastifyInstance): Promise<void> {
  app.post(
    '/edits',
    {
      onRequest: refuseWithout('write'),
      schema: { summary: 'Write up to 10,000 values in one transaction', body: Edits },
      attachValidation: true,
    },
    (request, reply) => {
      const write = checkNew<Edits>(request)
      requireScopeOf(request, 'write', write.body.type)
      return sendAnswer(reply, workspaceOf(request).call('applyEdits', write))
    },
  )

  app.post<{ Params: { edit_id: string } }>(
    '/edits/:edit_id/undo',
    { onRequest: refuseWithout('write'), schema: { summary: 'Take back an edit or a bulk edit' } },
    (request, reply) => sendAnswer(reply, undo(request, request.params.edit_id)),
  )
}

/** A small edit is taken back at once, a large one by a job. */
async function undo(request: FastifyRequest, id: string): Promise<Answer> {
  const workspace = workspaceOf(request)
  const { type, values } = await workspace.call('describeEdit', { id })
  requireScopeOf(request, 'write', type)
  const input = {
    id,
    faults: [...readQuery(request).settle(), ...refuseBody(request)],
    context: writeContext(request),
  }
  if (values <= maxEditValues) return workspace.call('undoEdit', input)
  const answer = await workspace.call('enqueueUndo', input)
  jobsOf(request).wake()
  return answer
}
