import { watchedFolderRoutes } from '#shared/routes/watched-folders.ts'
import { area } from '../edge/area.ts'

/** Folders of this computer whose files are imported as they come. */
export const watchedFolderArea = area(watchedFolderRoutes, {
  'GET /watched-folders': (call) => {
    call.throwIfFaulty()
    return { data: call.services.watchedFolders.list(call.workspaceId) }
  },

  'POST /watched-folders': async (call) => ({
    data: await call.services.watchedFolders.add(call.workspaceId, call.checkedBody()),
  }),

  'PATCH /watched-folders/{id}': async (call) => ({
    data: await call.services.watchedFolders.change(call.workspaceId, call.params.id, call.checkedBody()),
  }),

  'GET /watched-folders/{id}/jobs': (call) => {
    call.throwIfFaulty()
    return call.services.watchedFolders.jobsOf(call.workspaceId, call.params.id)
  },

  'DELETE /watched-folders/{id}': async (call) => {
    call.throwIfFaulty()
    return { data: await call.services.watchedFolders.remove(call.workspaceId, call.params.id) }
  },
})
