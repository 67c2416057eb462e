import type { FastifyReply, FastifyRequest } from 'fastify'
import { renditionFormats } from '#shared/renditions.ts'
import type { NewFile } from '../catalog/files/stored-files.ts'
import { namesTag } from '../catalog/answer.ts'
import { notFound } from '../catalog/errors.ts'
import {
  type RenditionPlan,
  type RenditionQuery,
  hasParameters,
} from '../catalog/renditions/plan-rendition.ts'
import type { RenditionResult } from '../workspaces/renditions.ts'
import type { CalledThreads } from '../threads/pool.ts'
import { message } from '#shared/messages/message.ts'
import type { QueryReader } from './query-string.ts'
import { callerOf } from './request-context.ts'
import { setRateHeaders } from './rate-limit.ts'
import type { Services } from './services.ts'
import { parseUuid } from '#shared/entities.ts'
import { detectFileKind, type FileKind, fileHeadLength } from '../catalog/files/file-kinds.ts'
import { maxStoredBytes, readBounded } from '../jobs/assets/inspect-files.ts'
import { hashLinkedFile, openLinkedFile, resolveLinkedPath } from '../jobs/assets/library-files.ts'
import type { FieldError } from '#shared/errors.ts'

const shownInline = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

type SentFile = NewFile & { readonly hash: string }

/** Only plain pictures are shown by a browser; everything else is saved. */
function safeDisposition(mediaType: string, name: string): string {
  return `${shownInline.includes(mediaType) ? 'inline' : 'attachment'}; filename="${name}"`
}

/** Sends a stored file so that no browser takes it for a page of this origin (decisions, Files). */
export function sendFile(
  reply: FastifyReply,
  { hash, extension, media_type, bytes }: SentFile,
): FastifyReply {
  return reply
    .type(media_type)
    .header('content-disposition', safeDisposition(media_type, `${hash}.${extension}`))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', unchanging)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const unchanging = 'private, max-age=31536000, immutable'
// A recipe and the steps of an image may be others tomorrow: the tag says whether they are.
const asked = 'private, no-cache'

const maxInteger = Number.MAX_SAFE_INTEGER

/** The parameters of a rendition in a query string. */
export function takeRenditionQuery(reader: QueryReader): RenditionQuery {
  return {
    width: reader.takeInteger('width', undefined, [1, maxInteger]),
    height: reader.takeInteger('height', undefined, [1, maxInteger]),
    fit: reader.takeOne('fit'),
    format: reader.takeOne('format'),
    background: reader.takeOne('background'),
    quality: reader.takeInteger('quality', undefined, [1, 100]),
    recipe: reader.takeOne('recipe'),
    image: reader.takeOne('image'),
  }
}

export interface PictureRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: Services
  readonly workspace: CalledThreads
  readonly workspaceId: string
  readonly hash: string
  /** Reads the bytes; without it they are those of the workspace. */
  readonly read?: () => Promise<Uint8Array | undefined>
}

/** Aborted when nobody waits for the answer any more. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => leaving.abort())
  return leaving.signal
}

/** The rendition of a plan; undefined where no picture can be made of the file. */
export function findRendition(
  { reply, services, workspace, workspaceId, hash, ...picture }: Omit<PictureRequest, 'request'>,
  plan: RenditionPlan,
): Promise<RenditionResult> {
  const read = picture.read ?? (async () => (await workspace.call('readFile', { hash }))?.bytes)
  return services.renditions.find({ workspace: workspaceId, hash, plan, read }, signalOf(reply))
}

