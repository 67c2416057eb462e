import { providerRoutes } from '#shared/routes/providers.ts'
import type { NotedCalls } from '../catalog/generation-runs/note-calls.ts'
import { area } from '../edge/area.ts'

/** The providers of models. A key goes in and never comes out. */
export const providerArea = area(providerRoutes, {
  'GET /providers': ({ services: { providers } }) => ({ data: providers.list() }),

  'POST /providers': async (call) => ({ data: await call.services.providers.create(call.checkedBody()) }),

  'PATCH /providers/{id}': async (call) => {
    const { providers } = call.services
    const { id } = providers.known(call.params.id)
    return { data: await providers.change(id, call.checkedBody()) }
  },

  'DELETE /providers/{id}': async ({ params, services }) => ({
    data: await services.providers.delete(params.id),
  }),

  'POST /providers/{id}/test': async ({ params, services, workspaceId }) => {
    // Throws where there is no such workspace.
    const threads = workspaceId === '' ? undefined : await services.workspaces.get(workspaceId)
    const note = threads && ((calls: NotedCalls) => threads.call('noteCalls', calls))
    return { data: await services.providers.test(params.id, note) }
  },
})
