import type { FastifyInstance } from 'fastify'
import { EmptyTrash, MoveToTrash, RestoreFromTrash } from '#shared/schemas/trash.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { checkNew } from '../edge/check-write.ts'
import { takePaging } from '../edge/list-params.ts'
import { readQuery } from '../edge/query-string.ts'
import { workspaceOf } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'

/** The trash, which only the owner of the catalog fills and empties (decisions, Trash). */
export async function trashRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))

  app.get('/trash', { schema: { summary: 'List the trash, newest first' } }, (request, reply) => {
    const query = readQuery(request)
    const type = query.takeOne('type')
    const input = { type, ...takePaging(query), faults: query.settle() }
    return sendAnswer(reply, workspaceOf(request).call('listTrash', input))
  })

  app.post(
    '/trash',
    { schema: { summary: 'Move entities to the trash', body: MoveToTrash }, attachValidation: true },
    (request, reply) =>
      sendAnswer(reply, workspaceOf(request).call('trashEntities', checkNew<MoveToTrash>(request))),
  )

  app.post(
    '/trash/restore',
    { schema: { summary: 'Bring entities back', body: RestoreFromTrash }, attachValidation: true },
    (request, reply) =>
      sendAnswer(reply, workspaceOf(request).call('restoreEntities', checkNew<RestoreFromTrash>(request))),
  )

  app.post(
    '/trash/empty',
    { schema: { summary: 'Remove from the trash for good', body: EmptyTrash }, attachValidation: true },
    (request, reply) =>
      sendAnswer(reply, workspaceOf(request).call('emptyTrash', checkNew<EmptyTrash>(request))),
  )
}
