import { attributeConfigRoutes } from '#shared/routes/attribute-configs.ts'
import { validationFailed } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { roleOf } from '../edge/caller.ts'
import { callerOf } from '../edge/request-context.ts'

/**
 * What the owner's app does with definitions beyond the public API: it reads them in full (targets of references, constraints,
 * which discovery leaves out), tries formulas, moves and deletes them.
 */
export const attributeConfigArea = area(attributeConfigRoutes, {
  'GET /attributes': ({ workspace, query, faults, request }) => {
    if (faults.length > 0) throw validationFailed(faults)
    const known = request.headers['if-none-match']
    return workspace.call('listAttributeConfigs', { ...query, known, role: roleOf(callerOf(request)) })
  },

  'POST /formula-preview': ({ workspace, newWrite }) => workspace.call('previewFormula', newWrite),

  'POST /attributes/{key}/move': ({ workspace, params, newWrite: { body, ...rest } }) =>
    workspace.call('moveAttribute', { ...params, ...body, ...rest }),

  'DELETE /attributes/{key}': ({ workspace, params, query, faults, context }) =>
    workspace.call('deleteAttribute', { ...params, ...query, faults, context }),
})
