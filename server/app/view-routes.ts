import { viewRoutes } from '#shared/routes/views.ts'
import { area } from '../edge/area.ts'

/** The saved views of the grid, which the owner's app keeps in the workspace. */
export const viewArea = area(viewRoutes, {
  'GET /views': ({ workspace, query, faults }) => workspace.call('listViews', { ...query, faults }),

  'POST /views': ({ workspace, newWrite }) => workspace.call('createView', newWrite),

  'PATCH /views/{id}': ({ workspace, params, write }) =>
    workspace.call('updateView', { ...params, ...write }),

  'POST /views/{id}/duplicate': ({ workspace, params, write }) =>
    workspace.call('duplicateView', { ...params, ...write }),

  'DELETE /views/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteView', { ...params, faults }),
})
