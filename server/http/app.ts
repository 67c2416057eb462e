import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { ownerRoutes } from '../app/owner-routes.ts'
import { sessionRoutes } from '../app/session-routes.ts'
import { publicApi } from './public-api.ts'
import { apiRoot } from './api-root.ts'
import { answerBelowHandlers, answerClientError } from './below-handlers.ts'
import { maxBodyBytes } from './body-parser.ts'
import { errorDocs } from './error-docs.ts'
import { createErrorHandler } from './error-handler.ts'
import { checkHost, checkOrigin } from './guard.ts'
import { toRoutableUrl } from './path-encoding.ts'
import { fileRoutes } from './routes/files.ts'
import { securityHeaders } from './security-headers.ts'
import type { Services } from './services.ts'
import { serveStaticFiles } from './static-files.ts'

export interface AppOptions {
  readonly logger: FastifyBaseLogger
  /** Where the built page lies. */
  readonly rendererDir: string
}

/** Puts the server's HTTP side together. Every request passes Host, then Origin, then what its part of the tree asks for. */
export function buildApp(services: Services, { logger, rendererDir }: AppOptions): FastifyInstance {
  const origin = () => services.address().origin
  const app: FastifyInstance = Fastify({
    ...fastifyOptions,
    loggerInstance: logger,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, origin()),
    frameworkErrors: createErrorHandler(origin),
  })
  answerBelowHandlers(app.server, origin)
  app.setErrorHandler(createErrorHandler(origin))
  app.decorateRequest('caller', null)
  app.decorateRequest('workspace', null)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    const { hosts } = services.address()
    checkHost(request, hosts)
    checkOrigin(request, hosts, { pageAllowed: request.routeOptions.config.page === true })
    done()
  })

  app.register(publicApi, { prefix: apiRoot, services })
  app.register(ownerRoutes, { prefix: '/app/v1', services })
  app.register(fileRoutes, { prefix: '/files', services })
  app.register(sessionRoutes, { services })
  app.register(errorDocs)
  serveStaticFiles(app, rendererDir)
  return app
}

const fastifyOptions = {
  genReqId: () => randomUUID(),
  rewriteUrl: toRoutableUrl,
  disableRequestLogging: true,
  exposeHeadRoutes: false,
  return503OnClosing: false,
  bodyLimit: maxBodyBytes,
  requestTimeout: 300_000,
  // A filter with 200 ids is about 8 KiB long.
  http: { requireHostHeader: false, maxHeaderSize: 64 * 1024 },
  routerOptions: { maxParamLength: 64 * 1024 },
  ajv: {
    customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false },
  },
} as const
