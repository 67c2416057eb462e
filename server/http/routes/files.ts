import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { fileRoutes } from '#shared/routes/files.ts'
import { thumbnailSides } from '#shared/value-limits.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { CatalogError, notFound, validationFailed } from '../../catalog/errors.ts'
import { area } from '../../edge/area.ts'
import { authenticateSession } from '../../edge/authenticate.ts'
import { requireScopeOf, refuseMissing, enterWorkspace } from '../../edge/require-rights.ts'
import { refuseUnknownPath } from '../../edge/paths.ts'
import {
  findLinked,
  type LinkedRendition,
  sendLinked,
  findRendition,
  signalOf,
  type PictureRequest,
  sendFile,
  sendRendition,
  takeRenditionQuery,
} from '../../edge/send-picture.ts'
import { type QueryReader, readQuery } from '../../edge/query-string.ts'
import { isFile, partsOf } from '../../edge/upload.ts'
import type { Services } from '../../edge/services.ts'
import type { FieldError } from '#shared/errors.ts'
import type { FileDetails, StoredFile } from '#shared/files.ts'
import { ReadCache } from '#shared/read-cache.ts'
import { renditionFormats } from '#shared/renditions.ts'
import type { Route } from '#shared/routes/route.ts'
import { NotHere } from '../../threads/channel.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { exportRoutes } from '#shared/routes/exports.ts'
import { expired, type ExportPart, type FoundExport } from '../../catalog/job-queue/find-export.ts'
import type { Call } from '../../edge/call.ts'
import { notingFile } from '../../edge/idempotency.ts'
import { callerOf, workspaceIdOf } from '../../edge/request-context.ts'
import { liesInFolder } from '../../jobs/job-files.ts'

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
    for await (const part of partsOf(request, maxFileBytes)) await take(request, part, files, faults)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refused('body', `The form could not be read: ${reason}.`)
  }
  return { bytes: files[0], faults }
}

async function take(
  request: FastifyRequest,
  part: Multipart,
  files: Uint8Array[],
  faults: FieldError[],
): Promise<void> {
  if (part.type === 'field' || part.fieldname !== 'file' || files.length > 0) {
    if (part.type === 'file') part.file.resume()
    faults.push({
      field: part.fieldname || 'body',
      ...issueSentence('Send one file, in the part named file, and nothing else.'),
    })
    return
  }
  const bytes = await pipeline(part.file, notingFile(request, part.filename), collect)
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
    const { profile } = newWrite.body
    const saved = profile === undefined ? undefined : await workspace.call('readExportProfile', { profile })
    const { type, channel } = { ...saved, ...newWrite.body }
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
    'POST /files': async (call) => {
      const received = await receiveFile(call.request)
      const faults = [...call.faults, ...received.faults]
      const answer = await call.workspace.call('storeFile', {
        bytes: received.bytes,
        faults,
        context: call.context,
      })
      const { data } = parseAnswer<{ data: StoredFile }>(answer)
      const details = await findDetails(call, data.hash, received.bytes)
      return { ...answer, body: JSON.stringify({ data: { ...data, details } }) }
    },

    'GET /files/{hash}': async (call) => {
      const { workspace, request, reply, services, query, queryFaults: faults } = call
      const [, hash, extension] = fileName.exec(call.params.hash.toLowerCase()) ?? []
      const planned = hash && (await workspace.call('planRendition', { hash, query, faults }))
      if (!planned && extension === undefined) return replyLinked(call, await findLinkedOf(call, hash))
      if (!hash || !planned || (extension ?? planned.extension) !== planned.extension)
        throw notFound('The file', noFile)
      const picture = { request, reply, services, workspace, workspaceId: workspaceIdOf(request), hash }
      if (planned.rendition) return sendRendition(picture, planned.rendition)
      return sendStored(picture)
    },

    'GET /linked/{library}/{path}': (call) => {
      const { library, '*': path } = call.request.params as Readonly<Record<string, string>>
      return replyLinked(call, { library: library ?? '', path: path ?? '' })
    },

    'GET /files/{hash}/details': async (call) => {
      const [, hash] = fileName.exec(call.params.hash.toLowerCase()) ?? []
      const details = hash && (await findDetails(call, hash))
      if (!details) throw notFound('The file', noFile)
      call.throwIfFaulty()
      return { data: details }
    },

    'GET /images/{id}/versions': ({ workspace, params, faults }) =>
      workspace.call('listImageVersions', { ...params, faults }),
  }
})

const fileName = /^([0-9a-f]{64})(?:\.(.+))?$/

async function sendStored({ reply, workspace, hash }: PictureRequest): Promise<FastifyReply> {
  const file = await workspace.call('readFile', { hash })
  if (!file) throw notFound('The file', noFile)
  return sendFile(reply, file)
}

type Details = FileDetails | undefined

/** The facts of a file; its bytes are inspected once, and the result is kept where this server writes. */
async function findDetails(
  { workspace, services, reply }: Pick<Call<string, Route>, 'workspace' | 'services' | 'reply'>,
  hash: string,
  sent?: Uint8Array,
): Promise<Details> {
  const known = await workspace.call('readFileDetails', { hash })
  if (!known || known.checked_at !== null) return known
  const bytes = sent ?? (await workspace.call('readFile', { hash }))?.bytes
  if (!bytes) return undefined
  const inspected = await services.renditions.inspect(bytes, signalOf(reply))
  await workspace.call('keepFileDetails', { hash, inspected }).catch((error: unknown) => {
    if (!(error instanceof NotHere)) throw error
  })
  return workspace.call('readFileDetails', { hash })
}

