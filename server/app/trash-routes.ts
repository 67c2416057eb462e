import { trashRoutes } from '#shared/routes/trash.ts'
import { area } from '../edge/area.ts'

/** The trash, which only the owner of the catalog fills and empties (decisions, Trash). */
export const trashArea = area(trashRoutes, {
  'GET /trash': ({ client, workspace, query, paging, faults }) =>
    workspace.call('listTrash', { ...query, ...paging, faults }, client),

  'POST /trash': ({ workspace, newWrite }) => workspace.call('trashEntities', newWrite),

  'POST /trash/restore': ({ workspace, newWrite }) => workspace.call('restoreEntities', newWrite),

  'POST /trash/empty': ({ workspace, newWrite }) => workspace.call('emptyTrash', newWrite),
})
