import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signInRoutes } from '#shared/routes/people.ts'
import { acceptInvitation, lookAtInvitation, personOfReset } from '../access/team/accept-invitation.ts'
import { askForForgottenPassword } from '../access/team/invitations.ts'
import { signIn } from '../access/team/sign-in.ts'
import type { Team } from '../access/team/team.ts'
import { area } from '../edge/area.ts'
import { byCookie, readCookie } from '../edge/authenticate.ts'
import type { Caller } from '../edge/caller.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { requireOrigin } from '../edge/host-and-origin.ts'
import type { Services } from '../edge/services.ts'
import { endCredentials, browserOf, nameOfWorkspace, setSessionCookie, teamOf } from './team-context.ts'
import { confirmByIdentity, linkIdentity, signInElsewhere } from '../access/team/sign-in-elsewhere.ts'
import { CatalogError } from '../catalog/errors.ts'
import { renderPage } from '../edge/page-shell.ts'
import {
  linkForm,
  linkPage,
  browserCookie,
  type OidcParts,
  refusal,
  sendPage,
  setBrowserCookie,
} from './oidc-link.ts'

const root = '/app/v1'
const start = '/oidc/start'
const callback = '/oidc/callback'
const startPath = root + start

/**
 * The redirects to a provider of OpenID Connect and back. A person who is signed in at the beginning links
 * the identity to their account.
 */
async function oidcPages(app: FastifyInstance, { services, provider }: OidcParts): Promise<void> {
  app.register(linkPage, { services, provider })

  app.get<{ Querystring: { confirm?: unknown } }>(start, async (request, reply) => {
    const personId = personOf(request, services)?.id
    const isConfirming = personId !== undefined && request.query.confirm !== undefined
    const { url, browser } = await provider
      .begin(redirectUri(services), personId, isConfirming)
      .catch(noAnswer)
    setBrowserCookie(reply, services, browser)
    return reply.header('cache-control', 'no-store').redirect(url, 303)
  })

  app.get(callback, { config: { page: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    setBrowserCookie(reply, services, undefined)
    try {
      const page = await comeBack(request, reply, { services, provider })
      return page === undefined ? reply.redirect('/', 303) : sendPage(reply, 200, page)
    } catch (error) {
      request.log.info({ err: error }, 'a sign-in by the provider was refused')
      teamOf(services).noteFailedSignIn({ address: request.ip, person: null, reason: 'provider' })
      return sendPage(reply, 403, refusal(error))
    }
  })
}

async function comeBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, provider }: OidcParts,
): Promise<string | undefined> {
  const team = teamOf(services)
  const answer = new URL(request.url, redirectUri(services))
  const cookie = readCookie(request.headers.cookie, browserCookie(services))
  const { identity, personId, isConfirming } = await provider.finish(answer, cookie)
  const before = personOf(request, services)
  if (isConfirming) {
    await confirmByIdentity(team, before, identity)
    return confirmedPage
  }
  if (personId !== undefined && personId === before?.id) {
    await linkIdentity(team, personId, identity, browserOf(request))
    return undefined
  }
  const came = await signInElsewhere(team, identity, browserOf(request))
  if ('asksFor' in came) {
    setBrowserCookie(reply, services, provider.offerLink(identity))
    return linkForm(provider.name, came.asksFor.email)
  }
  setSessionCookie(reply, services, came.cookie)
  if (before) await team.sessions.end([before.sessionId])
  return undefined
}

function redirectUri({ address }: Services): string {
  return address().origin + root + callback
}

function personOf(request: FastifyRequest, services: Services) {
  const caller = byCookie(request, services)
  return caller?.kind === 'person' ? caller.person : undefined
}

function noAnswer(): never {
  const remedy =
    'Try again in a minute, or sign in with your password. Where people sign in with the provider only, an administrator makes a link on the machine of the server: vitrine user sign-in-link EMAIL'
  throw new CatalogError('internal_error', `The provider that people sign in with does not answer. ${remedy}`)
}

const confirmedPage = renderPage(
  'Confirmed',
  `<h1>You have confirmed that it is you</h1>
<p>Close this page, go back to Vitrine and choose Continue.</p>`,
)

/** Pages for people who are not signed in: nothing else below `/app/v1` is answered without a session. */
export async function signInPages(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    requireOrigin(request)
  })
  acceptJsonLeniently(app)
  await signInArea(app, services)
  const { provider } = teamOf(services)
  if (provider) await app.register(oidcPages, { services, provider })
}

const signInArea = area(signInRoutes, {
  'GET /sign-in': ({ services }) => {
    const { provider, mailer } = teamOf(services)
    const password = provider?.isOnly !== true
    const forgotten = password && mailer !== undefined
    return {
      data: {
        password,
        forgotten,
        provider: provider ? { name: provider.name, start: startPath } : null,
      },
    }
  },

  'POST /sign-in': async (call) => {
    const { services, request, reply } = call
    const team = teamOf(services)
    const asked = call.checkedBody()
    const before = byCookie(request, services)
    setSessionCookie(reply, services, await signIn(team, asked, browserOf(request)))
    await leaveSession(team, before)
    return reply.code(204).send()
  },

  'POST /sign-in/forgotten': (call) => {
    const { services, request, reply } = call
    askForForgottenPassword(teamOf(services), call.checkedBody().email, browserOf(request))
    return reply.code(204).send()
  },

  'POST /invitations/look': (call) => {
    const { token } = call.checkedBody()
    return { data: lookAtInvitation(teamOf(call.services), token, nameOfWorkspace(call.services)) }
  },

  'POST /invitations/accept': async (call) => {
    const { services, request, reply } = call
    const team = teamOf(services)
    const asked = call.checkedBody()
    const before = byCookie(request, services)
    const resets = asked.end_credentials === true ? personOfReset(team, asked.token) : undefined
    const cookie = await acceptInvitation(team, {
      asked,
      browser: browserOf(request),
      person: before?.kind === 'person' ? before.person : undefined,
      workspaceIds: services.workspaces.list().map(({ id }) => id),
    })
    if (resets) await endCredentials(services, resets, { by: resets, address: request.ip })
    if (cookie !== undefined) {
      setSessionCookie(reply, services, cookie)
      await leaveSession(team, before)
    }
    return reply.code(204).send()
  },
})

/** A new sign-in ends the former session of the browser. */
async function leaveSession({ sessions }: Team, before: Caller | undefined): Promise<void> {
  if (before?.kind === 'person') await sessions.end([before.person.sessionId])
}
