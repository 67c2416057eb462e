import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { workspaceHeader } from '#shared/app-surface.ts'
import {
  ImportProfilePatch,
  NewImportProfile,
  PreviewRequest,
  UploadedImport,
} from '#shared/schemas/imports.ts'
import type { Answer } from '../catalog/answer.ts'
import { dataAnswer } from '../catalog/answer.ts'
import { validationFailed } from '../catalog/errors.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { checkNew, checkWrite } from '../edge/check-write.ts'
import { readQuery } from '../edge/query-string.ts'
import { jobsOf, workspaceOf } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'
import { receiveUpload } from '../edge/upload.ts'
import { findUpload, keepUpload, lendUpload, removeUpload, uploadPath } from '../jobs/import-uploads.ts'

type IdRequest = FastifyRequest<{ Params: { id: string } }>

const limits = { files: 2, fields: 10, fileSize: 4 * 1024 ** 3 }

/**
 * What the owner's app imports with: a file is sent once, looked at as often as needed, then imported, as a dry run first; and
 * settings are saved as profiles.
 */
export async function importSetupRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))
  await app.register(multipart, { limits })
  uploadRoutes(app, services)
  profileRoutes(app)
}

function uploadRoutes(app: FastifyInstance, { uploadsDir }: Services): void {
  app.post('/import-uploads', { schema: { summary: 'Send a file to import' } }, (request, reply) =>
    sendAnswer(reply, takeUpload(request, uploadsDir)),
  )

  app.post(
    '/import-uploads/:id/preview',
    { schema: { summary: 'Look at a file to import', body: PreviewRequest }, attachValidation: true },
    async (request: IdRequest, reply) => {
      const { body, id } = await knownUpload<PreviewRequest>(request, uploadsDir)
      const file = uploadPath(uploadsDir, id)
      const preview = await workspaceOf(request).previewImport({ file, fields: body })
      return sendAnswer(reply, dataAnswer(200, JSON.stringify(preview)))
    },
  )

  app.post(
    '/import-uploads/:id/import',
    { schema: { summary: 'Import a file that was sent', body: UploadedImport }, attachValidation: true },
    (request: IdRequest, reply) => sendAnswer(reply, importUpload(request, uploadsDir)),
  )

  app.delete(
    '/import-uploads/:id',
    { schema: { summary: 'Remove a file that was sent' } },
    async (request: IdRequest, reply) => {
      const upload = await findUpload(uploadsDir, request.params.id, workspaceIdOf(request))
      await removeUpload(uploadsDir, upload.id)
      return sendAnswer(reply, dataAnswer(200, JSON.stringify(upload)))
    },
  )
}

async function takeUpload(request: FastifyRequest, uploadsDir: string): Promise<Answer> {
  if (!request.isMultipart())
    throw validationFailed([{ field: 'body', issue: 'Send the file as multipart/form-data.' }])
  const id = randomUUID()
  try {
    const { fileName, faults, fields } = await receiveUpload(request, uploadPath(uploadsDir, id))
    const all = [
      ...readQuery(request).settle(),
      ...faults,
      ...[...fields.keys()].map((field) => ({ field, issue: 'This field is not known here.' })),
      ...(fileName === undefined ? [{ field: 'file', issue: 'required' }] : []),
    ]
    if (all.length > 0) throw validationFailed(all)
    const upload = await keepUpload(uploadsDir, {
      id,
      name: fileName ?? '',
      workspace: workspaceIdOf(request),
    })
    return dataAnswer(201, JSON.stringify(upload))
  } catch (error) {
    await removeUpload(uploadsDir, id)
    throw error
  }
}

/** The file comes before faults of the body: one that is unknown is not found. */
async function knownUpload<Body>(request: IdRequest, uploadsDir: string) {
  const upload = await findUpload(uploadsDir, request.params.id, workspaceIdOf(request))
  const { body, faults, context } = checkNew<Body>(request)
  if (faults.length > 0) throw validationFailed(faults)
  return { body, context, id: upload.id, name: upload.name }
}

async function importUpload(request: IdRequest, uploadsDir: string): Promise<Answer> {
  const { body, context, id, name } = await knownUpload<UploadedImport>(request, uploadsDir)
  const problem = body.images_folder === undefined ? undefined : await problemOfFolder(body.images_folder)
  if (problem !== undefined) throw validationFailed([{ field: 'images_folder', issue: problem }])
  const job = randomUUID()
  const file = await lendUpload(uploadsDir, id, job)
  const { job_id: _none, ...by } = context
  const input = { id: job, file, fileName: name, fields: body, faults: [], context: by }
  const answer = await workspaceOf(request).call('enqueueImport', input)
  jobsOf(request).wake()
  return answer
}

/** Why a folder of pictures cannot be used, in a sentence. */
async function problemOfFolder(folder: string): Promise<string | undefined> {
  if (!isAbsolute(folder)) return 'Give the whole path of the folder.'
  const found = await stat(folder).catch(() => undefined)
  return found?.isDirectory() ? undefined : 'There is no folder of this path.'
}

function workspaceIdOf({ headers }: FastifyRequest): string {
  return String(headers[workspaceHeader.toLowerCase()] ?? '')
}

function profileRoutes(app: FastifyInstance): void {
  app.get('/import-profiles', { schema: { summary: 'List import profiles' } }, (request, reply) => {
    const faults = readQuery(request).settle()
    return sendAnswer(reply, workspaceOf(request).call('listImportProfiles', { faults }))
  })

  app.post(
    '/import-profiles',
    { schema: { summary: 'Save an import profile', body: NewImportProfile }, attachValidation: true },
    (request, reply) =>
      sendAnswer(
        reply,
        workspaceOf(request).call('createImportProfile', checkNew<NewImportProfile>(request)),
      ),
  )

  app.patch(
    '/import-profiles/:id',
    { schema: { summary: 'Change an import profile', body: ImportProfilePatch }, attachValidation: true },
    (request: IdRequest, reply) => {
      const input = { id: request.params.id, ...checkWrite<Partial<ImportProfilePatch>>(request) }
      return sendAnswer(reply, workspaceOf(request).call('updateImportProfile', input))
    },
  )

  app.delete(
    '/import-profiles/:id',
    { schema: { summary: 'Delete an import profile' } },
    (request: IdRequest, reply) => {
      const input = { id: request.params.id, faults: readQuery(request).settle() }
      return sendAnswer(reply, workspaceOf(request).call('deleteImportProfile', input))
    },
  )
}
