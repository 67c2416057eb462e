import type { FastifyRequest } from 'fastify'
import { automationRoutes } from '#shared/routes/automations.ts'
import { scopes as allScopes } from '#shared/scopes.ts'
import type { AutomationCaller } from '../../automations/automations.ts'
import { area } from '../../edge/area.ts'
import { isTrusted, roleOf } from '../../edge/caller.ts'
import { callerOf, workspaceIdOf } from '../../edge/request-context.ts'

/** Automations. Their actions are checked against the scopes of who asks, and at each run again. */
export const automationArea = area(automationRoutes, {
  'GET /automations': (call) => {
    call.throwIfFaulty()
    return call.services.automations.list(workspaceIdOf(call.request), roleOf(callerOf(call.request)))
  },

  'GET /automations/{id}': ({ request, services, params, faults }) =>
    services.automations.read(workspaceIdOf(request), params.id, faults, roleOf(callerOf(request))),

  'POST /automations': ({ request, services, newWrite }) =>
    services.automations.create(workspaceIdOf(request), newWrite, toAutomationCaller(request)),

  'PATCH /automations/{id}': ({ request, services, params, write }) =>
    services.automations.change(workspaceIdOf(request), params.id, write, toAutomationCaller(request)),

  'POST /automations/{id}/run': ({ request, services, params, write }) =>
    services.automations.run(workspaceIdOf(request), params.id, write, toAutomationCaller(request)),

  'POST /automations/{id}/preview': ({ request, services, params, faults }) =>
    services.automations.preview(workspaceIdOf(request), params.id, faults, toAutomationCaller(request)),
})

export function toAutomationCaller(request: FastifyRequest): AutomationCaller {
  const caller = callerOf(request)
  const scopes = caller.kind === 'owner' ? allScopes : (caller.access?.scopes ?? [])
  return { scopes, isOwner: isTrusted(caller), role: roleOf(caller) }
}