type FileCall = Pick<
  Call<'GET /linked/{library}/{path}', (typeof fileRoutes)['GET /linked/{library}/{path}']>,
  'workspace' | 'services' | 'reply' | 'request' | 'query' | 'queryFaults' | 'throwIfFaulty'
>

async function findLinkedOf({ workspace }: Pick<FileCall, 'workspace'>, hash: string | undefined) {
  const linked = hash === undefined ? undefined : await findLinked(workspace, hash)
  if (!linked || hash === undefined) throw notFound('The file', noFile)
  return { ...linked, hash }
}

function replyLinked(call: FileCall, linked: Pick<LinkedRendition, 'library' | 'path' | 'hash'>) {
  const { request, reply, services, workspace, query, queryFaults: faults } = call
  const asked = { services, workspace, workspaceId: workspaceIdOf(request), query, faults, ...linked }
  return sendLinked(request, reply, asked, () => call.throwIfFaulty())
}

const noFile =
  'Its path is that of a value, such as /files/3f2a….png: 64 hexadecimal digits, with the extension of the file or none.'

interface LinkedPicture {
  Params: { readonly workspace: string; readonly library: string; readonly '*': string }
}

interface AppPicture {
  Params: { readonly workspace: string; readonly name: string }
}

const thumbnailCacheBytes = 16 * 1024 * 1024
// A smaller file costs less than its thumbnail.
const smallBytes = 24 * 1024
const scaled: readonly string[] = ['png', 'jpg', 'webp', 'avif']

/** The pictures of the app by address; `side` is short for the thumbnails of cells, tiles and previews. */
export async function pictureRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.setNotFoundHandler((request) => refuseUnknownPath(request))
  app.addHook('onRequest', async (request) => authenticateSession(request, services))

  const thumbnails = new ReadCache<string, Uint8Array>({
    maxSize: thumbnailCacheBytes,
    sizeOf: ({ byteLength }) => byteLength,
  })
  app.get<LinkedPicture>(
    '/:workspace/linked/:library/*',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const { workspace, library, '*': path } = request.params
      const workspaceId = workspace.toLowerCase()
      enterWorkspace(request, services, workspaceId)
      const reader = readQuery(request)
      const side = takeSide(reader)
      const query = { ...takeRenditionQuery(reader), ...(side && { width: side, height: side }) }
      const asked = { services, workspaceId, library, path, query, faults: reader.faults }
      const linked = { ...asked, workspace: await services.workspaces.get(workspaceId) }
      try {
        return await sendLinked(request, reply, linked)
      } catch (error) {
        // A file without a thumbnail is sent as it is, as stored files are.
        if (side === undefined || !(error instanceof CatalogError) || error.code !== 'not_found') throw error
        return sendLinked(request, reply, { ...linked, query: {} })
      }
    },
  )
  app.get<AppPicture>('/:workspace/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const workspaceId = request.params.workspace.toLowerCase()
    enterWorkspace(request, services, workspaceId)
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(request.params.name) ?? []
    if (hash === undefined) throw notFound('The file')
    const workspace = await services.workspaces.get(workspaceId)
    const reader = readQuery(request)
    const side = takeSide(reader)
    const picture = { request, reply, services, workspace, workspaceId, hash }
    if (side !== undefined && !reader.names.includes('image')) return sendThumbnail(picture, side, thumbnails)
    const query = { ...takeRenditionQuery(reader), ...(side && { width: side, height: side }) }
    const planned = await workspace.call('planRendition', { hash, query, faults: reader.faults })
    if (!planned) throw notFound('The file')
    return planned.rendition ? sendRendition(picture, planned.rendition) : sendStored(picture)
  })
}

function takeSide(reader: QueryReader): number | undefined {
  const sent = reader.takeOne('side')
  return thumbnailSides.find((known) => String(known) === sent)
}

/** A picture in the size of its display; what is small, no photograph or damaged comes as it is. */
async function sendThumbnail(
  picture: PictureRequest,
  side: number,
  thumbnails: ReadCache<string, Uint8Array>,
): Promise<FastifyReply> {
  const { workspace, workspaceId, hash, reply } = picture
  const address = `${workspaceId}/${hash} ${side}`
  const send = (bytes: Uint8Array) => sendFile(reply, { hash, bytes, ...renditionFormats.webp })
  const known = thumbnails.get(address)
  if (known) return send(known)
  const query = { width: side, height: side }
  const planned = await workspace.call('planRendition', { hash, query, faults: [] })
  if (!planned?.rendition) throw notFound('The file')
  const isScaled = planned.size > smallBytes && scaled.includes(planned.extension)
  const { bytes } = isScaled ? await findRendition(picture, planned.rendition) : { bytes: undefined }
  if (!bytes) return sendStored(picture)
  thumbnails.add(address, bytes)
  return send(bytes)
}
