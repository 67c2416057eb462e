import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { type Creation, creations } from '#shared/imports.ts'
import type { Scope } from '#shared/scopes.ts'
import { validationFailed } from '../../catalog/errors.ts'
import type { Answer } from '../../catalog/answer.ts'
import type { ImportFields } from '../../jobs/enqueue-import.ts'
import { refuseMissing } from '../../edge/authenticate.ts'
import { parseImportForm } from '../import-form.ts'
import { readQuery } from '../../edge/query-string.ts'
import { callerOf, jobsOf, workspaceOf, writeContext } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import type { Services } from '../../edge/services.ts'
import { receiveUpload, type Upload } from '../../edge/upload.ts'
import { refuseWithout } from '../type-scope.ts'

const maxFileBytes = 4 * 1024 ** 3
const limits = { files: 2, fields: 50, fieldSize: 1024 * 1024, fileSize: maxFileBytes }

/** The import of a file: uploaded to disk, then worked off by a job (decisions, Imports and exports). */
export async function importRoutes(
  app: FastifyInstance,
  { uploadsDir }: Pick<Services, 'uploadsDir'>,
): Promise<void> {
  await app.register(multipart, { limits })

  app.post(
    '/imports',
    { onRequest: refuseWithout('write'), schema: { summary: 'Import a file' } },
    (request, reply) => sendAnswer(reply, importUpload(request, uploadsDir)),
  )
}

async function importUpload(request: FastifyRequest, uploadsDir: string): Promise<Answer> {
  if (!request.isMultipart())
    throw validationFailed([{ field: 'body', issue: 'Send the fields and the file as multipart/form-data.' }])
  const id = randomUUID()
  const file = join(uploadsDir, id)
  try {
    const upload = await receiveUpload(request, file)
    const answer = await enqueue(request, upload, { id, file })
    jobsOf(request).wake()
    return answer
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

async function enqueue(
  request: FastifyRequest,
  upload: Upload,
  job: { id: string; file: string },
): Promise<Answer> {
  const { fields, faults } = parseImportForm(upload.fields)
  refuseMissing(callerOf(request), scopesOf(fields))
  const { job_id: _none, ...context } = writeContext(request)
  return workspaceOf(request).call('enqueueImport', {
    ...job,
    fileName: upload.fileName ?? '',
    fields,
    faults: [
      ...readQuery(request).settle(),
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
} as const satisfies Record<Creation, Scope>

/** An import writes entities of its type and what it may create besides; a profile may allow it to create anything. */
function scopesOf(fields: ImportFields): Scope[] {
  const { type, profile } = fields
  const known = entityTypes.find((name) => name === type || pluralOf[name] === type)
  const created = creations.filter((creation) => profile !== undefined || fields[creation])
  return [
    ...(known ? [`write:${pluralOf[known]}` as const] : []),
    ...new Set(created.map((creation) => creationScopes[creation])),
  ]
}
