import { ownerQualityRoutes } from '#shared/routes/owner-quality.ts'
import { area } from '../edge/area.ts'

/** What only the owner does with rules of quality. */
export const ownerQualityArea = area(ownerQualityRoutes, {
  'DELETE /quality/rules/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteQualityRule', { ...params, faults }),

  'POST /quality/try': ({ workspace, newWrite, client }) =>
    workspace.call('tryQualityRule', newWrite, client),

  'POST /quality/findings/reopen': ({ workspace, newWrite }) => workspace.call('reopenFinding', newWrite),

  'GET /quality/scores': ({ workspace, query, faults, client }) =>
    workspace.call('readQualityScores', { ...query, faults }, client),
})
