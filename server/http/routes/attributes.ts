import { attributeRoutes } from '#shared/routes/attributes.ts'
import { area } from '../../edge/area.ts'

/** The schema of the workspace: discovery, new definitions and changes of those there are. */
export const attributeArea = area(attributeRoutes, {
  'GET /attributes': ({ client, workspace, query, faults, request }) =>
    workspace.call('listAttributes', { ...query, known: request.headers['if-none-match'], faults }, client),

  'POST /attributes': ({ workspace, newWrite }) => workspace.call('createAttribute', newWrite),

  'PATCH /attributes/{key}': ({ workspace, params, query, write }) =>
    workspace.call('updateAttribute', { ...params, ...query, ...write }),
})