/** Sends the rendition of a plan, or 304 to who has it; throws `not_found` where none can be made. */
export async function sendRendition(picture: PictureRequest, plan: RenditionPlan): Promise<FastifyReply> {
  const { request, reply, services, hash } = picture
  const tag = `"${hash.slice(0, 16)}-${plan.key}"`
  const known = request.headers['if-none-match']
  reply.header('etag', tag).header('cache-control', plan.isMovable ? asked : unchanging)
  if (known !== undefined && namesTag(known, tag)) return reply.code(304).send()
  const { bytes, isCached } = await findRendition(picture, plan)
  if (!bytes) {
    reply.removeHeader('etag').removeHeader('cache-control')
    throw notFound(message('rendition.none'), message('rendition.none_remedy'))
  }
  if (isCached) setRateHeaders(reply, services.rateLimit.uncount(callerOf(request)))
  const { media_type, extension } = renditionFormats[plan.look.format]
  return reply
    .type(media_type)
    .header('content-disposition', `inline; filename="${hash}.${extension}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** Sends files of linked libraries from disk; what is no picture, video or document of ours is not there. */

export interface LinkedRequest {
  readonly services: Services
  readonly workspaceId: string
  readonly library: string
  readonly path: string
}

interface OpenLinkedFile extends FileKind {
  readonly handle: NonNullable<Awaited<ReturnType<typeof openLinkedFile>>>['handle']
  readonly size: number
  readonly etag: string
}

async function resolvePath({
  services,
  workspaceId,
  library: sent,
  path,
}: LinkedRequest): Promise<string | undefined> {
  const library = parseUuid(sent)
  const folder = library && services.assetLibraries.folderOf(workspaceId.toLowerCase(), library)
  return folder === undefined ? undefined : resolveLinkedPath(folder, path)
}

/** Opens a linked file and says what it is; undefined where it is not there or of no kind that is served. */
async function openServed(request: LinkedRequest): Promise<OpenLinkedFile | undefined> {
  const whole = await resolvePath(request)
  const opened = whole === undefined ? undefined : await openLinkedFile(whole)
  if (!opened) return undefined
  const { handle, size, modifiedAt } = opened
  const head = new Uint8Array(Math.min(size, fileHeadLength))
  await handle.read(head, 0, head.length, 0)
  const kind = detectFileKind(head)
  if (kind) return { ...kind, handle, size, etag: `"${size.toString(36)}-${modifiedAt.toString(36)}"` }
  await handle.close()
  return undefined
}

/** Replies with a linked file; 404 where it is missing, leads out of its library or the library is unknown. */
async function sendLinkedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  linked: LinkedRequest,
  throwIfFaulty: () => void,
) {
  const file = await openServed(linked)
  if (!file) throw notFound('The linked file', missingRemedy)
  try {
    throwIfFaulty()
  } catch (error) {
    await file.handle.close()
    throw error
  }
  const { handle, size, etag, media_type, extension } = file
  reply
    .type(media_type)
    .header('content-disposition', safeDisposition(media_type, `file.${extension}`))
    .header('content-security-policy', "sandbox; default-src 'none'")
    // The same value names other bytes once the file has changed.
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
  const isKnown = request.headers['if-none-match'] === etag
  if (isKnown || request.method === 'HEAD') {
    await handle.close()
    return isKnown ? reply.code(304).send() : reply.header('content-length', size).send()
  }
  return reply.header('content-length', size).send(handle.createReadStream({ start: 0 }))
}

export interface LinkedRendition extends LinkedRequest {
  readonly workspace: CalledThreads
  readonly query: RenditionQuery
  readonly faults: readonly FieldError[]
  /** The hash by which the file was asked for; the file may have other bytes by now. */
  readonly hash?: string
}

/** Replies with a linked file as it is, or with the rendition that the parameters ask for. */
export async function sendLinked(
  request: FastifyRequest,
  reply: FastifyReply,
  linked: LinkedRendition,
  throwIfFaulty: () => void = () => undefined,
) {
  const { services, workspace, workspaceId, query, faults } = linked
  if (!hasParameters(query)) return sendLinkedFile(request, reply, linked, throwIfFaulty)
  const picture = await findPicture(linked, signalOf(reply))
  if (!picture) throw notFound('The linked file', missingRemedy)
  const plan = await workspace.call('planLinkedRendition', { query, faults })
  if (!plan) return sendLinkedFile(request, reply, linked, throwIfFaulty)
  // The same value names other bytes once the file has changed.
  const isMovable = plan.isMovable || linked.hash === undefined
  const asked = { request, reply, services, workspace, workspaceId, ...picture }
  return sendRendition(asked, { ...plan, isMovable })
}

type LinkedPicture = Required<Pick<PictureRequest, 'hash' | 'read'>>

/**
 * A linked file by the hash of its bytes, which are read where a rendition is to be made. Of one that is
 * missing or has changed the renditions that were made stay.
 */
async function findPicture(linked: LinkedRendition, signal: AbortSignal): Promise<LinkedPicture | undefined> {
  const { workspace, library, path } = linked
  const known = await workspace.call('readLinkedFile', { library: library.toLowerCase(), path })
  const whole = await resolvePath(linked)
  const opened = whole === undefined ? undefined : await openLinkedFile(whole)
  await opened?.handle.close()
  const isReadable = whole !== undefined && opened !== undefined && opened.size <= maxStoredBytes
  const found = isReadable ? await hashLinkedFile(whole, known, signal) : undefined
  const hash = linked.hash ?? (typeof found === 'object' ? found.hash : known?.hash)
  if (hash === undefined) return undefined
  const read = async () => {
    if (whole === undefined || typeof found !== 'object' || found.hash !== hash) return undefined
    const bytes = await readBounded(whole)
    return typeof bytes === 'string' ? undefined : bytes
  }
  return { hash, read }
}

const missingRemedy =
  'Its path is that of a value, linked/<library>/<path>, and the folder of the library holds the file.'

/** The linked file of a hash, as the last scan has seen it. */
export async function findLinked(
  threads: CalledThreads,
  hash: string,
): Promise<Pick<LinkedRequest, 'library' | 'path'> | undefined> {
  return threads.call('findLinkedByHash', { hash })
}
