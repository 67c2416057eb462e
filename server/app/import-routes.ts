import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { watchedFolderRoutes, assetLibraryRoutes } from '#shared/routes/asset-libraries.ts'
import { importSetupRoutes } from '#shared/routes/import-setup.ts'
import type { Route } from '#shared/routes/route.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { dataAnswer, type Answer } from '../catalog/answer.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import type { Call } from '../edge/call.ts'
import { resolvePictureFolder } from '../edge/picture-folder.ts'
import { callerOf } from '../edge/request-context.ts'
import { refuseBody, unknownField } from '../edge/structural-faults.ts'
import { receiveFiles } from '../edge/receive-files.ts'
import { isFile, receiveUpload } from '../edge/upload.ts'
import { refuseOpenQuestions } from '../jobs/refuse-open-questions.ts'
import {
  keepChosenPaths,
  findUpload,
  keepUpload,
  lendUpload,
  removeUpload,
  uploadPath,
} from '../jobs/job-files.ts'
import {
  addUploadPictures,
  findUploadPictures,
  makeReceivingFolder,
  removeReceivingFolder,
} from '../jobs/upload-pictures.ts'
import { maxPictureMb } from '../catalog/imports/read/picture-files.ts'
import type { FieldError } from '#shared/errors.ts'

const gib = 1024 ** 3
const pictureLimits = {
  bytes: 8 * gib,
  files: 20_000,
  fileBytes: maxPictureMb * 1024 ** 2,
  unpackedBytes: 4 * gib,
  archiveParts: 20_000,
}
const limits = { files: pictureLimits.files + 1, fields: 10, fileSize: 4 * gib }

/** Watched folders, each a connection and a feed of its own. */
export const watchedFolderArea = area(watchedFolderRoutes, {
  'GET /watched-folders': async (call) => {
    call.throwIfFaulty()
    return { data: await call.services.watchedFolders.list(call.workspaceId) }
  },

  'POST /watched-folders': async (call) => {
    const { workspaceId, context, services } = call
    return { data: await services.watchedFolders.add(workspaceId, { body: call.checkedBody(), context }) }
  },

  'PATCH /watched-folders/{id}': async (call) => {
    const { workspaceId, params, context, services } = call
    const write = { body: call.checkedBody(), context }
    return { data: await services.watchedFolders.change(workspaceId, params.id, write) }
  },

  'GET /watched-folders/{id}/jobs': (call) => {
    call.throwIfFaulty()
    return call.services.watchedFolders.jobsOf(call.workspaceId, call.params.id)
  },

  'DELETE /watched-folders/{id}': async (call) => {
    call.throwIfFaulty()
    const { workspaceId, params, context, services } = call
    return { data: await services.watchedFolders.remove(workspaceId, params.id, context) }
  },
})

/** Linked libraries: folders whose files values name and that are not copied (specification, Pictures §3). */
export const assetLibraryArea = area(assetLibraryRoutes, {
  'GET /asset-libraries': async (call) => {
    call.throwIfFaulty()
    return { data: await call.services.assetLibraries.list(call.workspaceId) }
  },

  'POST /asset-libraries': async (call) => ({
    data: await call.services.assetLibraries.add(call.workspaceId, call.checkedBody()),
  }),

  'PATCH /asset-libraries/{id}': async (call) => ({
    data: await call.services.assetLibraries.change(call.workspaceId, call.params.id, call.checkedBody()),
  }),

  'DELETE /asset-libraries/{id}': async (call) => {
    call.throwIfFaulty()
    return { data: await call.services.assetLibraries.remove(call.workspaceId, call.params.id) }
  },

  'POST /asset-libraries/{id}/scan': (call) => {
    const faults = [...call.faults, ...refuseBody(call.request)]
    if (faults.length > 0) throw validationFailed(faults)
    return call.services.assetLibraries.scan(call.workspaceId, call.params.id)
  },

  'GET /asset-libraries/{id}/missing': ({ workspace, params, paging, faults }) =>
    workspace.call('listMissingLinked', { ...params, ...paging, faults }),

  'GET /unplaced-files': ({ workspace, query, paging, faults }) =>
    workspace.call('listUnplacedFiles', { ...paging, name: query.name, faults }),
})

/**
 * Imports of the owner's app: a file is uploaded once, previewed as often as needed, then imported; settings
 * are saved as profiles.
 */
