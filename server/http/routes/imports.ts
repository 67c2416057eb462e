import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { type Creation, creations } from '#shared/imports.ts'
import { importRoutes } from '#shared/routes/imports.ts'
import type { Scope } from '#shared/scopes.ts'
import { validationFailed } from '../../catalog/errors.ts'
import type { Answer } from '../../catalog/answer.ts'
import type { ImportFields } from '../../catalog/job-queue/enqueue-import.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { refuseMissing } from '../../edge/authenticate.ts'
import { refuseOpenQuestions } from '../../jobs/refuse-open-questions.ts'
import { parseImportForm } from '../import-form.ts'
import { callerOf } from '../../edge/request-context.ts'
import { isFile, receiveUpload, type Upload } from '../../edge/upload.ts'

const maxFileBytes = 4 * 1024 ** 3
const limits = { files: 2, fields: 50, fieldSize: 1024 * 1024, fileSize: maxFileBytes }

/** The import of a file: uploaded to disk, then worked off by a job (decisions, Imports and exports). */
export const importArea = area(importRoutes, async (app) => {
  await app.register(multipart, { limits, isPartAFile: isFile })
  return { 'POST /imports': importUpload }
})

type ImportCall = Call<'POST /imports', (typeof importRoutes)['POST /imports']>

async function importUpload(call: ImportCall): Promise<Answer> {
  const { request, services } = call
  if (!request.isMultipart())
    throw validationFailed([{ field: 'body', issue: 'Send the fields and the file as multipart/form-data.' }])
  const id = randomUUID()
  const file = join(services.uploadsDir, id)
  try {
    const upload = await receiveUpload(request, file, maxFileBytes)
    const answer = await enqueue(call, upload, { id, file })
    call.jobs.wake()
    return answer
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

async function enqueue(call: ImportCall, upload: Upload, job: { id: string; file: string }): Promise<Answer> {
  const { fields, faults } = parseImportForm(upload.fields)
  refuseMissing(callerOf(call.request), scopesOf(fields))
  const { job_id: _none, ...context } = call.context
  if (upload.fileName !== undefined) await refuseOpenQuestions(call.workspace, { file: job.file, fields })
  return call.workspace.call('enqueueImport', {
    ...job,
    fileName: upload.fileName ?? '',
    fields,
    faults: [
      ...call.faults,
      ...faults,
      ...upload.faults,
      // What a key must hold depends on the type, so it cannot be left to the profile.
      ...(fields.profile !== undefined && fields.type === undefined
        ? [{ field: 'type', issue: 'required' }]
        : []),
      ...(upload.fileName === undefined ? [{ field: 'file', issue: 'required' }] : []),
    ],
    context,
  })
}

const creationScopes = {
  create_missing_attributes: 'write:attributes',
  create_missing_options: 'write:attributes',
  create_missing_vendors: 'write:vendors',
  create_missing_categories: 'write:categories',
  create_missing_images: 'write:images',
} as const satisfies Record<Creation, Scope>

/** An import writes entities of its type and what it may create besides, and images where it fetches pictures; a profile may allow anything. */
function scopesOf(fields: ImportFields): Scope[] {
  const { type, profile } = fields
  const known = entityTypes.find((name) => name === type || pluralOf[name] === type)
  const created = creations.filter((creation) => profile !== undefined || fields[creation])
  const fetches = profile !== undefined || fields.pictures === 'fetch'
  return [
    ...(known ? [`write:${pluralOf[known]}` as const] : []),
    ...new Set([
      ...created.map((creation) => creationScopes[creation]),
      ...(fetches ? ['write:images' as const] : []),
    ]),
  ]
}
