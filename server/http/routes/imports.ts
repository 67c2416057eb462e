import multipart from '@fastify/multipart'
import { importRoutes } from '#shared/routes/imports.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { validationFailed } from '../../catalog/errors.ts'
import type { Answer } from '../../catalog/answer.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { refuseMissing } from '../../edge/require-rights.ts'
import { createImport, type ReceivedImport } from '../../edge/create-import.ts'
import { parseImportForm } from '../import-form.ts'
import { callerOf, openWorkspaceOf } from '../../edge/request-context.ts'
import { isFile, receiveUpload } from '../../edge/upload.ts'

const maxFileBytes = 4 * 1024 ** 3
const limits = { files: 2, fields: 50, fieldSize: 1024 * 1024, fileSize: maxFileBytes }

export const importArea = area(importRoutes, async (app) => {
  await app.register(multipart, { limits, isPartAFile: isFile })
  return { 'POST /imports': importUpload }
})

type ImportCall = Call<'POST /imports', (typeof importRoutes)['POST /imports']>

async function importUpload(call: ImportCall): Promise<Answer> {
  const { request, services } = call
  if (!request.isMultipart())
    throw validationFailed([
      { field: 'body', ...issueSentence('Send the fields and the file as multipart/form-data.') },
    ])
  const maker = {
    workspace: openWorkspaceOf(request),
    uploadsDir: services.uploadsDir,
    context: () => call.context,
    require: (scopes: Parameters<typeof refuseMissing>[1]) => refuseMissing(callerOf(request), scopes),
  }
  return createImport(maker, (path) => receive(call, path))
}

async function receive({ request, faults }: ImportCall, path: string): Promise<ReceivedImport> {
  const upload = await receiveUpload(request, path, maxFileBytes)
  const form = parseImportForm(upload.fields)
  return {
    fields: form.fields,
    fileName: upload.fileName,
    faults: [...faults, ...form.faults, ...upload.faults],
  }
}
