import type { FastifyInstance } from 'fastify'
import { notFound } from '../catalog/errors.ts'
import { authenticateOwner, chooseWorkspace } from '../http/authenticate.ts'
import { acceptJsonLeniently } from '../http/body-parser.ts'
import { refuseBadPath } from '../http/path-encoding.ts'
import { jobsOf, workspaceOf } from '../http/request-context.ts'
import { sendAnswer } from '../http/send-answer.ts'
import type { Services } from '../http/services.ts'
import { keyRoutes } from './key-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

/** The owner's surface: what the public API must not do. The session credential opens it, an API key never does. */
export async function ownerRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.setNotFoundHandler(() => {
    throw notFound('This path or method')
  })
  app.addHook('onRequest', (request) => authenticateOwner(request, services))
  app.addHook('onRequest', async (request) => {
    refuseBadPath(request)
    if (request.is404) throw notFound('This path or method')
  })
  acceptJsonLeniently(app)

  app.get('/session', async () => ({
    data: {
      version: services.version,
      origin: services.address().origin,
      workspaces: await services.workspaces.list(),
    },
  }))
  app.register(workspaceRoutes, services)
  app.register(keyRoutes, services)

  app.post<{ Params: { id: string } }>(
    '/jobs/:id/cancel',
    { onRequest: (request) => chooseWorkspace(request, services) },
    async (request, reply) => {
      const { id } = request.params
      const answer = await workspaceOf(request).call('cancelJob', { id })
      jobsOf(request).stop(id)
      return sendAnswer(reply, Promise.resolve(answer))
    },
  )
}
