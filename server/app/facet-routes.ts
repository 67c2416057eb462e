import { facetRoutes } from '#shared/routes/facets.ts'
import { area } from '../edge/area.ts'

/** Which values the rows of a list have, to choose from and to narrow by. */
export const facetArea = area(facetRoutes, {
  'GET /grid/distinct': ({ client, workspace, query: { limit, ...asked }, list, faults }) =>
    workspace.call('distinctValues', { ...asked, request: { ...list, limit }, faults }, client),

  'GET /grid/facets': ({ client, workspace, query: { type, facets, limit }, list, choices, faults }) =>
    workspace.call('readFacets', { type, facets, ...choices, request: { ...list, limit }, faults }, client),
})
