import { savedActionRoutes } from '#shared/routes/saved-actions.ts'
import { area } from '../edge/area.ts'

/** How the owner keeps bulk edits to run them again. */
export const savedActionArea = area(savedActionRoutes, {
  'POST /saved-actions': ({ workspace, newWrite }) => workspace.call('createSavedAction', newWrite),

  'PATCH /saved-actions/{id}': ({ workspace, params, write }) =>
    workspace.call('updateSavedAction', { ...params, ...write }),

  'DELETE /saved-actions/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteSavedAction', { ...params, faults }),
})
