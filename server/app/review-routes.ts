import { reviewRoutes } from '#shared/routes/review.ts'
import { area } from '../edge/area.ts'

/** What the page asks on which proposals are decided, and the grid about them. */
export const reviewArea = area(reviewRoutes, {
  'GET /review/summary': ({ client, workspace, query, faults }) =>
    workspace.call('summarizeReview', { ...query, faults }, client),

  'GET /review/passages': ({ client, workspace, query, faults }) =>
    workspace.call('readPassages', { ...query, faults }, client),

  'GET /review/marks': ({ client, workspace, query, faults }) =>
    workspace.call('cellMarks', { ...query, faults }, client),

  'POST /review/reopen': ({ workspace, newWrite }) => workspace.call('reopenProposals', newWrite),
})
