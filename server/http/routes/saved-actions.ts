import { savedActionListRoutes } from '#shared/routes/saved-actions.ts'
import { area } from '../../edge/area.ts'
import { requireScopeOf } from '../../edge/type-scope.ts'

/** The saved actions, for scripts that run them. */
export const savedActionListArea = area(savedActionListRoutes, {
  'GET /saved-actions': ({ workspace, request, query, faults }) => {
    requireScopeOf(request, 'read', query.type)
    return workspace.call('listSavedActions', { ...query, faults })
  },
})
