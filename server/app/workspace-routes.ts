import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, parse } from 'node:path'
import type { Workspace } from '#shared/app-surface.ts'
import { faultOfFileName } from '#shared/file-names.ts'
import { workspaceListRoutes } from '#shared/routes/workspaces.ts'
import { conflict, validationFailed, workspaceNotFound } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { keepChosenPaths } from '../jobs/job-files.ts'
import { listedWorkspaces } from '../edge/require-rights.ts'
import { WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { Services } from '../edge/services.ts'
import { openRescued } from '../workspaces/rescue.ts'

/**
 * The workspaces of the data folder: list, create, open one from elsewhere on this computer, tell whether
 * its file still exists, check it, and copy it into a file of the owner's choice.
 */
export const workspaceListArea = area(workspaceListRoutes, {
  'GET /workspaces': ({ request, services }) => ({ data: listedWorkspaces(request, services) }),

  'POST /workspaces': async (call) => {
    const { name, sample = false } = call.checkedBody()
    const workspace = await call.services.workspaces.create(name)
    await call.services.team?.adopt([workspace.id])
    if (sample) await call.services.fillWithSample(workspace.id)
    return { data: workspace }
  },

  'POST /workspaces/open': async (call) => {
    const { file, rescue = false } = call.checkedBody()
    const workspace = await openFile(call.services, file, rescue)
    await call.services.team?.adopt([workspace.id])
    return { data: { ...workspace, set_aside: call.services.workspaces.foreign.setAsideOf(workspace.id) } }
  },

  'POST /workspaces/open-package': async (call) => {
    const { file, name } = call.checkedBody()
    requireWholePath(file, message('file.path_not_whole'))
    const { packageOpenings, team } = call.services
    return { data: await packageOpenings.start(file, name, ({ id }) => team?.adopt([id])) }
  },

  'GET /package-openings': ({ services }) => ({ data: services.packageOpenings.list() }),

  'POST /package-openings/{id}/cancel': async ({ services, params }) => ({
    data: await services.packageOpenings.cancel(params.id),
  }),

  'POST /workspaces/{id}/package': async (call) => {
    const { services, params, context } = call
    const { id, name } = knownWorkspace(services, params.id)
    const threads = await services.workspaces.get(id)
    const { file, schema_only: isSchemaOnly = false, with_linked } = call.checkedBody()
    await requirePlace(file)
    const kind = isSchemaOnly ? 'schema' : 'workspace'
    const job = randomUUID()
    await keepChosenPaths(
      services.uploadsDir,
      { workspace: id, job },
      {
        package_file: file,
        library_folders: services.assetLibraries.foldersOf(id),
      },
    )
    const asked = {
      id: job,
      fileName: basename(file),
      kind,
      ...(with_linked !== undefined && { with_linked }),
      name,
      program: services.version,
      context,
    } as const
    const answer = await threads.call('enqueuePackage', asked)
    services.jobsOf(id).wake()
    return answer
  },

  'GET /workspaces/{id}/file': async ({ params, services }) => {
    const { id, file } = knownWorkspace(services, params.id)
    const threads = await services.workspaces.get(id)
    const inPlace = await threads.isInPlace()
    const suggestion = inPlace ? null : suggestCopy(file)
    const setAside = services.workspaces.foreign.setAsideOf(id)
    return { data: { file, in_place: inPlace, suggested_copy: suggestion, set_aside: setAside } }
  },

  'POST /workspaces/{id}/set-aside/read': ({ params, services }) => {
    services.workspaces.foreign.forgetSetAside(knownWorkspace(services, params.id).id)
    return { data: { set_aside: null } }
  },

  'POST /workspaces/{id}/move': async (call) => {
    const { nodes } = call.checkedBody()
    return {
      data: await call.services.workspaces.move(knownWorkspace(call.services, call.params.id).id, nodes),
    }
  },

  'POST /workspaces/{id}/check': async ({ params, services: { workspaces } }) => {
    const threads = await workspaces.get(params.id)
    const findings = await threads.check()
    return { data: { ok: findings.every(({ check }) => check === 'patterns'), findings } }
  },

  'POST /workspaces/{id}/backup': async (call) => {
    const threads = await call.services.workspaces.get(call.params.id)
    const { file } = call.checkedBody()
    await requirePlace(file)
    await asConflict(() => threads.backup(file))
    return { data: { file } }
  },
})

async function openFile(
  { workspaces, dataDir }: Pick<Services, 'workspaces' | 'dataDir'>,
  file: string,
  isRescue: boolean,
): Promise<Workspace> {
  // A relative path would depend on the working directory of the server.
  requireWholePath(file, message('file.path_not_whole'))
  return asConflict(() => (isRescue ? openRescued(workspaces, dataDir, file) : workspaces.openFile(file)))
}

/** The owner named the file, so a fault of it is no fault of the server. */
async function asConflict<T>(fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (error) {
    if (error instanceof WorkspaceFileError) throw conflict(error.sentence)
    throw error
  }
}

function requireWholePath(file: string, sentence: Sentence): void {
  if (!isAbsolute(file)) throw validationFailed([{ field: 'file', ...issueSentence(sentence) }])
}

async function requirePlace(file: string): Promise<void> {
  requireWholePath(file, message('file.new_path_not_whole'))
  const fault = faultOfFileName(basename(file))
  if (fault !== undefined) throw validationFailed([{ field: 'file', ...issueSentence(fault) }])
  await requireFolder(dirname(file))
}

async function requireFolder(folder: string): Promise<void> {
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (isWritable) return
  const sentence = message('folder.not_writable', { folder })
  throw validationFailed([{ field: 'file', ...issueSentence(sentence) }])
}

function suggestCopy(file: string): { folder: string; name: string } {
  const { dir, name: stem, ext } = parse(file)
  const folder = existsSync(dir) ? dir : homedir()
  for (let count = 1; ; count++) {
    const name = `${stem} saved${count === 1 ? '' : ` ${count}`}${ext}`
    if (!existsSync(join(folder, name))) return { folder, name }
  }
}

export function knownWorkspace({ workspaces }: Pick<Services, 'workspaces'>, id: string): Workspace {
  const workspace = workspaces.list().find((known) => known.id === id.toLowerCase())
  if (workspace === undefined) throw workspaceNotFound()
  return workspace
}
