import { keyRoutes } from '#shared/routes/keys.ts'
import { area } from '../edge/area.ts'
import { knownWorkspace } from './known-workspace.ts'

/** The API keys of a workspace. The secret of a key is in the answer that creates it and nowhere else. */
export const keyArea = area(keyRoutes, {
  'GET /workspaces/{id}/keys': ({ params, services }) => ({
    data: services.keys.list(knownWorkspace(services, params.id).id),
  }),

  'POST /workspaces/{id}/keys': async (call) => {
    const workspaceId = knownWorkspace(call.services, call.params.id).id
    const key = call.settle()
    call.reply.header('cache-control', 'no-store')
    return { data: await call.services.keys.issue(workspaceId, key) }
  },

  'DELETE /workspaces/{id}/keys/{keyId}': async ({ params, services }) => ({
    data: await services.keys.revoke(params.keyId, knownWorkspace(services, params.id).id),
  }),
})
