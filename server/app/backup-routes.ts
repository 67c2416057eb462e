import { backupRoutes } from '#shared/routes/backups.ts'
import { area } from '../edge/area.ts'

/** Copies of workspaces in the data folder: the list, a new one, putting one back, removing one. */
export const backupArea = area(backupRoutes, {
  'GET /workspaces/{id}/backups': async ({ params: { id }, services: { backups } }) => ({
    data: await backups.list(id),
    folder: backups.folder(id),
  }),

  'POST /workspaces/{id}/backups': async ({ params: { id }, services: { backups } }) => ({
    data: await backups.create(id, 'manual'),
  }),

  'POST /workspaces/{id}/backups/{backupId}/restore': async ({ params, services: { backups } }) => ({
    data: await backups.restore(params.id, params.backupId),
  }),

  'DELETE /workspaces/{id}/backups/{backupId}': async ({ params, services: { backups } }) => ({
    data: await backups.remove(params.id, params.backupId),
  }),
})