export const importSetupArea = area(importSetupRoutes, async (app) => {
  await app.register(multipart, { limits, isPartAFile: isFile, throwFileSizeLimit: false })
  return {
    'POST /import-uploads': takeUpload,

    'POST /import-uploads/{id}/pictures': takePictures,

    'POST /import-uploads/{id}/preview': async (call) => {
      const { id, name: fileName } = await knownUpload(call, call.params.id)
      const { uploadsDir } = call.services
      const file = uploadPath(uploadsDir, id)
      const { folder, faults: folderFaults, fields } = await findFolder(call)
      const imagesFolder = folder ?? (await findUploadPictures(uploadsDir, id))
      const look = { file, fileName, fields, imagesFolder, folderFaults }
      const preview = await call.workspace.previewImport(look)
      return dataAnswer(200, JSON.stringify(preview))
    },

    'POST /import-uploads/{id}/import': importUpload,

    'DELETE /import-uploads/{id}': async ({ params, workspaceId, services: { uploadsDir } }) => {
      const upload = await findUpload(uploadsDir, params.id, workspaceId)
      await removeUpload(uploadsDir, upload.id)
      return { data: upload }
    },

    'GET /import-profiles': ({ workspace, faults }) => workspace.call('listImportProfiles', { faults }),

    'POST /import-profiles': ({ workspace, newWrite }) => workspace.call('createImportProfile', newWrite),

    'PATCH /import-profiles/{id}': ({ workspace, params, write }) =>
      workspace.call('updateImportProfile', { ...params, ...write }),

    'DELETE /import-profiles/{id}': ({ workspace, params, faults }) =>
      workspace.call('deleteImportProfile', { ...params, faults }),
  }
})

type SetupCall<K extends keyof typeof importSetupRoutes> = Call<K, (typeof importSetupRoutes)[K]>

async function takeUpload({
  request,
  faults,
  workspaceId,
  services: { uploadsDir },
}: SetupCall<'POST /import-uploads'>) {
  if (!request.isMultipart())
    throw validationFailed([{ field: 'body', ...issueSentence('Send the file as multipart/form-data.') }])
  const id = randomUUID()
  try {
    const upload = await receiveUpload(request, uploadPath(uploadsDir, id), limits.fileSize)
    const all = [
      ...faults,
      ...upload.faults,
      ...[...upload.fields.keys()].map((field) => unknownField(field, [])),
      ...(upload.fileName === undefined ? [{ field: 'file', issue: 'required' as const }] : []),
    ]
    if (all.length > 0) throw validationFailed(all)
    return { data: await keepUpload(uploadsDir, { id, name: upload.fileName ?? '', workspace: workspaceId }) }
  } catch (error) {
    await removeUpload(uploadsDir, id)
    throw error
  }
}

async function takePictures(call: SetupCall<'POST /import-uploads/{id}/pictures'>) {
  const { uploadsDir } = call.services
  const { id } = await findUpload(uploadsDir, call.params.id, call.workspaceId)
  if (!call.request.isMultipart())
    throw validationFailed([{ field: 'body', ...issueSentence('Send the files as multipart/form-data.') }])
  const folder = await makeReceivingFolder(uploadsDir, id)
  try {
    const received = await receiveFiles(call.request, folder, pictureLimits)
    const unknown = [...received.fields.keys()].map((field) => unknownField(field, []))
    const missing: FieldError[] = received.files.length === 0 ? [{ field: 'files', issue: 'required' }] : []
    const all = [
      ...call.faults,
      ...received.faults,
      ...unknown,
      ...(received.faults.length > 0 ? [] : missing),
    ]
    if (all.length > 0) throw validationFailed(all)
    return { data: { pictures: await addUploadPictures(uploadsDir, id, { folder, files: received.files }) } }
  } finally {
    await removeReceivingFolder(folder)
  }
}

async function knownUpload(call: Call<unknown, Route>, id: string) {
  const upload = await findUpload(call.services.uploadsDir, id, call.workspaceId)
  call.throwIfFaulty()
  return upload
}

async function importUpload(call: SetupCall<'POST /import-uploads/{id}/import'>): Promise<Answer> {
  const { uploadsDir } = call.services
  const { id, name } = await knownUpload(call, call.params.id)
  const { body, context } = call.newWrite
  const { images_folder: asked, ...fields } = await withRealFolder(body, call)
  const folder = asked ?? (await findUploadPictures(uploadsDir, id))
  await refuseOpenQuestions(call.workspace, { file: uploadPath(uploadsDir, id), fields })
  const job = randomUUID()
  await lendUpload(uploadsDir, id, job)
  const hasImagesFolder = folder !== undefined
  if (hasImagesFolder)
    await keepChosenPaths(uploadsDir, { workspace: call.workspaceId, job }, { images_folder: folder })
  const { job_id: _none, ...by } = context
  const input = { id: job, fileName: name, fields, faults: [], hasImagesFolder, context: by }
  const answer = await call.workspace.call('enqueueImport', input)
  call.jobs.wake()
  return answer
}

/** A folder that may not be named is told among the problems of a preview, as its path is still being typed. */
async function findFolder(call: SetupCall<'POST /import-uploads/{id}/preview'>) {
  const { images_folder: asked, ...fields } = call.newWrite.body
  try {
    const { images_folder: folder } = await withRealFolder(
      asked === undefined ? {} : { images_folder: asked },
      call,
    )
    return { folder, faults: [], fields }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { folder: undefined, faults: error.fieldErrors, fields }
  }
}

async function withRealFolder<Settings extends { readonly images_folder?: string }>(
  body: Settings,
  { request, services }: Pick<Call<unknown, Route>, 'request' | 'services'>,
): Promise<Settings> {
  const { images_folder: folder } = body
  if (folder === undefined) return body
  return {
    ...body,
    images_folder: await resolvePictureFolder(folder, callerOf(request), services.pictureFolders),
  }
}
