import { gridCommentRoutes } from '#shared/routes/comments.ts'
import { area } from '../edge/area.ts'

/** What the grid of a team asks of comments. */
export const gridCommentArea = area(gridCommentRoutes, {
  'GET /grid/comments': ({ workspace, query, faults, client }) =>
    workspace.call('summarizeComments', { ...query, faults }, client),
})
