import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../catalog/errors.ts'
import { authenticate, chooseWorkspace, requireScopes } from '../edge/authenticate.ts'
import { originOf, resourceMetadataUrl } from '../access/resources.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { compressAnswers } from '../edge/compress.ts'
import { boundLargeAnswers } from '../edge/large-answers.ts'
import { KnownPaths, isUnknownPath, refuseBadPath, refuseUnknownPath } from '../edge/paths.ts'
import { type ApiDocument, describe } from '../edge/openapi/api-document.ts'
import { callerOf, readWorkspaceHeader } from '../edge/request-context.ts'
import { enterWorkspace, requireRole } from '../edge/require-role.ts'
import { attributeArea, entityArea, channelArea } from './routes/entities.ts'
import { clusterArea, duplicateArea } from './routes/duplicates.ts'
import { savedActionListArea, editArea } from './routes/edits.ts'
import { eventArea } from './routes/events.ts'
import { exportArea, fileArea } from './routes/files.ts'
import { importArea } from './routes/imports.ts'
import { jobArea } from './routes/jobs.ts'
import { generationArea, proposalArea } from './routes/generations.ts'
import { noteArea, commentArea } from './routes/comments.ts'
import { qualityArea, qualityWorkArea } from './routes/quality.ts'
import { sourceArea } from './routes/sources.ts'
import { mergeArea } from '../edge/area.ts'
import { setRateHeaders } from '../edge/rate-limit.ts'
import type { Services } from '../edge/services.ts'
import { message } from '#shared/messages/message.ts'

/**
 * Everything under the API root. The order of the hooks is the order of answers (decisions, reading 12): key, rate, path,
 * DELETE, scope; the entity, faults and conflicts are the catalog's.
 */
export async function publicApi(
  app: FastifyInstance,
  { services, document }: { services: Services; document: ApiDocument },
): Promise<void> {
  const paths = new KnownPaths(app)
  app.setNotFoundHandler((request) => refuseUnknownPath(request, paths))
  app.addHook('onRequest', (request, reply, done) => {
    authenticateAgent(request, reply, services)
    setRateHeaders(reply, services.rateLimit.count(callerOf(request)))
    if (isUnknownPath(request)) refuseUnknownPath(request, paths)
    if (request.method === 'DELETE') throw deletesDisabled()
    enterNamed(request, services)
    requireScopes(request)
    refuseBadPath(request)
    done()
  })
  app.addHook('onRequest', chooseWorkspace(services))
  boundLargeAnswers(app)
  compressAnswers(app)
  acceptJsonLeniently(app)
  knowDeleteOnEveryPath(app)

  for (const area of [
    describe(document),
    entityArea,
    editArea,
    savedActionListArea,
    proposalArea,
    clusterArea,
    noteArea,
    commentArea,
    mergeArea,
    qualityArea,
    duplicateArea,
    qualityWorkArea,
    generationArea,
    attributeArea,
    jobArea,
    importArea,
    exportArea,
    sourceArea,
    fileArea,
    eventArea,
    channelArea,
  ])
    app.register(area, services)
}

/** A person names the workspace in the header, and needs the role that a route says beside its scopes. */
function enterNamed(request: FastifyRequest, services: Services): void {
  if (callerOf(request).kind !== 'person') return
  enterWorkspace(request, services, readWorkspaceHeader(request))
  if (request.routeOptions.config.role !== undefined) requireRole(request, services)
}

/** Tells who comes without a credential where to ask for one (RFC 9728). */
function authenticateAgent(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  try {
    authenticate(request, services)
  } catch (error) {
    const metadata = resourceMetadataUrl(originOf(request, services.address()), 'api')
    reply.header('www-authenticate', `Bearer resource_metadata="${metadata}"`)
    throw error
  }
}

function deletesDisabled(): CatalogError {
  return new CatalogError('forbidden', message('entity.delete_disabled'))
}

/** Every path with a route gets a DELETE route too, which only ever meets the refusal above. */
function knowDeleteOnEveryPath(app: FastifyInstance): void {
  const known = new Set<string>()
  app.addHook('onRoute', function (this: FastifyInstance, { url, routePath }) {
    if (known.has(url)) return
    known.add(url)
    this.delete(routePath, { config: { refusal: true } }, () => {
      throw deletesDisabled()
    })
  })
}
