import { basename, isAbsolute } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import { faultOfFileName } from '#shared/file-names.ts'
import { workspaceListRoutes } from '#shared/routes/workspaces.ts'
import { conflict, validationFailed } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import type { Workspaces } from '../workspaces/registry.ts'

/**
 * The workspaces of the data folder: list, create, and open one that lies elsewhere on this computer; and what the command line
 * asks of a running server: to check one and to copy it into a file of the owner's choice.
 */
export const workspaceListArea = area(workspaceListRoutes, {
  'GET /workspaces': ({ services: { workspaces } }) => ({ data: workspaces.list() }),

  'POST /workspaces': async (call) => {
    const { name, sample = false } = call.settle()
    const workspace = await call.services.workspaces.create(name)
    if (sample) await call.services.fillWithSample(workspace.id)
    return { data: workspace }
  },

  'POST /workspaces/open': async (call) => ({
    data: await openFile(call.services.workspaces, call.settle().file),
  }),

  'POST /workspaces/{id}/check': async ({ params, services: { workspaces } }) => {
    const threads = await workspaces.get(params.id)
    const findings = await threads.check()
    return { data: { ok: findings.every(({ check }) => check === 'patterns'), findings } }
  },

  'POST /workspaces/{id}/backup': async (call) => {
    const threads = await call.services.workspaces.get(call.params.id)
    const { file } = call.settle()
    // The command line may run in another folder than the server.
    requireWholePath(file, 'Give the whole path of the new file.')
    const fault = faultOfFileName(basename(file))
    if (fault !== undefined) throw validationFailed([{ field: 'file', issue: fault }])
    await threads.backup(file)
    return { data: { file } }
  },
})

async function openFile(workspaces: Workspaces, file: string): Promise<Workspace> {
  // Which folder the server runs in is nobody's concern.
  requireWholePath(file, 'Give the whole path of the file.')
  try {
    return await workspaces.openFile(file)
  } catch (error) {
    if (error instanceof WorkspaceFileError) throw conflict(error.message)
    throw error
  }
}

function requireWholePath(file: string, issue: string): void {
  if (!isAbsolute(file)) throw validationFailed([{ field: 'file', issue }])
}
