import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { fileRoutes } from '#shared/routes/files.ts'
import { thumbnailSides } from '#shared/value-limits.ts'
import { notFound, validationFailed } from '../../catalog/errors.ts'
import { area } from '../../edge/area.ts'
import { authenticateSession } from '../../edge/authenticate.ts'
import { enterWorkspace } from '../../edge/require-role.ts'
import { refuseUnknownPath } from '../../edge/paths.ts'
import { sendFile, Thumbnails } from '../../edge/static-files.ts'
import { isFile, partsOf } from '../../edge/upload.ts'
import type { Services } from '../../edge/services.ts'
import type { FieldError } from '#shared/errors.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { exportRoutes } from '#shared/routes/exports.ts'
import { expired, type ExportPart, type FoundExport } from '../../catalog/job-queue/find-export.ts'
import type { Call } from '../../edge/call.ts'
import { callerOf } from '../../edge/request-context.ts'
import { liesInFolder } from '../../jobs/job-files.ts'
import { requireScopeOf, refuseMissing } from '../../edge/require-scopes.ts'

/** The maximum size of a file; it is held in memory on its way into the workspace. */
const maxFileBytes = 64 * 1024 * 1024

interface ReceivedFile {
  readonly bytes: Uint8Array | undefined
  readonly faults: readonly FieldError[]
}

/**
 * Reads a multipart form with one file in the part named `file`. Throws validation_failed for any other
 * form.
 */
async function receiveFile(request: FastifyRequest): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw refused('body', 'Send the file as multipart/form-data.')
  const files: Uint8Array[] = []
  const faults: FieldError[] = []
  try {
    // Registered without throwFileSizeLimit: a file that is too large is a fault among others.
    for await (const part of partsOf(request, maxFileBytes)) await take(part, files, faults)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refused('body', `The form could not be read: ${reason}.`)
  }
  return { bytes: files[0], faults }
}

async function take(part: Multipart, files: Uint8Array[], faults: FieldError[]): Promise<void> {
  if (part.type === 'field' || part.fieldname !== 'file' || files.length > 0) {
    if (part.type === 'file') part.file.resume()
    faults.push({
      field: part.fieldname || 'body',
      ...issueSentence('Send one file, in the part named file, and nothing else.'),
    })
    return
  }
  const bytes = await collect(part.file)
  if (part.file.truncated) {
    faults.push({
      field: 'file',
      ...issueSentence(message('file.larger_than', { size: maxFileBytes / 1024 / 1024 })),
    })
  } else files.push(bytes)
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function refused(field: string, sentence: Sentence): Error {
  return validationFailed([{ field, ...issueSentence(sentence) }])
}

type ExportFile = (typeof exportRoutes)[`GET /exports/{job_id}/${ExportPart}`]

/** Exports: a job writes a file, which can be fetched until it expires (decisions, Imports and exports). */
export const exportArea = area(exportRoutes, {
  'POST /exports': async ({ workspace, jobs, request, newWrite }) => {
    const { type, channel } = newWrite.body
    requireScopeOf(request, 'read', channel === undefined ? type : 'product')
    if (channel !== undefined) refuseMissing(callerOf(request), ['read:channels'])
    const answer = await workspace.call('enqueueExport', newWrite)
    jobs.wake()
    return answer
  },

  'GET /exports/{job_id}/file': (call) => sendPart(call, 'file'),

  'GET /exports/{job_id}/report': (call) => sendPart(call, 'report'),

  'GET /exports/{job_id}/pictures': (call) => sendPart(call, 'pictures'),
})

async function sendPart(call: Call<'GET /exports/{job_id}/file', ExportFile>, part: ExportPart) {
  const { workspace, request, faults, params, services } = call
  const id = params.job_id
  // Only callers who may read the type learn the state of the export.
  requireScopeOf(request, 'read', await workspace.call('findExportType', { id }))
  return streamFile(
    call.reply,
    await workspace.call('findExport', { id, folder: services.exportsDir, faults, part }),
  )
}

async function streamFile(reply: FastifyReply, { path, file }: FoundExport): Promise<FastifyReply> {
  const found = (await liesInFolder(path)) ? await stat(path).catch(() => undefined) : undefined
  if (!found) throw expired()
  return reply
    .type(file.media_type)
    .header('content-length', found.size)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(reply.request.method === 'HEAD' ? undefined : createReadStream(path))
}

export const fileArea = area(fileRoutes, async (app) => {
  const limits = { fileSize: maxFileBytes, files: 5, fields: 20 }
  await app.register(multipart, { limits, throwFileSizeLimit: false, isPartAFile: isFile })
  return {
    'POST /files': async ({ workspace, request, faults }) => {
      const received = await receiveFile(request)
      return workspace.call('storeFile', { bytes: received.bytes, faults: [...faults, ...received.faults] })
    },

    'GET /files/{hash}': async (call) => {
      const [, hash, extension] = /^([0-9a-f]{64})(?:\.(.+))?$/.exec(call.params.hash.toLowerCase()) ?? []
      const found = hash && (await call.workspace.call('readFile', { hash }))
      const file = found && (extension ?? found.extension) === found.extension && found
      if (!file) throw notFound('The file', noFile)
      call.throwIfFaulty()
      return sendFile(call.reply, file)
    },

    'GET /files/{hash}/details': async (call) => {
      const [, hash] = /^([0-9a-f]{64})(?:\..+)?$/.exec(call.params.hash.toLowerCase()) ?? []
      const details = hash && (await call.workspace.call('readFileDetails', { hash }))
      if (!details) throw notFound('The file', noFile)
      call.throwIfFaulty()
      return { data: details }
    },
  }
})

const noFile =
  'Its path is that of a value, such as /files/3f2a….png: 64 hexadecimal digits, with the extension of the file or none.'

interface PictureRequest {
  Params: { readonly workspace: string; readonly name: string }
  Querystring: { readonly side?: string }
}

export async function pictureRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.setNotFoundHandler((request) => refuseUnknownPath(request))
  app.addHook('onRequest', async (request) => authenticateSession(request, services))

  const thumbnails = new Thumbnails()
  app.get<PictureRequest>('/:workspace/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const { params } = request
    enterWorkspace(request, services, params.workspace.toLowerCase())
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(params.name) ?? []
    const workspace = await services.workspaces.get(params.workspace)
    const address = `${params.workspace.toLowerCase()}/${hash}`
    const side = thumbnailSides.find((known) => String(known) === request.query.side)
    const made = side && thumbnails.find(address, side)
    if (made) return sendFile(reply, made)
    const file = hash && (await workspace.call('readFile', { hash }))
    if (!file) throw notFound('The file')
    if (side === undefined) return sendFile(reply, file)
    return sendFile(reply, await thumbnails.make(address, side, file, () => !reply.raw.destroyed))
  })
}
