import { join } from 'node:path'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { ownerRoutes, sessionRoutes } from './app/owner-routes.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { Monitor } from './monitoring/monitor.ts'
import { watchApp, type WatchingOptions } from './monitoring/watch-app.ts'
import { monitorRoutes } from './monitoring/monitor-routes.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import { publicApi } from './http/public-api.ts'
import { addGuards, guardsOfServer } from './edge/guards.ts'
import { addressOf, type Address, answerHeaders, pageHeaders } from './edge/host-and-origin.ts'
import { apiRoot } from './edge/paths.ts'
import { answerBelowHandlers, answerClientError, createErrorHandler } from './edge/error-handler.ts'
import { confirmReads, fenceRequests, type ReadOnlyServing, takeReadsOnly } from './edge/fence-requests.ts'
import { replicaKeepsUp } from './catalog/connections/write-fence.ts'
import { errorDocs } from './http/error-docs.ts'
import { docsRoutes } from './edge/openapi/reference/docs-routes.ts'
import { fastifyOptions, validateLazily } from './edge/fastify-options.ts'
import { ApiDocument } from './edge/openapi/api-document.ts'
import { pictureRoutes } from './http/routes/files.ts'
import {
  defaultRateLimit,
  RateLimit,
  teamRateLimit,
  AnonymousRateLimit,
  boundConnections,
  connectionsOfTeam,
} from './edge/rate-limit.ts'
import type { NetworkGuard } from './network/network-guard.ts'
import { IdempotentRequests } from './edge/idempotency.ts'
import type { Services } from './edge/services.ts'
import { Snapshots } from './edge/snapshots.ts'
import { serveStaticFiles } from './edge/static-files.ts'
import type { SharedPort } from './running-server.ts'
import { parsePicture } from './threads/parser-processes.ts'
import { defaultCacheBytes } from './workspaces/rendition-cache.ts'
import { Renditions } from './workspaces/renditions.ts'

export interface AppOptions {
  readonly logger: FastifyBaseLogger
  readonly host: string
  readonly rendererDir: string
  readonly rateLimit: number | undefined
  readonly guard?: NetworkGuard | undefined
  readonly sharedPort?: SharedPort | undefined
  readonly watching?: WatchingOptions | undefined
  readonly readOnly?: ReadOnlyServing | undefined
}

export interface App {
  readonly app: FastifyInstance
  readonly address: () => Address
}

type AppParts = Omit<
  Services,
  | 'address'
  | 'isConfirmed'
  | 'readOnly'
  | 'rateLimit'
  | 'snapshots'
  | 'idempotentRequests'
  | 'anonymousRateLimit'
  | 'renditions'
>

/**
 * Builds the server's HTTP side. Every request passes the check of Host, then of Origin, then those of its
 * part of the tree.
 */
export function buildApp(parts: AppParts, options: AppOptions): App {
  const { logger, host, rendererDir, guard, sharedPort } = options
  const app: FastifyInstance = Fastify({
    ...fastifyOptions,
    ...guard?.serverOptions,
    ...sharedPort?.serverOptions,
    loggerInstance: logger,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, origin()),
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  })
  const address = addressOf(app.server, host, {
    publicUrl: guard?.dependencies.publicUrl,
    isShared: !!sharedPort,
  })
  const origin = () => address().origin
  const handleError = createErrorHandler(origin)
  const services = completeServices(parts, address, options)
  const monitor = new Monitor()
  const refuseTooMany = watchConnections(app, guard, sharedPort)
  answerBelowHandlers(app.server, origin)
  app.setErrorHandler(handleError)
  validateLazily(app, !services.takesAnyRequest)
  prepareRequests(app, { monitor, services, origin })
  addGuards(app, guardsOfServer, {
    services,
    network: guard,
    isFromPeer: sharedPort?.isFromPeer,
    refuseTooMany,
  })

  registerRoutes(app, services, monitor)
  watchApp(app, { services, monitor, watching: options.watching })
  if (sharedPort) app.register(sharedPort.routes, { services })
  if (services.takesAnyRequest) serveStaticFiles(app, rendererDir)
  return { app, address }
}

function completeServices(
  parts: AppParts,
  address: Services['address'],
  { rateLimit, sharedPort, readOnly }: AppOptions,
): Services {
  return {
    ...parts,
    address,
    isConfirmed: sharedPort?.isConfirmed,
    readOnly,
    rateLimit: new RateLimit(rateLimit ?? (parts.team ? teamRateLimit : defaultRateLimit)),
    anonymousRateLimit: parts.team && new AnonymousRateLimit(),
    snapshots: new Snapshots(),
    idempotentRequests: new IdempotentRequests(),
    renditions: openRenditions(parts.dataDir),
  }
}

interface RequestParts {
  readonly monitor: Monitor
  readonly services: Services
  readonly origin: () => string
}

function prepareRequests(app: FastifyInstance, { monitor, services, origin }: RequestParts): void {
  const { lease, isConfirmed, readOnly } = services
  for (const name of ['caller', 'workspace', 'idempotency'] as const) app.decorateRequest(name, null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(answerHeaders)
    if (!request.url.startsWith(apiRoot)) reply.headers(pageHeaders)
    monitor.count(request, reply)
    done()
  })
  if (lease) {
    const { fence } = lease
    fenceRequests(app, { isOpen: () => fence.isOpen, keepsUp: () => replicaKeepsUp(fence.memory), origin })
  }
  if (readOnly) takeReadsOnly(app, readOnly)
  if (isConfirmed) confirmReads(app, { isOpen: isConfirmed, origin })
}

function openRenditions(dataDir: string): Renditions {
  const maxBytes = cacheBytes(process.env['VITRINE_RENDITION_CACHE_BYTES'])
  return new Renditions({ folder: join(dataDir, 'renditions'), maxBytes, parse: parsePicture })
}

/** How many bytes of renditions are kept; 0 keeps none. */
function cacheBytes(text: string | undefined): number {
  if (text === undefined || text === '') return defaultCacheBytes
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new Error('VITRINE_RENDITION_CACHE_BYTES is a number of bytes, such as 2147483648.')
}

function registerRoutes(app: FastifyInstance, services: Services, monitor: Monitor): void {
  const origin = () => services.address().origin
  const document = new ApiDocument('public', origin)
  app.register(publicApi, { prefix: apiRoot, services, document })
  app.register(ownerRoutes, { prefix: '/app/v1', services, document: new ApiDocument('owner', origin) })
  if (services.team) app.register(loadSignIn, { prefix: '/app/v1', services })
  app.register(pictureRoutes, { prefix: '/files', services })
  if (!services.team) app.register(sessionRoutes, { services })
  if (!services.takesAnyRequest) return
  for (const routes of [mcpRoutes, oauthRoutes]) app.register(routes, { services })
  app.register(monitorRoutes, { services, monitor })
  app.register(errorDocs)
  app.register(docsRoutes, { document })
}

function watchConnections(
  app: FastifyInstance,
  guard: NetworkGuard | undefined,
  sharedPort: SharedPort | undefined,
): Refuse {
  const refuseTooMany = boundConnections(app.server, guard && connectionsOfTeam)
  if (sharedPort) return refuseTooMany
  guard?.watch(app.server, (err) => app.log.error({ err }, 'the renewed certificate cannot be used'))
  app.addHook('onClose', async () => guard?.close())
  return refuseTooMany
}

type Refuse = ReturnType<typeof boundConnections>

async function loadSignIn(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const { signInPages } = await import('./app/sign-in-routes.ts')
  await app.register(signInPages, { services })
}
