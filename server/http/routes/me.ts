import type { FastifyReply } from 'fastify'
import { toIso } from '#shared/iso-times.ts'
import { type Credential, meRoutes } from '#shared/routes/me.ts'
import { scopes as allScopes } from '#shared/scopes.ts'
import { area } from '../../edge/area.ts'
import { type Caller, personIdOf, toActor } from '../../edge/caller.ts'
import { callerOf, workspaceIdOf } from '../../edge/request-context.ts'
import type { Services } from '../../edge/services.ts'

/** The kind of a request's credential, and its rights. */
export const meArea = area(meRoutes, {
  'GET /me': (call) => {
    call.throwIfFaulty()
    const { request, reply, services } = call
    const caller = callerOf(request)
    const id = workspaceIdOf(request)
    const { name } = services.workspaces.find(id) ?? { name: '' }
    const holder = holderOf(caller, services)
    const data: Credential = {
      workspace: { id, name },
      kind: kindOf(caller),
      name: toActor(caller).name,
      scopes: [...(caller.kind === 'owner' ? allScopes : (caller.access?.scopes ?? []))],
      expires_at: expiryOf(caller),
      person: isOfServiceAccount(caller) ? null : holder,
      service_account: isOfServiceAccount(caller) ? holder : null,
      rate_limit: rateLimitOf(reply),
    }
    return { data }
  },
})

function holderOf(caller: Caller, { team }: Services): Credential['person'] {
  const id = personIdOf(caller)
  return id === undefined ? null : { id, name: team?.nameOf(id) ?? '' }
}

function isOfServiceAccount(caller: Caller): boolean {
  return caller.kind === 'access' && caller.access.serviceAccount !== undefined
}

function expiryOf(caller: Caller): string | null {
  const expiresAt = caller.kind === 'access' ? caller.access.expiresAt : null
  return expiresAt === null ? null : toIso(expiresAt)
}

function kindOf(caller: Caller): Credential['kind'] {
  if (caller.kind !== 'access') return 'session'
  return caller.access.actor.type === 'oauth' ? 'oauth' : 'key'
}

function rateLimitOf(reply: FastifyReply): Credential['rate_limit'] {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    reply.getHeader(`ratelimit-${name}`),
  )
  if (limit === undefined) return null
  return { limit: Number(limit), remaining: Number(remaining), reset_seconds: Number(reset) }
}
