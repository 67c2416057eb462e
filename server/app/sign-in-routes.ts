import type { FastifyInstance } from 'fastify'
import { signInRoutes } from '#shared/routes/sign-in.ts'
import { acceptInvitation, lookAtInvitation, personOfReset } from '../access/team/accept-invitation.ts'
import { askForForgottenPassword } from '../access/team/forgotten-password.ts'
import { signIn } from '../access/team/sign-in.ts'
import type { Team } from '../access/team/team.ts'
import { area } from '../edge/area.ts'
import { byCookie } from '../edge/authenticate.ts'
import type { Caller } from '../edge/caller.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import { requireOrigin } from '../edge/guard.ts'
import type { Services } from '../edge/services.ts'
import { endCredentials } from './credentials-of.ts'
import { oidcPages, startPath } from './oidc-routes.ts'
import { browserOf, nameOfWorkspace, setSessionCookie, teamOf } from './team-context.ts'

/** The way in, for who is not signed in: nothing else below `/app/v1` is answered to a stranger. */
export async function signInPages(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    requireOrigin(request)
  })
  acceptJsonLeniently(app)
  await app.register(signInArea, services)
  const { provider } = teamOf(services)
  if (provider) await app.register(oidcPages, { services, provider })
}

const signInArea = area(signInRoutes, {
  'GET /sign-in': ({ services }) => {
    const { provider, mailer } = teamOf(services)
    const forgotten = mailer !== undefined
    return {
      data: {
        password: true,
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

/** Whoever signs in anew leaves the session that the browser had. */
async function leaveSession({ sessions }: Team, before: Caller | undefined): Promise<void> {
  if (before?.kind === 'person') await sessions.end([before.person.sessionId])
}
