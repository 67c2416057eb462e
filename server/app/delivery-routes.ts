import { ownerConnectionRoutes } from '#shared/routes/connections.ts'
import { exportProfileRoutes, ownerFeedRoutes } from '#shared/routes/feeds.ts'
import { area } from '../edge/area.ts'

/** Connections with all but their secrets, for who decides about them. */
export const ownerConnectionArea = area(ownerConnectionRoutes, {
  'GET /connections': (call) => {
    const { workspaceId, services } = call
    call.throwIfFaulty()
    return { data: services.connections.list(workspaceId) }
  },

  'POST /connections': async ({ workspaceId, services: { connections }, newWrite }) => ({
    data: await connections.create(workspaceId, newWrite),
  }),

  'PATCH /connections/{id}': async ({ workspaceId, services: { connections }, params, write }) => ({
    data: await connections.change(workspaceId, params.id, write),
  }),

  'DELETE /connections/{id}': async ({ workspaceId, services: { connections }, params }) => ({
    data: await connections.delete(workspaceId, params.id),
  }),

  'POST /connections/{id}/test': async ({ workspaceId, services: { connections }, params }) => ({
    data: await connections.test(workspaceId, params.id),
  }),
})

/** Feeds are made and run here; each of their runs is a job. */
export const ownerFeedArea = area(ownerFeedRoutes, {
  'GET /feeds': async ({ workspaceId, services: { feeds }, faults }) => ({
    data: await feeds.list(workspaceId, faults),
  }),

  'POST /feeds': ({ workspaceId, services: { feeds }, newWrite }) => feeds.create(workspaceId, newWrite),

  'PATCH /feeds/{id}': ({ workspaceId, services: { feeds }, params, write }) =>
    feeds.change(workspaceId, params.id, write),

  'DELETE /feeds/{id}': ({ workspaceId, services: { feeds }, params, faults, context }) =>
    feeds.delete(workspaceId, params.id, { faults, context }),

  'POST /feeds/{id}/run': ({ workspaceId, services: { feeds }, params, write }) =>
    feeds.run(workspaceId, params.id, write),
})

export const exportProfileArea = area(exportProfileRoutes, {
  'GET /export-profiles': ({ workspace, faults }) => workspace.call('listExportProfiles', { faults }),

  'POST /export-profiles': ({ workspace, newWrite }) => workspace.call('createExportProfile', newWrite),

  'PATCH /export-profiles/{id}': ({ workspace, params, write }) =>
    workspace.call('updateExportProfile', { ...params, ...write }),

  'DELETE /export-profiles/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteExportProfile', { ...params, faults }),
})
