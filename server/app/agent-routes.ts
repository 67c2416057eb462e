import { agentRoutes } from '#shared/routes/agents.ts'
import { validationFailed } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { workspacesOf } from '../edge/require-role.ts'
import { onlyOf, personOf, requirePerson } from './team-context.ts'
import { knownWorkspace } from './workspace-routes.ts'

export const agentArea = area(agentRoutes, {
  'GET /consents': ({ request, services: { consents } }) => ({ data: consents.list(personOf(request)) }),

  'POST /consents/{code}/approve': (call) => {
    const { consents } = call.services
    requirePerson(call)
    const { workspace_id: wanted, scopes } = call.checkedBody()
    const known = workspacesOf(call.request, call.services)
    const workspace = known.find(({ id }) => id === wanted.toLowerCase())
    const message = 'There is no such workspace here. GET /workspaces lists them.'
    if (!workspace) throw validationFailed([{ field: 'workspace_id', issue: 'invalid_value', message }])
    const personId = personOf(call.request)
    return { data: consents.approve(call.params.code, { workspaceId: workspace.id, scopes, personId }) }
  },

  'POST /consents/{code}/deny': (call) => {
    call.checkedBody()
    return { data: call.services.consents.deny(call.params.code, personOf(call.request)) }
  },

  'GET /workspaces/{id}/grants': ({ request, params, services }) => ({
    data: services.grants.list(knownWorkspace(services, params.id).id, onlyOf(request)),
  }),

  'DELETE /workspaces/{id}/grants/{grantId}': async ({ request, params, services }) => ({
    data: await services.grants.revoke(
      params.grantId,
      knownWorkspace(services, params.id).id,
      onlyOf(request),
    ),
  }),
})
