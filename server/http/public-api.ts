import type { FastifyInstance } from 'fastify'
import { CatalogError, notFound } from '../catalog/errors.ts'
import { authenticate, chooseWorkspace, requireScopes } from './authenticate.ts'
import { acceptJsonLeniently } from './body-parser.ts'
import { refuseBadPath } from './path-encoding.ts'
import { attributeRoutes } from './routes/attributes.ts'
import { batchRoutes } from './routes/batch.ts'
import { entityRoutes } from './routes/entities.ts'
import { eventRoutes } from './routes/events.ts'
import { importRoutes } from './routes/imports.ts'
import { jobRoutes } from './routes/jobs.ts'
import type { Services } from './services.ts'

/**
 * Everything under the API root. The order of the hooks is the order of answers (decisions, reading 12): key, path, DELETE,
 * scope; the entity, faults and conflicts are the catalog's.
 */
export async function publicApi(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.setNotFoundHandler(answerUnknownPath)
  app.addHook('onRequest', (request) => authenticate(request, services))
  app.addHook('onRequest', async (request) => {
    if (request.is404) answerUnknownPath(request)
    if (request.method === 'DELETE') throw deletesDisabled()
    requireScopes(request)
    refuseBadPath(request)
  })
  app.addHook('onRequest', (request) => chooseWorkspace(request, services))
  acceptJsonLeniently(app)
  knowDeleteOnEveryPath(app)

  app.register(entityRoutes)
  app.register(batchRoutes)
  app.register(attributeRoutes)
  app.register(jobRoutes)
  app.register(importRoutes, services)
  app.register(eventRoutes)
}

function answerUnknownPath(request: Parameters<typeof refuseBadPath>[0]): never {
  refuseBadPath(request)
  throw notFound('This path or method')
}

function deletesDisabled(): CatalogError {
  return new CatalogError('forbidden', 'Deletes are disabled in the API. Delete in the app instead.')
}

/** Every path with a route gets a DELETE route too, which only ever meets the refusal above. */
function knowDeleteOnEveryPath(app: FastifyInstance): void {
  const known = new Set<string>()
  app.addHook('onRoute', function (this: FastifyInstance, { url, routePath }) {
    if (known.has(url)) return
    known.add(url)
    this.delete(routePath, () => {
      throw deletesDisabled()
    })
  })
}
