import { ownerAutomationRoutes } from '#shared/routes/automations.ts'
import { area } from '../edge/area.ts'
import { personIdOf } from '../edge/caller.ts'
import { callerOf } from '../edge/request-context.ts'

/** Deleting automations, and the notices of what happened by itself. */
export const ownerAutomationArea = area(ownerAutomationRoutes, {
  'DELETE /automations/{id}': ({ workspaceId, services, params, context }) =>
    services.automations.delete(workspaceId, params.id, context),

  'GET /notices': ({ workspace, request, client }) => {
    const person = personIdOf(callerOf(request))
    return workspace.call('listNotices', { ...(person !== undefined && { person }) }, client)
  },

  'DELETE /notices/{id}': ({ workspace, params }) => workspace.call('dismissNotice', params),
})
