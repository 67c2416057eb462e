import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NewView, ViewCopy, ViewPatch } from '#shared/schemas/views.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { checkNew, checkWrite } from '../edge/check-write.ts'
import { readQuery } from '../edge/query-string.ts'
import { workspaceOf } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'

type ViewRequest = FastifyRequest<{ Params: { id: string } }>

/** The saved views of the grid, which the owner's app keeps in the workspace. */
export async function viewRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))

  app.get('/views', { schema: { summary: 'List saved views' } }, (request, reply) => {
    const query = readQuery(request)
    const type = query.takeOne('type')
    return sendAnswer(reply, workspaceOf(request).call('listViews', { type, faults: query.settle() }))
  })

  app.post(
    '/views',
    { schema: { summary: 'Save a view', body: NewView }, attachValidation: true },
    (request, reply) =>
      sendAnswer(reply, workspaceOf(request).call('createView', checkNew<NewView>(request))),
  )

  app.patch(
    '/views/:id',
    { schema: { summary: 'Change a view', body: ViewPatch }, attachValidation: true },
    (request: ViewRequest, reply) => {
      const input = { id: request.params.id, ...checkWrite<Partial<ViewPatch>>(request) }
      return sendAnswer(reply, workspaceOf(request).call('updateView', input))
    },
  )

  app.post(
    '/views/:id/duplicate',
    { schema: { summary: 'Duplicate a view', body: ViewCopy }, attachValidation: true },
    (request: ViewRequest, reply) => {
      const input = { id: request.params.id, ...checkWrite<Partial<ViewCopy>>(request) }
      return sendAnswer(reply, workspaceOf(request).call('duplicateView', input))
    },
  )

  app.delete('/views/:id', { schema: { summary: 'Delete a view' } }, (request: ViewRequest, reply) => {
    const input = { id: request.params.id, faults: readQuery(request).settle() }
    return sendAnswer(reply, workspaceOf(request).call('deleteView', input))
  })
}
