import { keyRoutes } from '#shared/routes/keys.ts'
import { area } from '../edge/area.ts'
import { knownWorkspace } from './known-workspace.ts'
import { onlyOf, personOf, requirePerson } from './credentials-of.ts'

/** The API keys of a workspace: in a team one's own, and for its owner all. The secret of a key is in the answer that creates it and nowhere else. */
export const keyArea = area(keyRoutes, {
  'GET /workspaces/{id}/keys': ({ request, params, services }) => ({
    data: services.keys.list(knownWorkspace(services, params.id).id, onlyOf(request)),
  }),

  'POST /workspaces/{id}/keys': async (call) => {
    const workspaceId = knownWorkspace(call.services, call.params.id).id
    const key = call.checkedBody()
    requirePerson(call)
    call.reply.header('cache-control', 'no-store')
    return { data: await call.services.keys.issue(workspaceId, key, personOf(call.request)) }
  },

  'DELETE /workspaces/{id}/keys/{keyId}': async ({ request, params, services }) => ({
    data: await services.keys.revoke(params.keyId, knownWorkspace(services, params.id).id, onlyOf(request)),
  }),
})
