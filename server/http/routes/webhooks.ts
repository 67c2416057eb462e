import type { FastifyRequest } from 'fastify'
import { connectionRoutes } from '#shared/routes/connections.ts'
import { feedRoutes } from '#shared/routes/feeds.ts'
import { webhookRoutes } from '#shared/routes/webhooks.ts'
import { scopes as allScopes } from '#shared/scopes.ts'
import { area } from '../../edge/area.ts'
import { type Caller, toActor } from '../../edge/caller.ts'
import { refuseMissing, requireRoleOf } from '../../edge/require-rights.ts'
import { callerOf, workspaceIdOf } from '../../edge/request-context.ts'
import type { WebhookCaller } from '../../webhooks/webhooks.ts'

/** Subscriptions to the change feed: their makers see their own, the owner sees all. */
export const webhookArea = area(webhookRoutes, {
  'GET /webhooks': (call) => {
    const { request, services } = call
    call.throwIfFaulty()
    return { data: services.webhooks.list(workspaceIdOf(request), toWebhookCaller(request)) }
  },

  'GET /webhooks/{id}': (call) => {
    const { request, services, params } = call
    const data = services.webhooks.read(workspaceIdOf(request), params.id, toWebhookCaller(request))
    call.throwIfFaulty()
    return { data }
  },

  'POST /webhooks': ({ request, services: { webhooks }, newWrite }) =>
    webhooks.create(workspaceIdOf(request), newWrite, toWebhookCaller(request)),

  'PATCH /webhooks/{id}': ({ request, services: { webhooks }, params, write }) =>
    webhooks.change(workspaceIdOf(request), params.id, write, toWebhookCaller(request)),
})

export const connectionArea = area(connectionRoutes, {
  'GET /connections': (call) => {
    call.throwIfFaulty()
    return { data: call.services.connections.names(workspaceIdOf(call.request)) }
  },
})

/** A key runs a feed with what it may do by hand: import by a profile, or export the type. */
export const feedArea = area(feedRoutes, {
  'GET /feeds': async ({ request, services: { feeds }, faults }) => ({
    data: await feeds.list(workspaceIdOf(request), faults),
  }),

  'POST /feeds/{id}/run': async ({ request, services: { feeds }, workspace, params, write }) => {
    requireRoleOf(callerOf(request), 'editor')
    const workspaceId = workspaceIdOf(request)
    const feed = await feeds.find(workspaceId, params.id)
    refuseMissing(callerOf(request), await workspace.call('scopesOfFeed', { feed: feed.id }))
    return feeds.run(workspaceId, feed.id, write)
  },
})

function toWebhookCaller(request: FastifyRequest): WebhookCaller {
  const caller = callerOf(request)
  const scopes = caller.kind === 'owner' ? allScopes : (caller.access?.scopes ?? [])
  return { actor: toActor(caller), decides: decides(caller), scopes }
}

/** Whether the caller approves addresses: the owner of a desktop, the administrators of a team. */
function decides(caller: Caller): boolean {
  return caller.kind === 'owner' || (caller.kind === 'person' && caller.person.isAdministrator)
}
