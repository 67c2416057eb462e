/**
 * Access for agents (OAuth 2.1): metadata, the authorization server and the page of consent. Heavy parts
 * load with the first request that needs them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resourcePaths, metadataRoot, originOf, resourceMetadata } from '../access/access.ts'
import type { NewGrant } from '../access/grants.ts'
import type { Services } from '../edge/services.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import type { Workspace } from '#shared/app-surface.ts'
import { textOf } from '#shared/messages/message.ts'
import type { PendingConsent } from '../access/consents.ts'
import { CatalogError, describeEach } from '../catalog/errors.ts'
import { byCookie } from '../edge/authenticate.ts'
import { isConfirmed } from '../edge/require-rights.ts'
import { workspacesOfPerson } from '../edge/require-rights.ts'
import {
  consentScript,
  renderConsentForm,
  renderDecided,
  renderRefusal,
  renderSignIn,
  renderWaiting,
} from './consent-page.ts'

type GetAuthorizationServer = (request: FastifyRequest) => Promise<AuthorizationServer>

interface ConsentParts {
  readonly services: Services
  readonly getServer: GetAuthorizationServer
}

type ConsentRequest = FastifyRequest<{ Params: { uid: string }; Body: unknown }>

async function consentRoutes(app: FastifyInstance, parts: ConsentParts): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  const path = '/oauth/consent/:uid'
  const shown = { onRequest: requireShownPage }

  app.get(path, { ...shown, config: { page: true } }, async (request: ConsentRequest, reply) => {
    const consent = await open(parts, request, reply)
    return consent ? show(parts, request, reply, consent) : sendEnded(reply)
  })

  app.get(`${path}/state`, async (request: ConsentRequest, reply) => {
    const consent = await open(parts, request, reply)
    reply.header('cache-control', 'no-store')
    if (!consent) return { state: 'ended', takes_approval: false }
    const waiting = isAnonymous(parts, consent) ? 'sign-in' : 'waiting'
    const state = consent.decision ? 'decided' : waiting
    return { state, takes_approval: takesApproval(parts, request, consent) }
  })

  app.post(path, shown, async (request: ConsentRequest, reply) => {
    const consent = await open(parts, request, reply)
    if (!consent) return sendEnded(reply)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (!takesApproval(parts, request, consent) || form.get('form_token') !== consent.formToken)
      throw notOwner()
    const fault = consent.decision ? undefined : decide(parts.services, consent, form)
    if (fault === undefined) return reply.redirect(`/oauth/consent/${consent.uid}`, 303)
    return sendPage(reply.code(400), renderConsentForm(consent, choicesOf(parts.services, consent), fault))
  })

  app.get(`${path}/finish`, shown, async (request: ConsentRequest, reply) => {
    const { decision } = (await open(parts, request, reply)) ?? {}
    if (!decision) return sendEnded(reply)
    const server = await parts.getServer(request)
    reply.hijack()
    await server.finish(request.raw, reply.raw, decision)
    return reply
  })

  app.get('/oauth/consent.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(consentScript),
  )
}

async function open(
  { services, getServer }: ConsentParts,
  request: ConsentRequest,
  reply: FastifyReply,
): Promise<PendingConsent | undefined> {
  const server = await getServer(request)
  const consent = await server.openConsent(request.raw, reply.raw, isFromOtherSite(request))
  if (consent?.uid !== request.params.uid) return undefined
  const caller = byCookie(request, services)
  return caller?.kind === 'person' ? services.consents.claim(consent, caller.person.id) : consent
}

/**
 * A page that another site led to is answered in the app alone: a click there may be meant for that site.
 * The same holds for a person who has not confirmed their identity lately, since the app asks for that.
 */
function takesApproval(
  { services }: ConsentParts,
  request: FastifyRequest,
  consent: PendingConsent,
): boolean {
  const caller = byCookie(request, services)
  return !consent.isFromOtherSite && caller !== undefined && isConfirmed(caller, services)
}

function isAnonymous({ services }: ConsentParts, { personId }: PendingConsent): boolean {
  return services.team !== undefined && personId === null
}

function show(parts: ConsentParts, request: FastifyRequest, reply: FastifyReply, consent: PendingConsent) {
  if (consent.decision) return sendPage(reply, renderDecided(consent))
  if (isAnonymous(parts, consent)) return sendPage(reply, renderSignIn(consent))
  if (!takesApproval(parts, request, consent)) return sendPage(reply, renderWaiting(consent))
  return sendPage(reply, renderConsentForm(consent, choicesOf(parts.services, consent)))
}

function decide(services: Services, consent: PendingConsent, form: URLSearchParams): string | undefined {
  const { consents } = services
  const { code, personId } = consent
  if (form.get('decision') === 'deny') {
    consents.deny(code, personId)
    return undefined
  }
  const workspaceId = form.get('workspace') ?? ''
  const scopes = form.getAll('scope')
  if (!choicesOf(services, consent).some(({ id }) => id === workspaceId)) return 'Choose a workspace.'
  if (scopes.length === 0) return 'Choose what the agent may do, or do not allow it.'
  try {
    consents.approve(code, { workspaceId, scopes, personId })
    return undefined
  } catch (error) {
    if (error instanceof CatalogError) return textOf(describeEach(error.fieldErrors) ?? error.sentence)
    throw error
  }
}

function choicesOf(services: Services, { personId }: PendingConsent): readonly Workspace[] {
  return personId === null ? services.workspaces.list() : workspacesOfPerson(personId, services)
}

function notOwner(): CatalogError {
  return new CatalogError(
    'forbidden',
    'Only the page that Vitrine shows to its owner can answer this request.',
  )
}

const ended = renderRefusal('This request has ended, or was made in another browser')

function sendEnded(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), ended)
}

/** With `no-referrer`, browsers name no origin with a form; this page's own form has to name it. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Registers all routes of OAuth at the root: the standards fix their paths. */
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
      services.audit.record({ action: 'grant_made', by, workspaceId, subject: clientName, details })
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

/** Sets the headers from which the provider reads its address; those of a proxy do not count. */
function setPublicAddress({ raw: { headers } }: FastifyRequest, { protocol, host }: URL): void {
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  headers['x-forwarded-host'] = host
}

const oauthMetadata = '/.well-known/oauth-authorization-server'
const openidMetadata = '/.well-known/openid-configuration'

/**
 * Paths of the metadata for clients that know neither which of its two names is used, nor where a
 * resource's path goes.
 */
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
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  const pass = async (request: FastifyRequest, reply: FastifyReply, url?: string) => {
    const server = await getServer(request)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    // The provider takes a difference to its own path in `originalUrl` for a prefix of all its addresses.
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

/**
 * Refuses requests that the owner does not see: from a frame, or without a click. Scripts do not send
 * these headers.
 */
async function requireShownPage({ headers }: FastifyRequest): Promise<void> {
  const { 'sec-fetch-dest': destination, 'sec-purpose': secPurpose, purpose } = headers
  if (destination !== undefined && destination !== 'document')
    throw new CatalogError(
      'forbidden',
      'Consent is asked for in a page of its own, never inside another one.',
    )
  if (secPurpose !== undefined || purpose !== undefined)
    throw new CatalogError('forbidden', 'Consent is not asked for ahead of time.')
}

/** Whether a page of another site led here: the browser says so, also after every redirect. */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site } = headers
  return site === 'cross-site' || site === 'same-site'
}
