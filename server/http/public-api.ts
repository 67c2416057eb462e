import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../catalog/errors.ts'
import { authenticate, chooseWorkspace, requireScopes } from '../edge/authenticate.ts'
import { originOf, resourceMetadataUrl } from '../access/resources.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { type ApiDocument, sendDocument } from '../edge/openapi/api-document.ts'
import { refuseBadPath, refuseUnknownPath } from '../edge/path-encoding.ts'
import { refuseParameters } from '../edge/query-string.ts'
import { callerOf } from '../edge/request-context.ts'
import { attributeRoutes } from './routes/attributes.ts'
import { batchRoutes } from './routes/batch.ts'
import { bulkEditRoutes } from './routes/bulk-edits.ts'
import { channelRoutes } from './routes/channels.ts'
import { completenessRoutes } from './routes/completeness.ts'
import { editRoutes } from './routes/edits.ts'
import { entityRoutes } from './routes/entities.ts'
import { eventRoutes } from './routes/events.ts'
import { exportRoutes } from './routes/exports.ts'
import { fileRoutes } from './routes/files.ts'
import { importRoutes } from './routes/imports.ts'
import { jobResultRoutes } from './routes/job-results.ts'
import { jobRoutes } from './routes/jobs.ts'
import { sourceRoutes } from './routes/sources.ts'
import type { Services } from '../edge/services.ts'

/**
 * Everything under the API root. The order of the hooks is the order of answers (decisions, reading 12): key, rate, path,
 * DELETE, scope; the entity, faults and conflicts are the catalog's.
 */
export async function publicApi(
  app: FastifyInstance,
  { services, document }: { services: Services; document: ApiDocument },
): Promise<void> {
  document.collect(app)
  app.setNotFoundHandler(refuseUnknownPath)
  app.addHook('onRequest', (request, reply, done) => {
    authenticateAgent(request, reply, services)
    services.rateLimit.count(callerOf(request))
    if (request.is404) refuseUnknownPath(request)
    if (request.method === 'DELETE') throw deletesDisabled()
    requireScopes(request)
    refuseBadPath(request)
    done()
  })
  app.addHook('onRequest', chooseWorkspace(services))
  acceptJsonLeniently(app)
  knowDeleteOnEveryPath(app)

  app.get('/openapi', { schema: { summary: 'Read this document' } }, (request, reply) => {
    refuseParameters(request)
    return sendDocument(reply, document)
  })
  app.register(entityRoutes, services)
  app.register(batchRoutes)
  app.register(editRoutes)
  app.register(bulkEditRoutes)
  app.register(attributeRoutes)
  app.register(jobRoutes)
  app.register(jobResultRoutes, services)
  app.register(importRoutes, services)
  app.register(exportRoutes, services)
  app.register(sourceRoutes, services)
  app.register(fileRoutes)
  app.register(eventRoutes)
  app.register(channelRoutes)
  app.register(completenessRoutes)
}

/** Tells who comes without a credential where to ask for one (RFC 9728). */
function authenticateAgent(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  try {
    authenticate(request, services)
  } catch (error) {
    const metadata = resourceMetadataUrl(originOf(request), 'api')
    reply.header('www-authenticate', `Bearer resource_metadata="${metadata}"`)
    throw error
  }
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
