import { attributeClassRoutes } from '#shared/routes/attribute-classes.ts'
import { area } from '../edge/area.ts'

/** Which attributes the entities of a category show and need. Agents have the same as tools. */
export const attributeClassArea = area(attributeClassRoutes, {
  'GET /attribute-classes': ({ workspace, query, faults }) =>
    workspace.call('listAttributeClasses', { ...query, faults }),

  'GET /attribute-classes/effective/{id}': ({ workspace, params, query, faults }) =>
    workspace.call('effectiveClasses', { ...params, ...query, faults }),

  'POST /attribute-classes': ({ workspace, newWrite }) => workspace.call('createAttributeClass', newWrite),

  'PATCH /attribute-classes/{id}': ({ workspace, params, write }) =>
    workspace.call('updateAttributeClass', { ...params, ...write }),

  'DELETE /attribute-classes/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteAttributeClass', { ...params, faults }),
})
