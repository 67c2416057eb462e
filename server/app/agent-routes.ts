import { agentRoutes } from '#shared/routes/agents.ts'
import { validationFailed } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { knownWorkspace } from './known-workspace.ts'

/** Agents that connect over OAuth: those that wait for the owner, and what has been granted. */
export const agentArea = area(agentRoutes, {
  'GET /consents': ({ services: { consents } }) => ({ data: consents.list() }),

  'POST /consents/{code}/approve': (call) => {
    const { workspaces, consents } = call.services
    const { workspace_id: wanted, scopes } = call.settle()
    const workspace = workspaces.list().find(({ id }) => id === wanted.toLowerCase())
    const message = 'There is no such workspace on this computer. GET /workspaces lists them.'
    if (!workspace) throw validationFailed([{ field: 'workspace_id', issue: 'invalid_value', message }])
    return { data: consents.approve(call.params.code, { workspaceId: workspace.id, scopes }) }
  },

  'POST /consents/{code}/deny': (call) => {
    call.settle()
    return { data: call.services.consents.deny(call.params.code) }
  },

  'GET /workspaces/{id}/grants': ({ params, services }) => ({
    data: services.grants.list(knownWorkspace(services, params.id).id),
  }),

  'DELETE /workspaces/{id}/grants/{grantId}': async ({ params, services }) => ({
    data: await services.grants.revoke(params.grantId, knownWorkspace(services, params.id).id),
  }),
})
