/**
 * The way in for agents (OAuth 2.1): metadata, the authorization server and the page of consent. What is heavy is loaded
 * with the first request that needs it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resourcePaths } from '../access/access.ts'
import type { NewGrant } from '../access/grants.ts'
import type { Services } from '../edge/services.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { consentRoutes, type GetAuthorizationServer } from './consent-routes.ts'
import { metadataRoot, originOf, resourceMetadata } from '../access/resources.ts'
import { requireShownPage } from './shown-page.ts'

/** Registers everything of OAuth at the root: its paths are fixed by the standards. */
export async function oauthRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const getServer = lazyServers(app, services)

  const origin = (request: FastifyRequest) => originOf(request, services.address())
  app.get(metadataRoot, (request) => resourceMetadata(origin(request), 'mcp'))
  app.get(metadataRoot + resourcePaths.mcp, (request) => resourceMetadata(origin(request), 'mcp'))
  app.get(metadataRoot + resourcePaths.api, (request) => resourceMetadata(origin(request), 'api'))

  app.register(providerRoutes, { getServer })
  app.register(consentRoutes, { services, getServer })
}

function lazyServers(app: FastifyInstance, services: Services): GetAuthorizationServer {
  let loading: Promise<(origin: string) => AuthorizationServer> | undefined
  const load = async () => {
    const { authorizationServers } = await import('./authorization-server.ts')
    const { grants, consents, address } = services
    const onGranted = ({ workspaceId, personId, clientName, scopes }: NewGrant) => {
      const name = services.team?.people.get(personId ?? '')?.name ?? ''
      const by = personId === null ? null : { id: personId, name }
      const details = { scopes: scopes.join(', ').slice(0, 254) }
      services.audit.note({ action: 'grant_made', by, workspaceId, subject: clientName, details })
    }
    const onError = (error: unknown) => app.log.error({ err: error }, 'authorization server failed')
    return authorizationServers({ grants, onGranted, consents, port: address().port, onError })
  }
  return async (request) => {
    const servers = await (loading ??= load())
    const { publicOrigin } = services.address()
    if (publicOrigin !== undefined) setPublicAddress(request, new URL(publicOrigin))
    return servers(originOf(request, { publicOrigin }))
  }
}

/** The provider reads from these headers under which address it is reached; what a proxy says there is not taken for it. */
function setPublicAddress({ raw: { headers } }: FastifyRequest, { protocol, host }: URL): void {
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  headers['x-forwarded-host'] = host
}

const oauthMetadata = '/.well-known/oauth-authorization-server'
const openidMetadata = '/.well-known/openid-configuration'

/** Where clients look for the metadata that do not know under which of its two names, or where in a path, it lies. */
const metadataPaths: readonly (readonly [path: string, canonical: string])[] = [
  oauthMetadata,
  openidMetadata,
].flatMap((path) =>
  [path, ...Object.values(resourcePaths).flatMap((resource) => [path + resource, resource + path])].map(
    (variant) => [variant, path] as const,
  ),
)

async function providerRoutes(
  app: FastifyInstance,
  { getServer }: { getServer: GetAuthorizationServer },
): Promise<void> {
  // The provider reads bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  const pass = async (request: FastifyRequest, reply: FastifyReply, url?: string) => {
    const server = await getServer(request)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    // The provider takes what stands before its own path in `originalUrl` for a prefix of all its addresses.
    if (url !== undefined) Object.assign(request.raw, { url, originalUrl: url })
    server.answer(request.raw, reply.raw)
  }

  for (const [path, canonical] of metadataPaths) {
    app.get(path, (request, reply) => pass(request, reply, canonical))
  }
  app.get('/oauth/jwks', (request, reply) => pass(request, reply))
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) {
    app.post(path, (request, reply) => pass(request, reply))
  }
  app.get('/oauth/authorize', { config: { page: true }, onRequest: requireShownPage }, (request, reply) =>
    pass(request, reply),
  )
  app.get('/oauth/authorize/:uid', { onRequest: requireShownPage }, (request, reply) => pass(request, reply))
}
