import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmByIdentity, linkIdentity, signInElsewhere } from '../access/team/sign-in-elsewhere.ts'
import type { SignInProvider } from '../access/team/sign-in-provider.ts'
import { CatalogError } from '../catalog/errors.ts'
import { byCookie, readCookie } from '../edge/authenticate.ts'
import { escapeHtml, renderPage } from '../edge/page-shell.ts'
import type { Services } from '../edge/services.ts'
import { browserOf, setSessionCookie, teamOf } from './team-context.ts'

const root = '/app/v1'
const start = '/oidc/start'
const callback = '/oidc/callback'
export const startPath = root + start

interface Parts {
  readonly services: Services
  readonly provider: SignInProvider
}

/** The way to a provider of OpenID Connect and back. Whoever is signed in when they begin links the identity to their account. */
export async function oidcPages(app: FastifyInstance, { services, provider }: Parts): Promise<void> {
  const redirectUri = () => services.address().origin + root + callback

  app.get<{ Querystring: { confirm?: unknown } }>(start, async (request, reply) => {
    const personId = personOf(request, services)?.id
    const isConfirming = personId !== undefined && request.query.confirm !== undefined
    const { url, browser } = await provider.begin(redirectUri(), personId, isConfirming).catch(noAnswer)
    setBrowserCookie(reply, services, browser)
    return reply.header('cache-control', 'no-store').redirect(url, 303)
  })

  app.get(callback, { config: { page: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    setBrowserCookie(reply, services, undefined)
    try {
      const isConfirmation = await comeBack(request, reply, { services, provider })
      if (isConfirmation) return reply.type('text/html; charset=utf-8').send(confirmedPage)
      return reply.redirect('/', 303)
    } catch (error) {
      request.log.info({ err: error }, 'a sign-in by the provider was refused')
      return reply.code(403).type('text/html; charset=utf-8').send(refusal(error))
    }
  })

  async function comeBack(
    request: FastifyRequest,
    reply: FastifyReply,
    { services, provider }: Parts,
  ): Promise<boolean> {
    const team = teamOf(services)
    const answer = new URL(request.url, redirectUri())
    const cookie = readCookie(request.headers.cookie, browserCookie(services))
    const { identity, personId, isConfirming } = await provider.finish(answer, cookie)
    const before = personOf(request, services)
    if (isConfirming) {
      await confirmByIdentity(team, before, identity)
      return true
    }
    if (personId !== undefined && personId === before?.id) {
      await linkIdentity(team, personId, identity, browserOf(request))
      return false
    }
    setSessionCookie(reply, services, await signInElsewhere(team, identity, browserOf(request)))
    if (before) await team.sessions.end([before.sessionId])
    return false
  }
}

function personOf(request: FastifyRequest, services: Services) {
  const caller = byCookie(request, services)
  return caller?.kind === 'person' ? caller.person : undefined
}

/** The provider is not there, or is not what the options of the server say. */
function noAnswer(): never {
  const remedy = 'Try again in a minute, or sign in with your password.'
  throw new CatalogError('internal_error', `The provider that people sign in with does not answer. ${remedy}`)
}

function browserCookie({ address }: Services): string {
  return `${address().sessionCookie}_oidc`
}

/** Ties the answer of the provider to the browser that asked; gone when it is back. */
function setBrowserCookie(reply: FastifyReply, services: Services, value: string | undefined): void {
  const secure = services.address().origin.startsWith('https:') ? '; Secure' : ''
  const life = value === undefined ? 0 : 600
  reply.header(
    'set-cookie',
    `${browserCookie(services)}=${value ?? ''}; Path=/; Max-Age=${life}; HttpOnly${secure}; SameSite=Lax`,
  )
}

function refusal(error: unknown): string {
  const reason =
    error instanceof CatalogError
      ? error.message
      : 'The answer of the provider does not belong to a sign-in that was begun in this browser a moment ago.'
  return renderPage(
    'Not signed in',
    `<h1>You are not signed in</h1>\n<p>${escapeHtml(reason)}</p>\n<p><a href="/">Back to the sign-in page</a></p>`,
  )
}

const confirmedPage = renderPage(
  'Confirmed',
  `<h1>You have confirmed that it is you</h1>
<p>Close this page, go back to Vitrine and choose Continue.</p>`,
)
